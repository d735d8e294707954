import { describe, expect, it } from "vitest";
import { GAMES } from "../../src/games";
import {
  changedOptions,
  controlOf,
  humanize,
  optionLabel,
  optionsOf,
  presetLabel,
  specialRules,
  valueLabel,
} from "../../src/games/rule-options";
import type { GameOffered } from "../../src/server/types";

const GAME: GameOffered = {
  game: "made_up",
  players: [2, 3, 4],
  presets: {
    official: { players: 2, fast: false, style: "calm", goal: 15, first_player: "random" },
    wild: { players: 3, fast: true, style: "wild", goal: 15, first_player: "random" },
  },
  options: [
    { option: "players", default: 2, wanted: "must be a number, 2 to 4" },
    { option: "fast", default: false, wanted: "must be True or False" },
    { option: "style", default: "calm", wanted: "can be calm, wild" },
    { option: "goal", default: 15, wanted: "must be a number, 1 to 100" },
    { option: "first_player", default: "random", wanted: "can be a seat, 0 to 1, or 'random'" },
  ],
};

describe("the control of an option", () => {
  it("is a switch for a boolean", () => {
    expect(controlOf("must be True or False", 2)).toEqual({ kind: "switch" });
  });

  it("is a number with bounds", () => {
    expect(controlOf("must be a number, 1 to 10000", 2)).toEqual({ kind: "number", least: 1, most: 10000 });
  });

  it("is a choice of words", () => {
    expect(controlOf("can be choose, first, all", 2)).toEqual({ kind: "choice", values: ["choose", "first", "all"] });
  });

  it("is a choice of the seats, or none", () => {
    const wanted = "can be a seat, 0 to 1, or 'random'";
    expect(controlOf(wanted, 3)).toEqual({ kind: "choice", values: ["random", 0, 1, 2] });
  });

  it("is a text for anything else", () => {
    expect(controlOf("is a story of at most three words", 2)).toEqual({ kind: "text" });
  });
});

describe("the options of a new game", () => {
  it("are all but the number of players", () => {
    expect(optionsOf(GAME).map(({ option }) => option)).toEqual(["fast", "style", "goal", "first_player"]);
  });

  it("are sent if they differ from the preset", () => {
    expect(changedOptions(GAME, "official", { fast: true, style: "calm", goal: 20 }, 2)).toEqual({
      fast: true,
      goal: 20,
    });
    expect(changedOptions(GAME, "wild", { fast: true, style: "calm" }, 2)).toEqual({ style: "calm" });
  });

  it("are sent with the seat as a number", () => {
    expect(changedOptions(GAME, "official", { first_player: 1 }, 2)).toEqual({ first_player: 1 });
  });

  it("omit a seat that no longer exists", () => {
    expect(changedOptions(GAME, "official", { first_player: 3 }, 2)).toEqual({});
  });

  it("omit options of other games", () => {
    expect(changedOptions(GAME, "official", { other: true }, 2)).toEqual({});
  });
});

describe("the label of an option", () => {
  it("is its name if it has none", () => {
    expect(optionLabel("made_up", "no_such_option")).toBe("No such option");
    expect(valueLabel("made_up", "no_such_option", "very_fast")).toBe("Very fast");
    expect(presetLabel("made_up", "no_such_preset")).toBe("No such preset");
    expect(humanize("")).toBe("");
  });

  it("is the game's, or the one shared by all games", () => {
    expect(GAMES.filter((game) => game.ruleLabels)).not.toEqual([]);
    for (const { name, ruleLabels = { options: {}, presets: {} } } of GAMES) {
      for (const [option, words] of Object.entries(ruleLabels.options)) {
        expect(optionLabel(name, option)).toBe(words.label);
        expect(optionLabel("made_up", option)).toBe(humanize(option));
        for (const [value, called] of Object.entries(words.values ?? {})) {
          expect(valueLabel(name, option, value)).toBe(called);
        }
      }
      for (const preset of Object.keys(ruleLabels.presets))
        expect(presetLabel("made_up", preset)).toBe(humanize(preset));
      expect(optionLabel(name, "first_player")).toBe("First player");
      expect(presetLabel(name, "official")).toBe("Official");
    }
  });

  it("is a seat, counted from one, for a number", () => {
    expect(valueLabel("made_up", "first_player", 0)).toBe("seat 1");
  });
});

describe("the rules of a table in a list", () => {
  it("are not mentioned if they are the printed ones", () => {
    expect(specialRules("made_up", "official:players=4,first_player=random")).toEqual([]);
  });

  it("are named, with the number of changes", () => {
    expect(specialRules("made_up", "made_up:players=2,goal=20,fast=True,first_player=random")).toEqual([
      "Made up",
      "2 rules changed",
    ]);
    expect(specialRules("made_up", "official:players=2,first_player=1")).toEqual(["1 rule changed"]);
  });
});
