import { describe, expect, it } from "vitest";
import { parseMove } from "../../engine/src/splendor/notation";
import { legalMoves } from "../../src/engine/positions";
import { whyNot, whyNotSelect } from "../../src/games/splendor/reasons";
import { addable, legalTakes, type Selection } from "../../src/games/splendor/token-selection";
import { COLORS, type Player, type SplendorView, type Tokens } from "../../src/games/splendor/types";
import { GAMES, game, positions } from "./games";

const NONE = { white: 0, blue: 0, green: 0, red: 0, black: 0, gold: 0 };
const START = game("official-2").start;

/** The first position of a game, with changes to the table and to the player to move. */
function position(table: Partial<SplendorView>, own: Partial<Player> = {}): SplendorView {
  const view = { ...START, ...table };
  const player = view.players[view.to_move] as Player;
  return { ...view, players: view.players.with(view.to_move, { ...player, ...own }) };
}

function bank(some: Partial<Tokens>): Tokens {
  return { ...NONE, ...some };
}

function why(view: SplendorView, move: string, rules = {}): string {
  return whyNot(view, rules, parseMove(move));
}

describe("why a move is not possible", () => {
  it("says which tokens a card still needs", () => {
    const cost = { white: 0, blue: 3, green: 0, red: 2, black: 0 };
    const market = START.market.with(0, [{ id: 1, tier: 1, color: "red", points: 0, cost }, null, null, null]);
    expect(why(position({ market }), "b m 1")).toBe("You lack 3 blue and 2 red.");
    expect(why(position({ market }, { tokens: bank({ blue: 2, gold: 1 }) }), "b m 1")).toBe(
      "You lack 1 blue and 2 red, and your 1 gold cannot cover that.",
    );
    expect(why(position({ market }), "b m 2")).toBe("There is no card here.");
  });

  it("says how many are left for a pair", () => {
    const view = position({ bank: bank({ white: 4, blue: 4, green: 4, red: 3 }) });
    expect(why(view, "p2 red")).toBe("Only 3 red left: you can take two only if there are 4.");
    expect(why(view, "p3 white blue black")).toBe("The bank has no black left.");
  });

  it("says that more must be taken", () => {
    expect(why(START, "p1 red")).toBe("The bank has 5 colors, so you take three different tokens or two of one color.");
    expect(why(position({ bank: bank({ red: 2, blue: 1 }) }), "p1 red")).toBe(
      "The bank has 2 colors, so you take one of each or two of one color.",
    );
    const few = position({ bank: bank({ red: 2 }) });
    expect(why(few, "p1 red", { take_fewer: "never" })).toBe(
      "At this table you take three different tokens or two of one color.",
    );
  });

  it("knows the limits of tokens and of reserved cards", () => {
    const full = position({}, { tokens: bank({ white: 4, blue: 4 }) });
    expect(why(full, "p3 green red black", { over_limit: "forbid" })).toBe(
      "You hold 8 tokens; 3 more would exceed the limit of 10.",
    );
    const card = { hidden: true, tier: 1, blind: true } as const;
    expect(why(position({}, { reserved: [card, card, card] }), "r m 1")).toBe(
      "You already have 3 reserved cards, which is the limit.",
    );
  });

  it("knows what the decks allow", () => {
    expect(why(START, "r m deck", { deck_reserve: false })).toBe("Reserving from a deck is not allowed at this table.");
    expect(why(position({ decks: [0, 1, 1] }), "r m deck")).toBe("This deck is empty.");
  });

  it("asks for what must come first", () => {
    const returning = position({ phase: "return" }, { tokens: bank({ white: 6, blue: 6 }) });
    expect(why(returning, "p2 red")).toBe("First return 2 tokens.");
    expect(why(returning, "return red")).toBe("You hold no red.");
    expect(why(position({ phase: "noble" }), "p2 red")).toBe("First choose which noble visits you.");
    expect(why(position({ phase: "over" }), "p2 red")).toBe("The game is over.");
    const gold = position({ phase: "return" }, { tokens: bank({ white: 10, gold: 1 }) });
    expect(why(gold, "return gold", { return_gold: false })).toBe("Gold cannot be returned at this table.");
  });
});

describe("if only tokens just taken go back", () => {
  const rules = { over_limit: "return_drawn" };
  const escrow = { seat: START.to_move, tokens: bank({ red: 1, gold: 1 }) };
  const view = position({ phase: "return", escrow }, { tokens: bank({ white: 5, red: 6, gold: 1 }) });

  it("the others say why", () => {
    expect(why(view, "return white", rules)).toBe(
      "You did not take white this turn; you can return only red and gold.",
    );
    expect(why(view, "return blue", rules)).toBe("You hold no blue.");
  });
});

describe("why a token cannot be added to the selection", () => {
  it.each<[string, Selection, Partial<Tokens>, string]>([
    ["a fourth", ["white", "blue", "green"], { red: 4 }, "Three tokens are all you can take."],
    ["one more to a pair", ["white", "white"], { red: 4 }, "Two tokens of one color are all you can take."],
    ["one alike to two different", ["white", "red"], { red: 4 }, "You can take two red only on their own."],
    ["one of too few", ["red"], { red: 3 }, "Only 3 red left: you can take two only if there are 4."],
    ["one that is not there", [], {}, "The bank has no red left."],
  ])("such as %s", (_what, selection, left, sentence) => {
    const view = position({ bank: bank({ white: 4, blue: 4, green: 4, ...left }) });
    expect(whyNotSelect(view, {}, selection, "red")).toBe(sentence);
  });
});

describe("if taking more than ten tokens is forbidden", () => {
  const rules = { over_limit: "forbid" };
  const all = bank({ white: 4, blue: 4, green: 4, red: 3, black: 3 });

  it("a first token that leads to no take is refused for the limit", () => {
    const view = position({ bank: all }, { tokens: bank({ white: 9 }) });
    expect(whyNotSelect(view, rules, [], "red")).toBe("You hold 9 tokens; 3 more would exceed the limit of 10.");
    const few = position({ bank: bank({ red: 3, blue: 1 }) }, { tokens: bank({ white: 9 }) });
    expect(whyNotSelect(few, rules, [], "red")).toBe("You hold 9 tokens; 2 more would exceed the limit of 10.");
  });

  it("a second color is refused for the limit if only a pair fits", () => {
    const view = position({ bank: all }, { tokens: bank({ white: 8 }) });
    expect(whyNotSelect(view, rules, ["blue"], "green")).toBe(
      "You hold 8 tokens; 3 more would exceed the limit of 10.",
    );
  });

  it("with room for one, and one allowed, a second is refused for the limit", () => {
    const view = position({ bank: all }, { tokens: bank({ white: 9 }) });
    const free = { ...rules, take_fewer: "free" };
    expect(whyNotSelect(view, free, ["blue"], "green")).toBe("You hold 9 tokens; 2 more would exceed the limit of 10.");
    expect(whyNotSelect(view, free, ["blue"], "blue")).toBe("You hold 9 tokens; 2 more would exceed the limit of 10.");
  });
});

const SENTENCE = /^[A-Z].*\.$/;
const EVERYTHING = [...new Set(GAMES.flatMap(([, told]) => told.steps.flatMap((step) => step.legal ?? [])))];

describe.each(GAMES)("in the game %s", (_name, told) => {
  const own = [...positions(told)].filter(([, step]) => step.legal).map(([view]) => view);

  it("every illegal move has a reason", () => {
    const wrong = own.flatMap((view) => {
      const moves = new Set(legalMoves(view, told.rules));
      const illegal = EVERYTHING.filter((move) => !moves.has(move));
      return illegal.filter((move) => !SENTENCE.test(whyNot(view, told.rules, parseMove(move))));
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
