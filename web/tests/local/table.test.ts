import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Network } from "../../engine/src/index";
import { Engine, LEVELS } from "../../engine/src/index";
import { BotPlayer } from "../../src/engine/bot-player";
import { specialSettings } from "../../src/lobby/table-info";
import type { EventBody } from "../../src/local/log";
import { rulesOf, rulesText } from "../../src/local/rules";
import { LocalTable, newTableId } from "../../src/local/table";
import type { Decision, Rules, TableEvent } from "../../src/server/types";

const MODULE = new URL("../../engine/dist/gemgrove.wasm", import.meta.url);
const NETWORKS = new URL("../../../src/gemgrove/agents/networks/", import.meta.url);
const DEAL = "ABCD-EFGH-JKMN-PQR";
const ADA = "p_ada";
const BEN = "p_ben";

let engine: Engine;
const networks = new Map<string, Network>();
let bots: BotPlayer;

beforeAll(async () => {
  engine = await Engine.load(MODULE);
  bots = new BotPlayer(engine, async ({ kind, players }) => {
    const name = `${kind.name}-${players}p`;
    const known = networks.get(name) ?? engine.network(readFileSync(new URL(`${name}.safetensors`, NETWORKS)));
    networks.set(name, known);
    return known;
  });
});

/** A table of people, by their ids, and bots, by their levels. */
function tableOf(game: "splendor" | "arboretum", ...seats: string[]): LocalTable {
  const rules = { ...rulesOf(game, seats.length), first_player: 0 };
  const table = new LocalTable(engine, { id: newTableId(), game, rules, deal: DEAL, position: null, log: [] });
  table.add(
    {
      kind: "created",
      game,
      variant: { rules },
      players: seats.length,
      deal: { kind: "sealed", id: null, commitment: null },
      public: false,
      turn_seconds: null,
      practice: true,
      rules_version: 1,
    },
    ...seats.map(
      (name, seat): EventBody =>
        name.startsWith("p_")
          ? { kind: "joined", seat, player: name, name: name.slice(2) }
          : { kind: "bot_added", seat, bot: name },
    ),
    { kind: "started", first: 0 },
  );
  return table;
}

/** Plays a legal move for the person to move, the first unless told. */
function move(table: LocalTable, wanted = /./): TableEvent[] {
  const { player } = table.seats[table.toMove!]!;
  const view = positionOf(table, player!);
  const legal = view.legalMoves().find((text) => wanted.test(text))!;
  view.free();
  return table.act(player!, { do: "play", moves: [legal], position: table.position }).events;
}

/** The view that follows from what a person was told. */
function positionOf(table: LocalTable, player: string) {
  const seat = table.seatOf(player);
  const events = table.events(player);
  const { game, rules, deal } = table.stored;
  const start = engine.newGame(game, { rules, deal: deal! });
  const view = start.view(seat);
  start.free();
  const decisions: Decision[] = [];
  for (const event of events) {
    if (event.kind === "played") decisions.push(...event.decisions);
    if (event.kind === "undone") decisions.length = event.to;
  }
  for (const decision of decisions) view.follow(decision);
  return view;
}

async function playOut(table: LocalTable): Promise<void> {
  while (table.phase === "playing") {
    const request = table.botRequest();
    if (request) table.playBot(await bots.choose(request));
    else move(table);
  }
}

describe.each(["splendor", "arboretum"] as const)("%s", (game) => {
  test.each(LEVELS.slice(0, 5).map(({ name }) => name))("is played to its end against %s", async (level) => {
    const table = tableOf(game, ADA, level);
    await playOut(table);
    const last = table.events(ADA).at(-1)!;
    expect(last).toMatchObject({ kind: "over", dealt: DEAL, to_move: null });
    expect(table.listed()).toMatchObject({ status: "over", places: expect.arrayContaining([1]) });
    table.free();
  });

  test("goes on after it was stored and read in the middle", async () => {
    const table = tableOf(game, ADA, "beginner");
    for (let turn = 0; turn < 6; turn += 1) {
      const request = table.botRequest();
      if (request) table.playBot(await bots.choose(request));
      else move(table);
    }
    const again = new LocalTable(engine, JSON.parse(JSON.stringify(table.stored)));
    expect(again.events(ADA)).toEqual(table.events(ADA));
    expect([again.toMove, again.position]).toEqual([table.toMove, table.position]);
    for (const each of [table, again]) each.free();
  });

  test("is played by four people and bots", async () => {
    const table = tableOf(game, ADA, "casual", BEN, "beginner");
    await playOut(table);
    expect(table.phase).toBe("over");
    table.free();
  });
});

describe("commands", () => {
  let table: LocalTable;
  beforeEach(() => {
    table = tableOf("splendor", ADA, BEN);
    return () => table.free();
  });

  test("a move that is not legal is refused, and changes nothing", () => {
    const before = table.lastSeq;
    const play = (moves: string[], position = table.position) => table.act(ADA, { do: "play", moves, position });
    expect(() => play(["br 1"])).toThrow("not a legal move");
    expect(() => play(["p3 white blue green"], 1)).toThrow("moved on");
    expect(() => table.act(BEN, { do: "play", moves: ["p3 white blue green"], position: table.position })).toThrow();
    expect(() => table.act("p_cat", { do: "resign" })).toThrow("Only players");
    expect(() => table.act(ADA, { do: "say", text: "Hello" })).toThrow("needs a Gemgrove server");
    expect(table.lastSeq).toBe(before);
  });

  test("a turn is undone unless it revealed a card", () => {
    move(table, /^p3/);
    expect(table.act(ADA, { do: "offer_undo" }).events.map(({ kind }) => kind)).toEqual(["undo_offered", "undone"]);
    expect(table.toMove).toBe(0);
    move(table, /^r /);
    expect(() => table.act(ADA, { do: "offer_undo" })).toThrow("card");
  });

  test("who leaves before the first move ends the game, who resigns later loses it", () => {
    table.act(ADA, { do: "leave" });
    expect(table.phase).toBe("aborted");
    table.free();
    table = tableOf("splendor", ADA, BEN);
    move(table);
    const { events } = table.act(ADA, { do: "resign" });
    expect(events.at(-1)).toMatchObject({ kind: "over", ending: "resigned", places: [2, 1], winners: [1] });
  });

  test("with three players a bot plays on for who resigns", async () => {
    table.free();
    table = tableOf("splendor", ADA, BEN, "beginner");
    move(table);
    move(table);
    table.act(ADA, { do: "resign" });
    expect(table.seats[0]).toMatchObject({ gone: "resigned", bot: "intermediate" });
    await playOut(table);
    expect(table.events(BEN).at(-1)).toMatchObject({ places: expect.arrayContaining([3]) });
    expect(table.listed().places?.[0]).toBe(3);
  });

  test("a rematch has a table of its own", () => {
    move(table);
    table.act(ADA, { do: "resign" });
    const { events } = table.act(BEN, { do: "rematch" });
    expect(events.map(({ kind }) => kind)).toEqual(["rematch_wanted", "rematch_wanted", "rematch"]);
    expect(table.rematch).toMatch(/^t_/);
  });
});

test("a list names the rules that are not the printed ones", () => {
  const table = tableOf("splendor", ADA, "beginner");
  expect(specialSettings(table.listed())).toEqual(["1 rule changed"]); // who begins
  const { rules } = table.stored;
  const named = (other: Rules) =>
    specialSettings({ ...table.listed(), rules: rulesText("splendor", { ...rules, ...other }) });
  expect(named({ first_player: "random" })).toEqual([]);
  expect(named(rulesOf("splendor", 3, "duel"))).toEqual(["Duel"]);
  table.free();
});

test("people see different cards in Arboretum, and at first the same in Splendor", () => {
  const [grove, gems] = [tableOf("arboretum", ADA, BEN), tableOf("splendor", ADA, BEN)];
  expect([grove.seeAlike(0, 1), gems.seeAlike(0, 1)]).toEqual([false, true]);
  move(gems, /^r m deck/);
  expect(gems.seeAlike(0, 1)).toBe(false);
  for (const each of [grove, gems]) each.free();
});

test("memory is bounded after 50 games", async () => {
  const memory: number[] = [];
  for (let number = 0; number < 50; number += 1) {
    const table = tableOf(number % 2 ? "arboretum" : "splendor", ADA, "advanced");
    for (let decisions = 0; decisions < 12; decisions += 1) {
      const request = table.botRequest();
      if (request) table.playBot(await bots.choose(request));
      else move(table);
    }
    table.act(ADA, { do: "resign" });
    table.free();
    memory.push(engine.memory);
  }
  expect(memory.at(-1)).toBe(memory[9]);
});

test("nobody is told the cards of others", () => {
  const table = tableOf("arboretum", ADA, BEN);
  const hands = [ADA, BEN].map((player) => {
    const started = table.events(player).find((event) => event.kind === "started");
    if (started?.kind !== "started") throw new Error("The game has begun.");
    const { players } = started.view as unknown as { players: { hand: { id?: string }[] }[] };
    return players.map(({ hand }) => hand.flatMap(({ id }) => id ?? []));
  });
  expect(hands.map((seen) => seen.map((hand) => hand.length > 0))).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(JSON.stringify(table.events(null))).not.toContain('"id":"');
  table.free();
});
