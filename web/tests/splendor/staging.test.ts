import { describe, expect, it } from "vitest";
import { legal } from "../../src/games/splendor/legal";
import { read, text } from "../../src/games/splendor/notation";
import { type Stage, addable, clicked, stagedMove, takesAmong, without } from "../../src/games/splendor/staging";
import { COLORS } from "../../src/games/splendor/types";
import { GAMES, positions } from "./games";

const MOVES = ["p3 white blue green", "p3 white blue red", "p3 blue green red", "p2 red", "b m 1", "r t deck"];
const TAKES = takesAmong(MOVES);

/** The stage after clicks on tokens of these colors. */
function stage(...colors: Stage): Stage {
  return colors.reduce<Stage>((laid, color) => clicked(laid, color, TAKES), []);
}

describe("a take in the making", () => {
  it("gets a token more by each click", () => {
    expect(stage("red", "white")).toEqual(["red", "white"]);
  });

  it("gets a second token of a color by a second click, where two may be taken", () => {
    expect(stage("red", "red")).toEqual(["red", "red"]);
  });

  it("loses a color by a click that cannot add one more of it", () => {
    expect(stage("blue", "blue")).toEqual([]);
    expect(stage("white", "red", "white")).toEqual(["red"]);
    expect(stage("red", "red", "red")).toEqual([]);
  });

  it("stays as it is when a click can neither add nor remove", () => {
    expect(stage("black")).toEqual([]);
    expect(stage("red", "red", "blue")).toEqual(["red", "red"]);
  });

  it("can only grow toward a legal take", () => {
    expect(COLORS.filter((color) => addable(["white"], color, TAKES))).toEqual(["blue", "green", "red"]);
    expect(COLORS.filter((color) => addable(["white", "green"], color, TAKES))).toEqual(["blue"]);
  });

  it("is a move once it is just a legal take, in whatever order it was laid", () => {
    expect(stagedMove(["red", "blue", "white"], MOVES)).toBe("p3 white blue red");
    expect(stagedMove(["red", "red"], MOVES)).toBe("p2 red");
    expect(stagedMove(["red", "blue"], MOVES)).toBeNull();
    expect(stagedMove([], MOVES)).toBeNull();
  });

  it("gives one token back at a time", () => {
    expect(without(["red", "red"], "red")).toEqual(["red"]);
    expect(without(["red"], "blue")).toEqual(["red"]);
  });
});

describe.each(GAMES)("in the game %s", (_name, told) => {
  it("every legal take is reached by clicks, and only those are", () => {
    for (const [view, step] of positions(told)) {
      if (!step.legal || view.phase !== "play") continue;
      const moves = legal(view, told.rules);
      const takes = takesAmong(moves);
      expect(reached([], takes, moves)).toEqual(new Set(takes.map((colors) => text({ kind: "take", colors }))));
    }
  });

  it("every move is read and written the same", () => {
    for (const step of told.steps) {
      for (const move of [step.told.move, ...(step.legal ?? [])]) expect(text(read(move))).toBe(move);
    }
  });
});

function reached(stage: Stage, takes: Stage[], moves: string[]): Set<string> {
  if (stage.length > 3) throw new Error(`A stage grew to ${stage.join(" ")}; three tokens are the most.`);
  const here = stagedMove(stage, moves);
  const next = COLORS.filter((color) => addable(stage, color, takes));
  const further = next.flatMap((color) => [...reached([...stage, color], takes, moves)]);
  return new Set(here ? [here, ...further] : further);
}
