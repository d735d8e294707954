import { describe, expect, it } from "vitest";
import { parseMove, text } from "../../engine/src/splendor/notation";
import { legalMoves } from "../../src/engine/positions";
import {
  addable,
  legalTakes,
  type Selection,
  takeMove,
  toggled,
  without,
} from "../../src/games/splendor/token-selection";
import { COLORS } from "../../src/games/splendor/types";
import { decisionsOf, GAMES } from "./games";

const MOVES = ["p3 white blue green", "p3 white blue red", "p3 blue green red", "p2 red", "b m 1", "r t deck"];
const TAKES = legalTakes(MOVES);

/** The selection after clicks on tokens of these colors. */
function selection(...colors: Selection): Selection {
  return colors.reduce<Selection>((selected, color) => toggled(selected, color, TAKES), []);
}

describe("a token selection", () => {
  it("grows by one token with each click", () => {
    expect(selection("red", "white")).toEqual(["red", "white"]);
  });

  it("takes a second token of a color with a second click, if two may be taken", () => {
    expect(selection("red", "red")).toEqual(["red", "red"]);
  });

  it("loses a color with a click that cannot add another", () => {
    expect(selection("blue", "blue")).toEqual([]);
    expect(selection("white", "red", "white")).toEqual(["red"]);
    expect(selection("red", "red", "red")).toEqual([]);
  });

  it("stays as it is when a click can neither add nor remove", () => {
    expect(selection("black")).toEqual([]);
    expect(selection("red", "red", "blue")).toEqual(["red", "red"]);
  });

  it("can only grow toward a legal take", () => {
    expect(COLORS.filter((color) => addable(["white"], color, TAKES))).toEqual(["blue", "green", "red"]);
    expect(COLORS.filter((color) => addable(["white", "green"], color, TAKES))).toEqual(["blue"]);
  });

  it("is a move once it is just a legal take, whatever the order of the clicks", () => {
    expect(takeMove(["red", "blue", "white"], MOVES)).toBe("p3 white blue red");
    expect(takeMove(["red", "red"], MOVES)).toBe("p2 red");
    expect(takeMove(["red", "blue"], MOVES)).toBeNull();
    expect(takeMove([], MOVES)).toBeNull();
  });

  it("returns one token at a time", () => {
    expect(without(["red", "red"], "red")).toEqual(["red"]);
    expect(without(["red"], "blue")).toEqual(["red"]);
  });
});

describe.each(GAMES)("in the game %s", (_name, told) => {
  it("clicks reach every legal take, and no others", () => {
    for (const view of decisionsOf(told)) {
      if (view.phase !== "play") continue;
      const moves = legalMoves(view, told.rules);
      const takes = legalTakes(moves);
      expect(reached([], takes, moves)).toEqual(new Set(takes.map((colors) => text({ kind: "take", colors }))));
    }
  });

  it("every move is parsed and formatted back to the same text", () => {
    const legal = decisionsOf(told).flatMap((view) => legalMoves(view, told.rules));
    for (const move of [...told.told.map(({ move }) => move), ...legal]) expect(text(parseMove(move))).toBe(move);
  });
});

function reached(selection: Selection, takes: Selection[], moves: readonly string[]): Set<string> {
  if (selection.length > 3) throw new Error(`A selection grew to ${selection.join(" ")}; three tokens are the most.`);
  const here = takeMove(selection, moves);
  const next = COLORS.filter((color) => addable(selection, color, takes));
  const further = next.flatMap((color) => [...reached([...selection, color], takes, moves)]);
  return new Set(here ? [here, ...further] : further);
}
