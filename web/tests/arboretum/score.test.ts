/** Paths and score sheets. */

import { describe, expect, it } from "vitest";
import { bestPaths, preview, scoreSheet, worthOf } from "../../src/games/arboretum/score";
import type { Planted } from "../../src/games/arboretum/types";
import { sheets } from "./games";

/** Cards as in "M1 0 0, M2 1 0". */
function planted(text: string): Planted[] {
  return text.split(", ").map((entry) => {
    const [id = "", x = "", y = ""] = entry.split(" ");
    return { id, species: id, rank: Number(id[1]), x: Number(x), y: Number(y) };
  });
}

describe("the score sheets of the engine's finished games", () => {
  it.each(sheets.map((game, number) => [number, game] as const))("game %i", (_, game) => {
    const { rights, seats, winners } = scoreSheet(game.view);
    expect(
      rights.map((right) => ({
        species: right.species,
        seats: right.seats,
        holdings: right.holdings.map(({ seat, cards, sum, outdoneBy }) => ({
          seat,
          cards: cards.map((card) => card.id),
          sum,
          outdone_by: outdoneBy,
        })),
      })),
    ).toEqual(game.sheet.rights);
    expect(winners).toEqual(game.sheet.winners);
    expect(seats.map((seat) => seat.total)).toEqual(game.view.scores);
    for (const [seat, own] of seats.entries()) {
      const sheet = game.sheet.seats[seat]!;
      expect([own.total, own.species]).toEqual([sheet.total, sheet.species]);
      expect(
        [...own.paths.values()].map((path) => ({
          species: path.species,
          cards: path.cards.map((card) => card.id),
          lines: Object.values(worthOf(path.cards)).filter(Boolean),
          points: path.points,
          counts: rights.find((right) => right.species === path.species)!.seats.includes(seat),
        })),
      ).toEqual(
        sheet.paths.map(({ species, cards, lines, points, counts }) => ({
          species,
          cards,
          lines: lines.map((line) => line.points),
          points,
          counts,
        })),
      );
    }
  });
});

describe("a path", () => {
  const points = (text: string) =>
    Object.fromEntries([...bestPaths(planted(text)).values()].map((p) => [p.species, p.points]));

  it("needs two cards", () => expect(points("M1 0 0, O2 1 0")).toEqual({}));
  it("may contain other species", () => expect(points("M2 0 0, O4 1 0, M7 2 0")).toEqual({ M: 3 }));
  it("rises", () => expect(points("M2 0 0, O7 1 0, M5 2 0")).toEqual({}));
  it("does not go diagonally", () => expect(points("M2 0 0, M5 1 1")).toEqual({}));
  it("counts double from four cards of its species on", () => {
    expect(points("M2 0 0, M3 1 0, M4 2 0")).toEqual({ M: 3 });
    expect(points("M2 0 0, M3 1 0, M4 2 0, M5 3 0")).toEqual({ M: 8 });
    expect(points("M2 0 0, M3 1 0, O4 2 0, M5 3 0")).toEqual({ M: 4 });
  });
  it("earns more for starting with a 1 and ending with an 8", () => {
    expect(points("M1 0 0, M8 1 0")).toEqual({ M: 5 });
  });
  it("may share cards with other paths", () => {
    expect(points("M1 0 0, O2 1 0, M5 2 0, O8 3 0")).toEqual({ M: 4, O: 5 });
  });
});

describe("a preview", () => {
  it("lists every species whose path improves, with the new path", () => {
    const own = planted("M1 0 0, O2 1 0, O8 3 0");
    const [card] = planted("M5 0 0");
    expect(
      preview(own, card!, { x: 2, y: 0 }).map(({ path, ...change }) => [
        change,
        path.cards.map(({ id, x }) => `${id} ${x}`),
      ]),
    ).toEqual([
      [{ species: "M", before: 0, after: 4 }, ["M1 0", "O2 1", "M5 2"]],
      [{ species: "O", before: 0, after: 5 }, ["O2 1", "M5 2", "O8 3"]],
    ]);
    expect(preview(own, card!, { x: 0, y: -1 })).toEqual([
      expect.objectContaining({ species: "M", before: 0, after: 3 }),
    ]);
    expect(preview(own, card!, { x: 4, y: 0 })).toEqual([]);
  });
});
