import { expect, test } from "vitest";
import { nearestPreset } from "../../src/games/rule-options";
import type { GameOffered, TableEvent } from "../../src/server/types";
import { undoBlocked } from "../../src/table/actions";
import { news } from "../../src/table/announcements";
import { ranking, reason, rematchSeats, verdict } from "../../src/table/outcome";
import { settingsOf } from "../../src/table/table-settings";
import { startStatus } from "../../src/table/waiting-room";
import { t } from "../../src/texts";
import { after, told } from "./recorded-tables";

const { table, events } = told("quarrel", null);
const NAMES = ["Ada", "Ben", "Greedy"];
const over = after(table, events);

/** The table right after the first event of a kind. */
function once(kind: TableEvent["kind"], more = 0) {
  return after(table, events.slice(0, events.findIndex((event) => event.kind === kind) + 1 + more));
}

test("the verdict is worded for its reader", () => {
  expect(verdict(over, NAMES, null)).toBe("Greedy won.");
  expect(verdict(over, NAMES, 0)).toBe("You lost. Greedy won.");
  expect(verdict(over, NAMES, 2)).toBe("You won!");
  const shared = { ...over, outcome: { ...over.outcome!, winners: [0, 1] } };
  expect(verdict(shared, NAMES, 1)).toBe("You share the win.");
  expect(verdict(shared, NAMES, null)).toBe("Ada and Ben share the win.");
});

test("the reason names the player whose departure ended the game", () => {
  expect(reason(over, NAMES)).toBe("Ben resigned.");
  const grove = told("grove", null);
  expect(reason(after(grove.table, grove.events), ["Ada", "Ben"])).toBe("Ben ran out of time.");
  const cut = told("continuation", null);
  expect(reason(after(cut.table, cut.events), NAMES)).toBe("The host closes for today.");
  const strange = { ...over, outcome: { ...over.outcome!, ending: "eclipse" } };
  expect(reason(strange, NAMES)).toBe("The game ended: eclipse.");
});

test("the seats are ranked by place", () => {
  expect(ranking(over).map(({ seat, place }) => [seat, place])).toEqual([
    [2, 1],
    [1, 2],
    [0, 3],
  ]);
});

test("a rematch needs all people who have moved, including those who resigned", () => {
  expect(rematchSeats(over)).toEqual([0, 1]);
  const left = { ...over, seats: over.seats.map((seat) => ({ ...seat, gone: "withdrawn" as const })) };
  expect(rematchSeats(left)).toEqual([]);
});

test("before the start the status says what is missing", () => {
  const joined = once("joined");
  expect(startStatus(joined, null)).toBe("2 seats are free.");
  expect(startStatus(joined, 0)).toContain("2 seats are free. Share the link");
  const ready = once("ready");
  expect(startStatus(ready, 1)).toBe("Waiting for Ada to be ready.");
  expect(startStatus(ready, 0)).toBe(t.table.waitingRoom.waitsYouStart);
  expect(startStatus(ready, null)).toBe(t.table.waitingRoom.waitsSeat);
});

test("only one's own last turn can be undone, and only one request is open at a time", () => {
  const played = once("played", 1);
  expect(undoBlocked(played, 0)).toBeNull();
  expect(undoBlocked(played, 1)).toBe(t.table.undoNotYours);
  expect(undoBlocked(once("undo_offered"), 0)).toBe(t.table.undoWaits);
});

test("a turn that revealed a card cannot be undone", () => {
  const played = once("played", 1);
  const line = played.line.map((step) => ({
    ...step,
    decision: step.decision && { ...step.decision, revealed: [7] },
  }));
  expect(undoBlocked({ ...played, line }, 0)).toBe(t.table.undoSeen);
});

test("events besides moves are announced", () => {
  const told = events.flatMap((_, index) =>
    index ? news(after(table, events.slice(0, index)), after(table, events.slice(0, index + 1)), NAMES) : [],
  );
  expect(told).toEqual([
    "Ada says: Hello, Ben.",
    "Ada asks to undo the last turn.",
    t.table.undoDeclined,
    "Ada asks to undo the last turn.",
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

test("rules are named by the nearest preset", () => {
  const rules = { players: 3, target_points: 15, deck_reserve: true, first_player: "random" };
  expect(nearestPreset(rules, OFFERED, 3)).toEqual({ preset: "official", changed: {} });
  expect(nearestPreset({ ...rules, deck_reserve: false, target_points: 21 }, OFFERED, 3)).toEqual({
    preset: "duel",
    changed: { target_points: 21 },
  });
  expect(nearestPreset({ ...rules, first_player: 1 }, OFFERED, 3).changed).toEqual({ first_player: 1 });
});

test("the settings of a table are listed in words", () => {
  const state = { ...once("created"), rules: { target_points: 21, deck_reserve: true } };
  const said = settingsOf(state, OFFERED);
  expect(said).toContain("3 players");
  expect(said).toContain("Rules: Official");
  expect(said).toContain("Points that trigger the last round: 21");
  expect(said).toContain("1 minute per turn");
  expect(said).toContain(t.table.settings.sealed);
  expect(settingsOf(state, null)).not.toContain("Rules: Official");
});
