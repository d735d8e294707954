import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Engine } from "../../engine/src/engine";
import type { Found, SearchRequest } from "../../src/engine/requests";
import { Searcher } from "../../src/engine/searcher";

const MODULE = readFileSync(new URL("../../engine/dist/gemgrove.wasm", import.meta.url));
const FOLDER = new URL("../../../src/gemgrove/agents/networks/", import.meta.url);

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load(MODULE);
});

const DEAL = "ABCD-EFGH-JKMN-PQR";
const RULES = () => ({ ...engine.variant("splendor").rules });

function request(more: Partial<SearchRequest> = {}): SearchRequest {
  return { game: "splendor", rules: RULES(), position: { start: DEAL, actions: [] }, iterations: 200, ...more };
}

describe("a search", () => {
  test("describes all moves, and the best line with its positions", async () => {
    const found = (await new Searcher(engine, {}).search(request()))!;
    expect(found.iterations).toBe(200);
    expect(found.moves.length).toBe(engine.newGame("splendor", { deal: DEAL }).legalActions().length);
    expect(found.line[0]).toMatchObject({ move: found.moves[0]!.move, view: { to_move: found.seat } });
    expect(found.values.reduce((sum, value) => sum + value)).toBeCloseTo(1);
  });

  test("of a view finds what that of the game behind it finds", async () => {
    const actions = [0, 9, 42];
    const game = engine.newGame("splendor", { deal: DEAL });
    for (const action of actions) game.play(action);
    const searcher = new Searcher(engine, {});
    const view = JSON.parse(JSON.stringify(game.view(game.toMove)));
    const seen = await searcher.search(request({ position: { view, seat: game.toMove } }));
    expect(seen).toEqual(await searcher.search(request({ position: { start: DEAL, actions } })));
  });

  test("of a game that began with a position finds what that of its deal finds", async () => {
    const actions = [0, 9, 42];
    const start = { ...engine.newGame("splendor", { deal: DEAL }).position };
    const searcher = new Searcher(engine, {});
    const found = await searcher.search(request({ position: { start, actions } }));
    expect(found).toEqual(await searcher.search(request({ position: { start: DEAL, actions } })));
  });

  test("reports what it has found so far, and ends when it is cancelled", async () => {
    const reported: Found[] = [];
    const found = await new Searcher(engine, {}).search(
      request({ iterations: 1e9 }),
      (progress) => reported.push(progress),
      () => reported.length === 2,
    );
    expect(found).toBeNull();
    expect(reported[1]!.iterations).toBeGreaterThan(reported[0]!.iterations);
  });

  test("that cannot be made is refused with a sentence", async () => {
    const position = { start: DEAL, actions: [71] };
    await expect(new Searcher(engine, {}).search(request({ position }))).rejects.toThrow("Action 71 is not legal now.");
  });
});

describe("the champion's network", () => {
  const address = "https://example.org/networks/splendor-2p.safetensors";

  test("is fetched when it is first needed, and once", async () => {
    const bytes = readFileSync(new URL("splendor-2p.safetensors", FOLDER));
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(bytes));
    const searcher = new Searcher(engine, { "splendor-2p": address });
    const plain = await new Searcher(engine, {}).search(request());
    const found = await searcher.search(request());
    await searcher.search(request());
    expect(fetched.mock.calls).toEqual([[address]]);
    expect(found!.values).not.toEqual(plain!.values);
    fetched.mockRestore();
  });

  test("that cannot be loaded is tried again with the next search", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null, { status: 503 }));
    const searcher = new Searcher(engine, { "splendor-2p": address });
    for (let i = 0; i < 2; ++i) await expect(searcher.search(request())).rejects.toThrow("status 503");
    expect(fetched).toHaveBeenCalledTimes(2);
    fetched.mockRestore();
  });
});
