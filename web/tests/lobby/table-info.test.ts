import { describe, expect, it } from "vitest";
import { hasEnded, isSeated, mergeTables, playerNames, resultOf, specialSettings } from "../../src/lobby/table-info";
import type { ListedTable } from "../../src/server/types";

const FREE = { player: null, name: null, bot: null };
const ADA = { player: "p_ada", name: "Ada", bot: null };
const BEN = { player: "p_ben", name: "Ben", bot: null };
const BOT = { player: null, name: "greedy:seconds=1", bot: "greedy:seconds=1" };

function table(members: Partial<ListedTable> = {}): ListedTable {
  return {
    table: "t_1",
    game: "made_up",
    players: 2,
    status: "open",
    public: true,
    created: 100,
    changed: 100,
    deal_kind: "sealed",
    last_seq: 1,
    rules: "official:players=2,first_player=random",
    turn_seconds: null,
    practice: false,
    seats: [ADA, FREE],
    places: null,
    scores: null,
    ...members,
  };
}

describe("the players of a table", () => {
  it("are shown by name, and the viewer as you", () => {
    expect(playerNames(table({ seats: [ADA, BOT] }), "p_ada")).toEqual(["you", "Greedy"]);
    expect(playerNames(table({ seats: [ADA, FREE] }), null)).toEqual(["Ada"]);
  });

  it("keep their names when a bot takes over", () => {
    expect(playerNames(table({ seats: [{ ...ADA, bot: "greedy" }, BEN] }), null)).toEqual(["Ada", "Ben"]);
  });

  it("do not include a visitor", () => {
    expect(isSeated(table(), null)).toBe(false);
    expect(isSeated(table(), "p_ada")).toBe(true);
  });
});

describe("the result of a game", () => {
  const over = table({ status: "over", seats: [ADA, BEN], places: [1, 2], scores: [15, 11] });

  it("is told differently to the winner", () => {
    expect(resultOf(over, null)).toBe("Ada won");
    expect(resultOf(over, "p_ben")).toBe("Ada won");
    expect(resultOf(over, "p_ada")).toBe("You won");
  });

  it("may have several winners", () => {
    expect(resultOf({ ...over, places: [1, 1] }, null)).toBe("Ada and Ben won");
  });

  it("remains when the table is archived", () => {
    expect(resultOf({ ...over, status: "archived" }, null)).toBe("Ada won");
    expect(hasEnded({ ...over, status: "archived" })).toBe(true);
  });

  it("is none for a game that was aborted or is in progress", () => {
    expect(resultOf(table({ status: "aborted" }), null)).toBe("Aborted");
    expect(resultOf(table({ status: "playing" }), null)).toBeNull();
  });
});

describe("the special settings of a listed table", () => {
  it("are empty by default", () => {
    expect(specialSettings(table())).toEqual([]);
  });

  it("include clock, invitation and practice", () => {
    expect(specialSettings(table({ turn_seconds: 90, public: false, practice: true }))).toEqual([
      "1 minute 30 seconds per turn",
      "invite only",
      "practice",
    ]);
  });
});

describe("the tables of the lobby", () => {
  const old = table({ table: "t_old", created: 1 });
  const young = table({ table: "t_young", created: 2 });

  it("are sorted by age, newest first", () => {
    expect(mergeTables([], [old, young], []).map((one) => one.table)).toEqual(["t_young", "t_old"]);
  });

  it("are replaced by newer versions", () => {
    const later = { ...old, status: "playing" as const };
    expect(mergeTables([young, old], [later], [])).toEqual([young, later]);
  });

  it("disappear when they are gone", () => {
    expect(mergeTables([young, old], [], ["t_young"])).toEqual([old]);
  });
});
