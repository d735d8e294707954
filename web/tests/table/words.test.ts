import { expect, test } from "vitest";
import type { GameOffered, TableEvent } from "../../src/server/types";
import { undoRefused } from "../../src/table/actions";
import { ranking, reason, rematchSeats, verdict } from "../../src/table/ending";
import { news } from "../../src/table/events";
import { waits } from "../../src/table/gathering";
import { nearest, termsOf } from "../../src/table/terms";
import { t } from "../../src/texts";
import { after, told } from "./lives";

const { table, events } = told("quarrel", null);
const NAMES = ["Ada", "Ben", "Greedy"];
const over = after(table, events);

/** The table right after the first event of a kind. */
function once(kind: TableEvent["kind"], more = 0) {
  return after(table, events.slice(0, events.findIndex((event) => event.kind === kind) + 1 + more));
}

test("who won is told to everybody as it concerns them", () => {
  expect(verdict(over, NAMES, null)).toBe("Greedy won.");
  expect(verdict(over, NAMES, 0)).toBe("You lost. Greedy won.");
  expect(verdict(over, NAMES, 2)).toBe("You won!");
  const shared = { ...over, outcome: { ...over.outcome!, winners: [0, 1] } };
  expect(verdict(shared, NAMES, 1)).toBe("You share the win.");
  expect(verdict(shared, NAMES, null)).toBe("Ada and Ben share the win.");
});

test("a game ends by whoever went last", () => {
  expect(reason(over, NAMES)).toBe("Ben resigned.");
  const grove = told("grove", null);
  expect(reason(after(grove.table, grove.events), ["Ada", "Ben"])).toBe("Ben ran out of time.");
  const cut = told("continuation", null);
  expect(reason(after(cut.table, cut.events), NAMES)).toBe("The host closes for today.");
  const strange = { ...over, outcome: { ...over.outcome!, ending: "eclipse" } };
  expect(reason(strange, NAMES)).toBe("The game ended: eclipse.");
});

test("the seats are ranked by place", () => {
  expect(ranking(over).map(({ seat, place }) => [seat, place])).toEqual([[2, 1], [1, 2], [0, 3]]);
});

test("a rematch needs all persons who have moved, also those who resigned", () => {
  expect(rematchSeats(over)).toEqual([0, 1]);
  const left = { ...over, seats: over.seats.map((seat) => ({ ...seat, gone: "withdrawn" })) };
  expect(rematchSeats(left)).toEqual([]);
});

test("before the start everybody is told what is missing", () => {
  const joined = once("joined");
  expect(waits(joined, null)).toBe("2 seats are free.");
  expect(waits(joined, 0)).toContain("2 seats are free: share the link");
  const ready = once("ready");
  expect(waits(ready, 1)).toBe("Waiting for Ada to be ready.");
  expect(waits(ready, 0)).toBe(t.table.gathering.waitsYouStart);
  expect(waits(ready, null)).toBe(t.table.gathering.waitsSeat);
});

test("only one's own last turn can be taken back, and only one offer stands", () => {
  const played = once("played", 1);
  expect(undoRefused(played, 0)).toBeNull();
  expect(undoRefused(played, 1)).toBe(t.table.undoNotYours);
  expect(undoRefused(once("undo_offered"), 0)).toBe(t.table.undoWaits);
});

test("a turn by which a card was seen cannot be taken back", () => {
  const played = once("played", 1);
  const line = played.line.map((step) => ({
    ...step,
    decision: step.decision && { ...step.decision, revealed: [7] },
  }));
  expect(undoRefused({ ...played, line }, 0)).toBe(t.table.undoSeen);
});

test("what happens beside moves is told", () => {
  const told = events.flatMap((_, index) =>
    index ? news(after(table, events.slice(0, index)), after(table, events.slice(0, index + 1)), NAMES) : [],
  );
  expect(told).toEqual([
    "Ada says: Hello, Ben.",
    "Ada asks to take the last turn back.",
    t.table.undoDeclined,
    "Ada asks to take the last turn back.",
    t.table.undone,
    "Ada says: I have had enough.",
    "Ada resigned.",
    "Ben resigned.",
  ]);
});

const OFFERED: GameOffered = {
  game: "splendor",
  players: [2, 3, 4],
  presets: {
    official: { players: 2, target_points: 15, deck_reserve: true, first_player: 0 },
    duel: { players: 2, target_points: 15, deck_reserve: false, first_player: 0 },
  },
  options: [
    { option: "players", default: 2, wanted: "must be a number, 2 to 4" },
    { option: "target_points", default: 15, wanted: "must be a number, 1 to 99" },
    { option: "deck_reserve", default: true, wanted: "must be True or False" },
    { option: "first_player", default: 0, wanted: "can be a seat, 0 to 1, or 'random'" },
  ],
};

test("rules are called by the preset that is nearest", () => {
  const rules = { players: 3, target_points: 15, deck_reserve: true, first_player: "random" };
  expect(nearest(rules, OFFERED, 3)).toEqual({ preset: "official", changed: {} });
  expect(nearest({ ...rules, deck_reserve: false, target_points: 21 }, OFFERED, 3)).toEqual({
    preset: "duel",
    changed: { target_points: 21 },
  });
  expect(nearest({ ...rules, first_player: 1 }, OFFERED, 3).changed).toEqual({ first_player: 1 });
});

test("the terms of a table are told in words", () => {
  const state = { ...once("created"), rules: { target_points: 21, deck_reserve: true } };
  const said = termsOf(state, OFFERED);
  expect(said).toContain("3 players");
  expect(said).toContain("Rules: Official");
  expect(said).toContain("Points that bring the last round: 21");
  expect(said).toContain("1 minute for each turn");
  expect(said).toContain(t.table.terms.sealed);
  expect(termsOf(state, null)).not.toContain("Rules: Official");
});
