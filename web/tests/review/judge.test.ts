import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { Engine } from "../../engine/src/engine";
import type { Found, SearchRequest } from "../../src/engine/requests";
import { Searcher } from "../../src/engine/searcher";
import { QUICK, reviewGame, THOROUGH } from "../../src/review/game-review";
import { judge } from "../../src/review/judge";
import type { JudgedDecision } from "../../src/server/types";
import type { PublishedGame } from "../../src/table/published-game";

/** A search that finds moves with these visits and values for seat 0; `only` finds `alone`. */
function finds(moves: [visits: number, value: number][], alone = 0.5) {
  const asked: (number | undefined)[] = [];
  const found = (action: number, visits: number, value: number) => ({
    action,
    move: `move ${action}`,
    visits,
    values: [value, 1 - value],
  });
  const search = async (only?: number): Promise<Found> => {
    asked.push(only);
    const all = moves.map(([visits, value], action) => found(action, visits, value));
    const line = [{ view: {} as never, move: "move 0" }];
    return {
      seat: 0,
      iterations: 1000,
      values: [],
      moves: only === undefined ? all : [found(only, 1000, alone)],
      line,
    };
  };
  return { search, asked };
}

describe("a decision", () => {
  test("with one choice is not judged", async () => {
    expect(await judge(finds([[1000, 0.5]]).search, 0)).toEqual({ choices: 1, move: "move 0", judgement: null });
  });

  test("that the search would make costs nothing", async () => {
    const { judgement } = (await judge(
      finds([
        [900, 0.6],
        [100, 0.5],
      ]).search,
      0,
    ))!;
    expect(judgement).toEqual({
      before: [0.6, 0.4],
      after: [0.6, 0.4],
      best: "move 0",
      line: ["move 0"],
      loss: 0,
      error: 0,
      mark: "",
    });
  });

  test("that the search hardly visits is searched on its own", async () => {
    const { search, asked } = finds(
      [
        [900, 0.6],
        [10, 0.1],
      ],
      0.3,
    );
    const { judgement } = (await judge(search, 1))!;
    expect(asked).toEqual([undefined, 1]);
    expect(judgement).toMatchObject({ best: "move 0", line: ["move 0"], after: [0.3, 0.7], mark: "blunder" });
    expect(judgement!.loss).toBeCloseTo(0.3);
  });

  test("that turns out better on its own is the best", async () => {
    const { judgement } = (await judge(
      finds(
        [
          [900, 0.6],
          [10, 0.1],
        ],
        0.7,
      ).search,
      1,
    ))!;
    expect(judgement).toMatchObject({ best: "move 1", line: ["move 1"], loss: 0, error: 0, mark: "" });
  });

  test.each([
    [0.39, "blunder"],
    [0.49, "mistake"],
    [0.54, "inaccuracy"],
    [0.58, ""],
  ])("worth %d where 0.6 was possible is marked %j", async (alone, mark) => {
    const moves: [number, number][] = [
      [90_000, 0.6],
      [10, 0.1],
    ];
    const { search } = finds(moves, alone);
    const many = async (only?: number) => {
      const found = await search(only);
      return { ...found, moves: found.moves.map((move) => ({ ...move, visits: move.visits * 100 })) };
    };
    expect((await judge(many, 1))!.judgement!.mark).toBe(mark);
  });

  test("whose loss may be noise has no mark", async () => {
    const { judgement } = (await judge(
      finds([
        [10, 0.6],
        [9, 0.4],
      ]).search,
      1,
    ))!;
    expect(judgement!.loss).toBeCloseTo(0.2);
    expect(judgement!.mark).toBe("");
  });
});

describe("a game", () => {
  let searcher: Searcher;
  let played: PublishedGame;
  beforeAll(async () => {
    const engine = await Engine.load(
      readFileSync(new URL("../../engine/dist/gemgrove.wasm", import.meta.url)) as BufferSource,
    );
    searcher = new Searcher(engine, {});
    const game = engine.newGame("splendor", { seed: 3 });
    const seats: number[] = [];
    for (let at = 0; at < 12; ++at) {
      seats.push(game.toMove);
      const legal = game.legalActions();
      game.play(legal[(at * at) % legal.length]!);
    }
    played = { game: "splendor", rules: game.variant.rules, start: game.deal!.id, actions: game.actions, seats };
  });

  test("is judged quickly as a whole, then thoroughly, the costliest decision first", async () => {
    const told: [JudgedDecision, boolean][] = [];
    const asked: SearchRequest[] = [];
    // A tenth of the iterations, since only the order matters here.
    const search = async (request: SearchRequest) => {
      asked.push(request);
      return (await searcher.search({ ...request, iterations: request.iterations! / 10 }))!;
    };
    await reviewGame(played, search, (decision, thorough) => told.push([decision, thorough]));
    expect(told.filter(([, thorough]) => !thorough).length).toBe(12);
    expect(told.slice(0, 12).every(([, thorough]) => !thorough)).toBe(true);
    expect(told.map(([{ number }]) => number).sort((a, b) => a - b)).toEqual(
      played.actions.flatMap((_, place) => [place + 1, place + 1]),
    );
    const losses = new Map(told.slice(0, 12).map(([{ number, judgement }]) => [number, judgement!.loss]));
    const worst = [...losses].sort(([, one], [, other]) => other - one)[0]![0];
    const first = asked.findIndex(({ iterations }) => iterations === THOROUGH);
    expect(asked.slice(0, first).every(({ iterations }) => iterations === QUICK)).toBe(true);
    expect(asked[first]!.position).toMatchObject({ actions: played.actions.slice(0, worst - 1) });
  });

  test("whose review is no longer wanted is left alone", async () => {
    const stop = new AbortController();
    const search = async () => {
      stop.abort();
      throw stop.signal.reason;
    };
    await expect(reviewGame(played, search, () => undefined, stop.signal)).rejects.toThrow("aborted");
  });
});
