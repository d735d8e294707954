/** Score sheets, previews of plantings, and the examples in the rules. */

import { describe, expect, it } from "vitest";
import { follow, legalMoves } from "../../src/engine/positions";
import { isKnown } from "../../src/games/arboretum/cards";
import { bestPaths, plantings, scoreSheet, worthOf } from "../../src/games/arboretum/paths";
import { EXAMPLES } from "../../src/games/arboretum/rules";
import { games, sheets, toldTo } from "./games";

describe("the score sheets of the engine's finished games", () => {
  it.each(sheets.map((game, number) => [number, game] as const))("game %i", (_, { view, sheet }) => {
    const rights = scoreSheet({ ...view, actions: [] }, { players: view.players.length });
    expect(
      rights.map(({ species, seats, holdings }) => ({
        species,
        seats,
        holdings: holdings.map(({ seat, cards, sum, outdoneBy }) => ({
          seat,
          cards: cards.map((card) => card.id),
          sum,
          outdone_by: outdoneBy,
        })),
      })),
    ).toEqual(sheet.rights);
    sheet.seats.forEach(({ paths }, seat) => {
      expect(
        rights.flatMap(({ seats, paths }) => {
          const path = paths[seat];
          if (!path) return [];
          const lines = Object.values(worthOf(path)).filter(Boolean);
          const cards = path.cards.map((card) => card.id);
          return { species: path.species, cards, lines, points: path.points, counts: seats.includes(seat) };
        }),
      ).toEqual(paths.map((path) => ({ ...path, lines: path.lines.map((line) => line.points) })));
    });
  });
});

describe.each(games)("the preview of a planting in the game %s", (_, game) => {
  it("is what the planting brings", () => {
    const seat = 0;
    let view = game.starts[seat + 1]!;
    let planted = 0;
    for (const step of game.steps) {
      const [before, decision] = [view, toldTo(step, seat)];
      view = follow(before, game.rules, decision);
      if (!decision.planted || decision.seat !== seat || !before.picked || !isKnown(before.picked)) continue;
      const { x, y } = decision.planted;
      const found = plantings(before, game.rules, before.picked);
      expect(found).toHaveLength(legalMoves(before, game.rules).length);
      const preview = found.find(({ cell }) => cell.x === x && cell.y === y);
      const old = bestPaths(before, game.rules, seat);
      const now = bestPaths(view, game.rules, seat);
      expect(preview?.changes.map(({ path }) => path)).toEqual(
        now.filter((path) => path.points !== (old.find(({ species }) => species === path.species)?.points ?? 0)),
      );
      planted += 1;
    }
    expect(planted).toBeGreaterThan(5);
  });
});

it("explains the points of the examples in the rules", () => {
  expect(EXAMPLES.map(({ path }) => worthOf(path))).toEqual([
    { cards: 4, doubled: 0, begins: 1, ends: 0 },
    { cards: 4, doubled: 4, begins: 0, ends: 2 },
  ]);
});
