import { describe, expect, it } from "vitest";
import { parseMove } from "../../engine/src/splendor/notation";
import { legalMoves } from "../../src/engine/positions";
import { whyNot, whyNotSelect } from "../../src/games/splendor/reasons";
import { addable, legalTakes, type Selection } from "../../src/games/splendor/token-selection";
import { COLORS } from "../../src/games/splendor/types";
import { decisionsOf, GAMES, game } from "./games";

const OFFICIAL = game("official-2");
const START = OFFICIAL.start;

describe("why a token cannot be added to the selection", () => {
  it.each<[string, Selection, string]>([
    ["a fourth", ["white", "blue", "green"], "Three tokens are all you can take."],
    ["one more to a pair", ["white", "white"], "Two tokens of one color are all you can take."],
    ["one alike to two different", ["white", "red"], "You can take two red only on their own."],
  ])("such as %s", (_what, selection, sentence) => {
    expect(whyNotSelect(START, OFFICIAL.rules, selection, "red")).toBe(sentence);
  });
});

describe("why a move is not possible", () => {
  it.each([
    ["p1 red", "The bank has 5 colors, so you take three different tokens or two of one color."],
    ["br 1", "There is no card here."],
    ["return red", "You return tokens only when you hold more than 10."],
    ["noble 1", "Nobles visit on their own at the end of your turn."],
    ["pass", "You can pass only when no other move is possible."],
  ])("such as %s at the start", (move, sentence) => {
    expect(whyNot(START, OFFICIAL.rules, parseMove(move))).toBe(sentence);
  });

  it("says which tokens a card still needs", () => {
    const said = START.market.map((_, tier) =>
      whyNot(START, OFFICIAL.rules, { kind: "buy", place: `${"mtv"[tier]}1` }),
    );
    for (const sentence of said) expect(sentence).toMatch(/^You lack \d \w+( and \d \w+|, \d \w+)*.*\.$/);
  });

  it("is not said of a legal move", () => {
    for (const move of legalMoves(START, OFFICIAL.rules))
      expect(whyNot(START, OFFICIAL.rules, parseMove(move))).toBeNull();
  });
});

const SENTENCE = /^[A-Z].*\.$/;
/** The moves that have ever been legal, but payments, which are moves only where something is owed. */
const EVERYTHING = [
  ...new Set(GAMES.flatMap(([, told]) => decisionsOf(told).flatMap((view) => legalMoves(view, told.rules)))),
].filter((move) => !move.startsWith("pay"));

describe.each(GAMES)("in the game %s", (_name, told) => {
  const own = decisionsOf(told);

  it("every illegal move has a reason", () => {
    const wrong = own.flatMap((view) => {
      const moves = new Set(legalMoves(view, told.rules));
      const illegal = EVERYTHING.filter((move) => !moves.has(move));
      return illegal.filter((move) => !SENTENCE.test(whyNot(view, told.rules, parseMove(move)) ?? ""));
    });
    expect(wrong).toEqual([]);
  });

  it("every token that cannot be selected has a reason", () => {
    const wrong = own.flatMap((view) => {
      const takes = legalTakes(legalMoves(view, told.rules));
      return [[], ...takes].flatMap((selection) =>
        COLORS.filter(
          (color) =>
            !addable(selection, color, takes) && !SENTENCE.test(whyNotSelect(view, told.rules, selection, color) ?? ""),
        ),
      );
    });
    expect(wrong).toEqual([]);
  });
});
