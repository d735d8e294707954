/** Which control fits an option of the rules, by what the server says it must be. */

import { kindOf } from "../games";
import type { GameOffered, Rules } from "../server/types";
import { t } from "../texts";

export type Value = number | boolean | string;

export type Control =
  | { kind: "switch" }
  | { kind: "number"; least: number; most: number }
  | { kind: "choice"; values: readonly Value[] }
  | { kind: "text" };

/** A seat can be any of the players that were chosen, whatever the server's default is. */
export function controlOf(wanted: string, players: number): Control {
  if (/True or False/.test(wanted)) return { kind: "switch" };
  const seat = /^can be a seat, .*, or '(\w+)'$/.exec(wanted);
  if (seat) return { kind: "choice", values: [seat[1] ?? "", ...Array(players).keys()] };
  const range = /a number, (-?\d+) to (-?\d+)$/.exec(wanted);
  if (range) return { kind: "number", least: Number(range[1]), most: Number(range[2]) };
  const values = /^can be ([\w-]+(?:, [\w-]+)*)$/.exec(wanted)?.[1];
  if (values) return { kind: "choice", values: values.split(", ") };
  return { kind: "text" };
}

/** Chosen with the game itself, not as a rule. */
const ELSEWHERE = ["players"];

/** The options that are asked for one by one. */
export function optionsOf(game: GameOffered): GameOffered["options"] {
  return game.options.filter(({ option }) => !ELSEWHERE.includes(option));
}

/** What has been chosen and is not as the preset has it. */
export function differing(game: GameOffered, preset: string, chosen: Rules, players: number): Rules {
  const usual = game.presets[preset] ?? {};
  const changed = optionsOf(game).flatMap(({ option, wanted }): [string, Value][] => {
    const value = chosen[option];
    if (value === undefined || value === usual[option]) return [];
    const control = controlOf(wanted, players);
    // A seat that is no more, since fewer play.
    if (control.kind === "choice" && !control.values.includes(value)) return [];
    return [[option, value]];
  });
  return Object.fromEntries(changed);
}

/** A name as programs write it, as a person would. */
export function plain(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words of a game, or of all games, for an option. */
export function optionWords(game: string, option: string) {
  return kindOf(game)?.variants?.options[option] ?? t.lobby.rulesOfAll.options[option];
}

export function presetWords(game: string, preset: string) {
  return kindOf(game)?.variants?.presets[preset] ?? t.lobby.rulesOfAll.presets[preset];
}

export function optionLabel(game: string, option: string): string {
  return optionWords(game, option)?.label ?? plain(option);
}

export function valueLabel(game: string, option: string, value: Value): string {
  const known = optionWords(game, option)?.values?.[String(value)];
  return known ?? (typeof value === "number" ? t.lobby.create.seatChoice(value + 1) : plain(String(value)));
}

export function presetLabel(game: string, preset: string): string {
  return presetWords(game, preset)?.label ?? plain(preset);
}

/** What every table has unless it was wished otherwise, and so says nothing. */
const USUAL = ["first_player=random"];
const PRINTED = "official";

/** What is special about the rules of a listed table, such as `core:players=3`. */
export function specialRules(game: string, rules: string): string[] {
  const [preset = "", all = ""] = rules.split(":");
  const changes = all
    .split(",")
    .filter((change) => change && !USUAL.includes(change) && !ELSEWHERE.includes(change.split("=")[0] ?? ""));
  return [
    ...(preset === PRINTED ? [] : [presetLabel(game, preset)]),
    ...(changes.length ? [t.lobby.create.changed(changes.length)] : []),
  ];
}
