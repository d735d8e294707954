import { beforeEach, describe, expect, it } from "vitest";
import { defaultBot, lastBot, levelsOf } from "../../src/lobby/quick-start";
import type { BotOffered } from "../../src/server/types";

const bot = (name: string, level: number | null): BotOffered => ({
  bot: name,
  title: name,
  level,
  about: "",
  most: {},
});
const LEVELS = ["beginner", "casual", "intermediate", "advanced", "expert", "champion"].map((name, place) =>
  bot(name, place + 1),
);
const OFFERED = [...LEVELS, bot("greedy", null), bot("mcts", null)];

describe("the opponents to choose from", () => {
  beforeEach(() => {
    lastBot.value = {};
  });

  it("are the levels, without bots that are none", () => {
    expect(levelsOf(OFFERED)).toEqual(LEVELS);
  });

  it("begin with the middle level, and the weaker of two", () => {
    expect(defaultBot(OFFERED, "splendor")).toBe("intermediate");
    expect(defaultBot(LEVELS.slice(0, 3), "splendor")).toBe("casual");
    expect(defaultBot(LEVELS.slice(0, 1), "splendor")).toBe("beginner");
    expect(defaultBot([], "splendor")).toBe("");
  });

  it("remember the last one of each game, as long as it is a level", () => {
    lastBot.value = { splendor: "expert", arboretum: "greedy" };
    expect(defaultBot(OFFERED, "splendor")).toBe("expert");
    expect(defaultBot(OFFERED, "arboretum")).toBe("intermediate");
  });
});
