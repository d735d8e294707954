import { describe, expect, it } from "vitest";
import { GAMES } from "../../src/games";
import { controlOf, differing, optionLabel, optionsOf, plain, presetLabel, specialRules, valueLabel } from "../../src/lobby/options";
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
  it("is a switch for what is or is not", () => {
    expect(controlOf("must be True or False", 2)).toEqual({ kind: "switch" });
  });

  it("is a number with its bounds", () => {
    expect(controlOf("must be a number, 1 to 10000", 2)).toEqual({ kind: "number", least: 1, most: 10000 });
  });

  it("is a choice of words", () => {
    expect(controlOf("can be choose, first, all", 2)).toEqual({ kind: "choice", values: ["choose", "first", "all"] });
  });

  it("is a choice of the seats that there are, or none", () => {
    const wanted = "can be a seat, 0 to 1, or 'random'";
    expect(controlOf(wanted, 3)).toEqual({ kind: "choice", values: ["random", 0, 1, 2] });
  });

  it("is a text where nothing else is understood", () => {
    expect(controlOf("is a story of at most three words", 2)).toEqual({ kind: "text" });
  });
});

describe("the options of a new game", () => {
  it("are asked for one by one, but for how many play", () => {
    expect(optionsOf(GAME).map(({ option }) => option)).toEqual(["fast", "style", "goal", "first_player"]);
  });

  it("are sent where they differ from the preset", () => {
    expect(differing(GAME, "official", { fast: true, style: "calm", goal: 20 }, 2)).toEqual({ fast: true, goal: 20 });
    expect(differing(GAME, "wild", { fast: true, style: "calm" }, 2)).toEqual({ style: "calm" });
  });

  it("are sent with the seat as a number", () => {
    expect(differing(GAME, "official", { first_player: 1 }, 2)).toEqual({ first_player: 1 });
  });

  it("leave out a seat that is no more since fewer play", () => {
    expect(differing(GAME, "official", { first_player: 3 }, 2)).toEqual({});
  });

  it("leave out what another game has", () => {
    expect(differing(GAME, "official", { other: true }, 2)).toEqual({});
  });
});

describe("what an option is called", () => {
  it("is its own name where there are no words for it", () => {
    expect(optionLabel("made_up", "no_such_option")).toBe("No such option");
    expect(valueLabel("made_up", "no_such_option", "very_fast")).toBe("Very fast");
    expect(presetLabel("made_up", "no_such_preset")).toBe("No such preset");
    expect(plain("")).toBe("");
  });

  it("is what the game calls it, or what is the same in all games", () => {
    expect(GAMES.filter((game) => game.variants)).not.toEqual([]);
    for (const { name, variants = { options: {}, presets: {} } } of GAMES) {
      for (const [option, words] of Object.entries(variants.options)) {
        expect(optionLabel(name, option)).toBe(words.label);
        expect(optionLabel("made_up", option)).toBe(plain(option));
        for (const [value, called] of Object.entries(words.values ?? {})) {
          expect(valueLabel(name, option, value)).toBe(called);
        }
      }
      for (const preset of Object.keys(variants.presets)) expect(presetLabel("made_up", preset)).toBe(plain(preset));
      expect(optionLabel(name, "first_player")).toBe("Who begins");
      expect(presetLabel(name, "official")).toBe("Official");
    }
  });

  it("is a seat, counted from one, for a number", () => {
    expect(valueLabel("made_up", "first_player", 0)).toBe("seat 1");
  });
});

describe("the rules of a table in a list", () => {
  it("are not worth a word where they are the printed ones", () => {
    expect(specialRules("made_up", "official:players=4,first_player=random")).toEqual([]);
  });

  it("are named, and counted where they were changed", () => {
    expect(specialRules("made_up", "made_up:players=2,goal=20,fast=True,first_player=random")).toEqual(["Made up", "2 rules changed"]);
    expect(specialRules("made_up", "official:players=2,first_player=1")).toEqual(["1 rule changed"]);
  });
});
