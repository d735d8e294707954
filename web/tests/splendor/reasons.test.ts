import { describe, expect, it } from "vitest";
import { legal } from "../../src/games/splendor/legal";
import { read } from "../../src/games/splendor/notation";
import { whyNot, whyNotStage } from "../../src/games/splendor/reasons";
import { type Stage, addable, takesAmong } from "../../src/games/splendor/staging";
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

function why(view: SplendorView, move: string, rules = {}): string | null {
  return legal(view, rules).includes(move) ? null : whyNot(view, rules, read(move));
}

describe("why a move is not possible", () => {
  it("says which tokens a card still wants", () => {
    const cost = { white: 0, blue: 3, green: 0, red: 2, black: 0 };
    const market = START.market.with(0, [{ id: 1, tier: 1, color: "red", points: 0, cost }, null, null, null]);
    expect(why(position({ market }), "b m 1")).toBe("You lack 3 blue and 2 red.");
    expect(why(position({ market }, { tokens: bank({ blue: 2, gold: 1 }) }), "b m 1")).toBe(
      "You lack 1 blue and 2 red, and your 1 gold cannot cover that.",
    );
    expect(why(position({ market }, { tokens: bank({ blue: 3, red: 1, gold: 1 }) }), "b m 1")).toBeNull();
    expect(why(position({ market }), "b m 2")).toBe("No card lies here.");
  });

  it("says how many are left for a pair", () => {
    const view = position({ bank: bank({ white: 4, blue: 4, green: 4, red: 3 }) });
    expect(why(view, "p2 red")).toBe("Only 3 red left: taking two needs 4.");
    expect(why(view, "p3 white blue black")).toBe("No black is left in the bank.");
    expect(why(view, "p2 white")).toBeNull();
  });

  it("says that more must be taken, or why fewer never are", () => {
    expect(why(START, "p1 red")).toBe("The bank has 5 colors, so you take three different tokens or two alike.");
    expect(why(position({ bank: bank({ red: 2, blue: 1 }) }), "p1 red")).toBe(
      "The bank has 2 colors, so you take one of each or two alike.",
    );
    const few = position({ bank: bank({ red: 2 }) });
    expect(why(few, "p1 red", { take_fewer: "never" })).toBe(
      "By this table's rules you take three different tokens or two alike.",
    );
    expect(why(few, "p1 red")).toBeNull();
  });

  it("knows the limits of tokens and of reserved cards", () => {
    const full = position({}, { tokens: bank({ white: 4, blue: 4 }) });
    expect(why(full, "p3 green red black", { over_limit: "forbid" })).toBe(
      "You hold 8 tokens, and 3 more would pass the limit of 10.",
    );
    expect(why(full, "p3 green red black")).toBeNull();
    const card = { hidden: true, tier: 1, blind: true } as const;
    expect(why(position({}, { reserved: [card, card, card] }), "r m 1")).toBe(
      "You hold 3 reserved cards, and that is the limit.",
    );
  });

  it("knows what the decks allow", () => {
    expect(why(START, "r m deck", { deck_reserve: false })).toBe("By this table's rules nobody reserves from a deck.");
    expect(why(position({ decks: [0, 1, 1] }), "r m deck")).toBe("This deck is empty.");
  });

  it("asks for what must come first", () => {
    const returning = position({ phase: "return" }, { tokens: bank({ white: 6, blue: 6 }) });
    expect(why(returning, "p2 red")).toBe("First return 2 tokens.");
    expect(why(returning, "return red")).toBe("You hold no red.");
    expect(why(position({ phase: "noble" }), "p2 red")).toBe("First choose the noble who visits you.");
    expect(why(position({ phase: "over" }), "p2 red")).toBe("The game is over.");
    const gold = position({ phase: "return" }, { tokens: bank({ white: 10, gold: 1 }) });
    expect(why(gold, "return gold", { return_gold: false })).toBe("By this table's rules gold is not returned.");
  });
});

describe("why a token cannot be laid to the others", () => {
  it.each<[string, Stage, Partial<Tokens>, string]>([
    ["a fourth", ["white", "blue", "green"], { red: 4 }, "Three tokens are all you may take."],
    ["one more to a pair", ["white", "white"], { red: 4 }, "Two of one color are all you may take."],
    ["one alike to two different", ["white", "red"], { red: 4 }, "Two red can only be taken with nothing else."],
    ["one of too few", ["red"], { red: 3 }, "Only 3 red left: taking two needs 4."],
    ["one that is not there", [], {}, "No red is left in the bank."],
  ])("such as %s", (_what, stage, left, sentence) => {
    const view = position({ bank: bank({ white: 4, blue: 4, green: 4, ...left }) });
    expect(whyNotStage(view, {}, stage, "red")).toBe(sentence);
  });
});

describe("where more than ten tokens are not taken", () => {
  const rules = { over_limit: "forbid" };
  const all = bank({ white: 4, blue: 4, green: 4, red: 3, black: 3 });

  it("a first token that can lead to nothing is refused for the limit", () => {
    const view = position({ bank: all }, { tokens: bank({ white: 9 }) });
    expect(takesAmong(legal(view, rules))).toEqual([]);
    expect(whyNotStage(view, rules, [], "red")).toBe("You hold 9 tokens, and 3 more would pass the limit of 10.");
    const few = position({ bank: bank({ red: 3, blue: 1 }) }, { tokens: bank({ white: 9 }) });
    expect(whyNotStage(few, rules, [], "red")).toBe("You hold 9 tokens, and 2 more would pass the limit of 10.");
  });

  it("a second color is refused for the limit where only two alike fit", () => {
    const view = position({ bank: all }, { tokens: bank({ white: 8 }) });
    expect(addable(["blue"], "blue", takesAmong(legal(view, rules)))).toBe(true);
    expect(whyNotStage(view, rules, ["blue"], "green")).toBe(
      "You hold 8 tokens, and 3 more would pass the limit of 10.",
    );
  });

  it("with room for one, and one allowed, a second is refused for the limit", () => {
    const view = position({ bank: all }, { tokens: bank({ white: 9 }) });
    const free = { ...rules, take_fewer: "free" };
    expect(whyNotStage(view, free, ["blue"], "green")).toBe("You hold 9 tokens, and 2 more would pass the limit of 10.");
    expect(whyNotStage(view, free, ["blue"], "blue")).toBe("You hold 9 tokens, and 2 more would pass the limit of 10.");
  });
});

const SENTENCE = /^[A-Z].*\.$/;
const EVERYTHING = [...new Set(GAMES.flatMap(([, told]) => told.steps.flatMap((step) => step.legal ?? [])))];

describe.each(GAMES)("in the game %s", (_name, told) => {
  const own = [...positions(told)].filter(([, step]) => step.legal).map(([view]) => view);

  it("whatever is not legal has its reason", () => {
    const wrong = own.flatMap((view) => {
      const moves = new Set(legal(view, told.rules));
      const illegal = EVERYTHING.filter((move) => !moves.has(move));
      return illegal.filter((move) => !SENTENCE.test(whyNot(view, told.rules, read(move))));
    });
    expect(wrong).toEqual([]);
  });

  it("a token that cannot be laid apart has its reason", () => {
    const wrong = own.flatMap((view) => {
      const takes = takesAmong(legal(view, told.rules));
      return [[], ...takes].flatMap((stage) =>
        COLORS.filter(
          (color) =>
            !addable(stage, color, takes) && !SENTENCE.test(whyNotStage(view, told.rules, stage, color) ?? ""),
        ),
      );
    });
    expect(wrong).toEqual([]);
  });
});
