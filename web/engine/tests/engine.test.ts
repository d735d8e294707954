import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { Deal, Engine, EngineError } from "../src/index.js";

const MODULE = new URL("../dist/gemgrove.wasm", import.meta.url);
const NETWORK = new URL("../../../src/gemgrove/agents/networks/splendor-2p.safetensors", import.meta.url);

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load(MODULE);
});

describe("a game", () => {
  test("has the deal of its seed", () => {
    const game = engine.newGame("splendor", { seed: 7 });
    expect(game.deal?.id).toBe("9AT9-ET65-VPEX-1P3");
    const again = engine.newGame("splendor", { deal: "9at9-et65-vpex-1p3" });
    expect(again.state).toEqual(game.state);
  });

  test("is played by texts and by numbers, and taken back", () => {
    const game = engine.newGame("splendor", { seed: 7 });
    const before = game.state;
    game.play("p3 white blue red");
    expect([game.toMove, game.actions]).toEqual([1, [1]]);
    expect(game.undo()).toBe(true);
    expect(game.state).toEqual(before);
    expect(game.undo()).toBe(false);
  });

  test("refuses a move that is not legal, and stays as it is", () => {
    const game = engine.newGame("splendor", { seed: 7 });
    const before = game.state;
    expect(() => game.play(57)).toThrow("Action 57 is not legal now.");
    expect(() => game.play("br 1")).toThrow('"br 1" is not a legal move now: no reserved card.');
    expect(() => game.play("e2 e4")).toThrow("it is none of this game's moves.");
    expect(game.state).toEqual(before);
  });

  test("says why an action is not legal", () => {
    const game = engine.newGame("splendor", { seed: 7 });
    expect(game.reason(game.action("p2 red"))).toBeNull();
    game.play("p3 white blue red");
    expect(game.reason(28)).toEqual({ code: "pair_minimum", color: "red", left: 3, needed: 4 });
    expect(game.reason(45)).toMatchObject({ code: "cannot_afford", tier: 1, slot: 1, gold: 0 });
    const reason = { code: "nothing_to_return", held: 0, limit: 10 };
    expect(() => game.play("return gold")).toThrow(expect.objectContaining({ name: "IllegalMove", reason }));
    expect(() => game.reason(72)).toThrow("action is 72; it can be 0 to 71.");
    expect(() => game.view(0).reason(0)).toThrow("This seat has nothing to decide now.");
    const planted = engine.newGame("arboretum", { seed: 7 });
    expect(planted.reason(planted.variant.actionCount - 1)).toEqual({ code: "must_draw", number: 1 });
  });

  test("ends with winners and places", () => {
    const game = engine.newGame("arboretum", { players: 3, seed: 1 });
    while (!game.over) game.play(game.legalActions()[0]!);
    expect(game.ending).toBe("finished");
    expect(game.winners.length).toBeGreaterThan(0);
    expect(game.winners.every((seat) => game.places[seat] === 1)).toBe(true);
    expect(() => game.evaluate(0)).toThrow("The game is over.");
  });

  test("is played again from the id of its deal, or from its first position", () => {
    const game = engine.newGame("splendor", { seed: 7 });
    const starts = [game.deal!.id, game.position];
    for (let decisions = 0; decisions < 9; decisions += 1) game.play(game.legalActions()[0]!);
    for (const start of starts) {
      const again = engine.startGame(game.variant, start);
      again.replay(game.actions);
      expect(again.state).toEqual(game.state);
    }
  });

  test("without a seed has a random deal", () => {
    const ids = new Set(Array.from({ length: 5 }, () => engine.newGame("splendor").deal?.id));
    expect(ids.size).toBe(5);
  });

  test("that has been freed says so", () => {
    const game = engine.newGame("splendor");
    game.free();
    game.free();
    expect(() => game.toMove).toThrow("This object has been freed.");
  });
});

describe("rules", () => {
  test("are a preset, options, or both in turn", () => {
    expect(engine.variant("splendor", { rules: "core", players: 3 }).rules.over_limit).toBe("forbid");
    expect(engine.variant("splendor", { rules: { payment: "choose" } }).rules.payment).toBe("choose");
  });

  test.each([
    [{ rules: "chess" }, 'There are no rules "chess"; the presets are official, core'],
    [{ rules: { speed: 3 } }, 'The rules have no option "speed"; they have players'],
    [{ players: 5 }, "players is 5; it can be 2 to 4."],
    [{ rules: { nobles: "some" } }, '"some" is none of choose, first, all.'],
  ])("%j are refused", (options, sentence) => {
    expect(() => engine.variant("splendor", options as object)).toThrow(sentence);
  });
});

describe("a position", () => {
  test("can be edited", () => {
    const game = engine.newGame("splendor", { seed: 7 });
    const position = game.position;
    position.players[0]!.tokens = [3, 0, 0, 0, 0, 0];
    position.bank[0]! -= 3;
    expect(engine.gameFrom(game.variant, position).position).toEqual(position);
  });

  test.each([
    ["a card in two places", (cards: number[]) => cards.with(0, cards[1]!), "is in two places"],
    ["a card that does not exist", (cards: number[]) => cards.with(0, 99), "it can be"],
    ["a hand that is too small", (cards: number[]) => cards.slice(1), "hand: its size does not fit the phase."],
  ])("with %s is refused", (_what, change, sentence) => {
    const game = engine.newGame("arboretum", { seed: 7 });
    const position = game.position;
    position.players[0]!.hand = change(position.players[0]!.hand);
    expect(() => engine.gameFrom(game.variant, position)).toThrow(sentence);
  });

  test("without some of its fields is refused", () => {
    const { variant, position } = engine.newGame("arboretum", { seed: 7 });
    const { deck: _, ...rest } = position;
    expect(() => engine.gameFrom(variant, rest as typeof position)).toThrow("deck is missing.");
  });
});

describe("a view", () => {
  test("hides what its seat may not know, however it was made", () => {
    const game = engine.newGame("arboretum", { seed: 7 });
    const view = game.view(1);
    expect(view.position.players[0]!.hand).toEqual([]);
    expect(engine.viewFrom(game.variant, game.position, 1).state).toEqual(view.state);
    expect(view.legalActions()).toEqual([]);
  });

  test.each(["splendor", "arboretum"] as const)("of %s is read back from what a server sends", (name) => {
    const game = engine.newGame(name, { players: 3, seed: 7, rules: name === "splendor" ? { payment: "choose" } : {} });
    for (let at = 0; !game.over; ++at) {
      const seat = [0, 1, 2, null][at % 4]!;
      const view = game.view(seat);
      const read = engine.readView(game.variant, JSON.parse(JSON.stringify(view)));
      expect([read.seat, String(read.state), read.actions]).toEqual([seat, String(view.state), view.actions]);
      view.free();
      read.free();
      const legal = game.legalActions();
      game.play(legal[(at * at) % legal.length]!);
    }
    game.free();
  });

  test("asks for the card that an event reveals", () => {
    const game = engine.newGame("splendor", { seed: 7 });
    const view = game.view(1);
    const reserve = game.action("r m 1");
    expect(() => view.follow({ actions: [reserve], revealed: [] })).toThrow("it must be shown");
    expect(view.state).toEqual(game.view(1).state);
    game.play(reserve);
    view.follow({ actions: [reserve], revealed: [game.position.market[0]![0]!] });
    expect(view.state).toEqual(game.view(1).state);
  });

  test("looks ahead without knowing what is drawn", () => {
    const view = engine.newGame("splendor", { seed: 7 }).view(0);
    view.imagine("r m 1");
    expect(view.position.market[0]![0]).toBe(-2);
  });
});

describe("a search", () => {
  test("in slices finds the same as at once", () => {
    const view = engine.newGame("splendor", { seed: 7 }).view(0);
    const sliced = engine.newSearch({ seed: 5 });
    sliced.begin(view, { iterations: 500 });
    while (!sliced.step(1));
    expect(sliced.result()).toEqual(engine.newSearch({ seed: 5 }).run(view, { iterations: 500 }));
  });

  test("ends in time", () => {
    const view = engine.newGame("arboretum", { seed: 7 }).view(0);
    const search = engine.newSearch();
    expect(search.run(view, { seconds: 0.02 }).iterations).toBeGreaterThan(0);
  });

  test("needs a limit, a position and a decision", () => {
    const game = engine.newGame("splendor", { seed: 7 });
    const search = engine.newSearch();
    expect(() => search.run(game, {})).toThrow("A search needs a number of iterations or seconds.");
    expect(() => search.step(1)).toThrow("The search has no position yet.");
    expect(() => search.run(game.view(1), { iterations: 1 })).toThrow("This seat has nothing to decide now.");
  });
});

describe("a network", () => {
  const bytes = readFileSync(NETWORK);

  test("takes the place of the game's evaluation", () => {
    const game = engine.newGame("splendor", { seed: 7 });
    const network = engine.network(bytes);
    const judged = engine.newSearch({ network }).run(game, { iterations: 50 });
    expect(judged.values).not.toEqual(engine.newSearch().run(game, { iterations: 50 }).values);
  });

  test("for another game is refused", () => {
    const search = engine.newSearch({ network: engine.network(bytes) });
    const sentence = "The network plays splendor with 2 players; this is splendor with 3.";
    expect(() => search.run(engine.newGame("splendor", { players: 3 }), { iterations: 1 })).toThrow(sentence);
  });

  test.each([
    ["nothing", new Uint8Array(), "not in the safetensors format"],
    ["text", new TextEncoder().encode("this is not a network"), "not in the safetensors format"],
    ["half of one", bytes.subarray(0, bytes.length / 2), "is cut off: the file is too short"],
    ["one of another kind", changed("search network", "policy network"), "it has no description of one"],
    ["one with a missing layer", changed("trunk.0", "trunk.7"), "has no layer trunk.0"],
    ["one with weights of another type", changed('"I16"', '"F16"'), "must have the type I16"],
    ["one with too large weights", loud(), "The weights are too large: a sum could overflow."],
  ])("made of %s is refused", (_what, broken, sentence) => {
    expect(() => engine.network(broken)).toThrow(sentence);
  });

  test("that is refused leaves no memory behind", () => {
    const broken = loud();
    const attempt = () => expect(() => engine.network(broken)).toThrow(EngineError);
    for (let i = 0; i < 10; ++i) attempt();
    const before = engine.memory;
    for (let i = 0; i < 100; ++i) attempt();
    expect(engine.memory).toBe(before);
  });

  /** The file with each occurrence of a text in its header replaced by one of the same length. */
  function changed(from: string, to: string): Uint8Array {
    const end = 8 + Number(bytes.readBigUInt64LE(0));
    const header = bytes.subarray(0, end).toString("latin1").replaceAll(from, to);
    return Buffer.concat([Buffer.from(header, "latin1"), bytes.subarray(end)]);
  }

  /** The file with the largest weights there are. */
  function loud(): Uint8Array {
    const end = 8 + Number(bytes.readBigUInt64LE(0));
    const copy = Buffer.from(bytes);
    for (let at = end; at + 1 < copy.length; at += 2) copy.writeInt16LE(32767, at);
    return copy;
  }
});

test("memory stays bounded over many games", async () => {
  const fresh = await Engine.load(MODULE);
  const search = fresh.newSearch();
  const play = (seed: number) => {
    const game = fresh.newGame(seed % 2 ? "splendor" : "arboretum", { players: 2 + (seed % 3), seed });
    while (!game.over) {
      const view = game.view(game.toMove);
      game.play(search.run(view, { iterations: 10 }).moves[0]!.action);
      view.free();
    }
    game.free();
  };
  // The same games again: one with a larger tree than all before would take more.
  for (let seed = 0; seed < 25; ++seed) play(seed);
  const before = fresh.memory;
  for (let seed = 0; seed < 50; ++seed) play(seed % 25);
  expect(fresh.memory).toBe(before);
}, 60_000);

test("a file that is not the engine is refused with a sentence", async () => {
  await expect(Engine.load(new Uint8Array(10))).rejects.toThrow("or its file is broken");
});

describe("a deal", () => {
  test("is read as it was written", () => {
    const deal = Deal.random();
    expect(Deal.parse(deal.id).value).toBe(deal.value);
  });

  test("that was sealed is read from its key", () => {
    const id = `sealed:${"0f".repeat(32)}`;
    expect(Deal.parse(id).id).toBe(id);
    expect([...Deal.parse(id).keys(false)]).toEqual(Array(160).fill(15));
  });

  test.each(["", "ABCD", "sealed:12", "ABCD-EFGH-JKMN-PQU"])("%j is not one", (id) => {
    expect(() => Deal.parse(id)).toThrow("is not a deal's id");
  });

  test.each([-1, 0.5, 2 ** 60])("has no seed %d", (seed) => {
    expect(() => engine.newGame("splendor", { seed })).toThrow("it must be a whole number");
  });
});
