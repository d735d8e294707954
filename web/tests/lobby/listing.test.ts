import { describe, expect, it } from "vitest";
import { changed, hasEnded, particulars, resultOf, sits, whoPlays } from "../../src/lobby/listing";
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

describe("who is at a table", () => {
  it("is told by name, and oneself as you", () => {
    expect(whoPlays(table({ seats: [ADA, BOT] }), "p_ada")).toEqual(["you", "Greedy"]);
    expect(whoPlays(table({ seats: [ADA, FREE] }), null)).toEqual(["Ada"]);
  });

  it("keeps the name of a player for whom a bot plays on", () => {
    expect(whoPlays(table({ seats: [{ ...ADA, bot: "greedy" }, BEN] }), null)).toEqual(["Ada", "Ben"]);
  });

  it("is not somebody who is nobody", () => {
    expect(sits(table(), null)).toBe(false);
    expect(sits(table(), "p_ada")).toBe(true);
  });
});

describe("the result of a game", () => {
  const over = table({ status: "over", seats: [ADA, BEN], places: [1, 2], scores: [15, 11] });

  it("is told to others and to the winner", () => {
    expect(resultOf(over, null)).toBe("Ada won");
    expect(resultOf(over, "p_ben")).toBe("Ada won");
    expect(resultOf(over, "p_ada")).toBe("You won");
  });

  it("may have several winners", () => {
    expect(resultOf({ ...over, places: [1, 1] }, null)).toBe("Ada and Ben won");
  });

  it("is there still when the table was closed for good", () => {
    expect(resultOf({ ...over, status: "archived" }, null)).toBe("Ada won");
    expect(hasEnded({ ...over, status: "archived" })).toBe(true);
  });

  it("is none where the game was broken off, or goes on", () => {
    expect(resultOf(table({ status: "aborted" }), null)).toBe("Broken off");
    expect(resultOf(table({ status: "playing" }), null)).toBeNull();
  });
});

describe("what a list says of a table", () => {
  it("is nothing where all is usual", () => {
    expect(particulars(table())).toEqual([]);
  });

  it("is its clock, and who may come", () => {
    expect(particulars(table({ turn_seconds: 90, public: false, practice: true }))).toEqual([
      "1 minute 30 seconds a turn",
      "by invitation",
      "practice",
    ]);
  });
});

describe("the tables of the lobby", () => {
  const old = table({ table: "t_old", created: 1 });
  const young = table({ table: "t_young", created: 2 });

  it("are shown from the newest on", () => {
    expect(changed([], [old, young], []).map((one) => one.table)).toEqual(["t_young", "t_old"]);
  });

  it("stand as they were told last", () => {
    const later = { ...old, status: "playing" as const };
    expect(changed([young, old], [later], [])).toEqual([young, later]);
  });

  it("vanish when they are gone", () => {
    expect(changed([young, old], [], ["t_young"])).toEqual([old]);
  });
});
