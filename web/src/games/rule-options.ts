/** Rule options: their controls, labels and differences from a preset. */

import type { GameOffered, Rules } from "../server/types";
import { t } from "../texts";
import { coverOf } from ".";

export type Value = number | boolean | string;

export type Control =
  | { kind: "switch" }
  | { kind: "number"; least: number; most: number }
  | { kind: "choice"; values: readonly Value[] }
  | { kind: "text" };

/** The control that fits the values an option allows. */
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

/** Options chosen with the game itself, not as rules. */
const NOT_RULES = ["players"];

/** The options with a control among the rules. */
export function optionsOf(game: GameOffered): GameOffered["options"] {
  return game.options.filter(({ option }) => !NOT_RULES.includes(option));
}

/** The chosen options that differ from the preset. */
export function changedOptions(game: GameOffered, preset: string, chosen: Rules, players: number): Rules {
  const usual = game.presets[preset] ?? {};
  const changed = optionsOf(game).flatMap(({ option, wanted }): [string, Value][] => {
    const value = chosen[option];
    if (value === undefined || value === usual[option]) return [];
    const control = controlOf(wanted, players);
    // The seat no longer exists, since there are fewer players.
    if (control.kind === "choice" && !control.values.includes(value)) return [];
    return [[option, value]];
  });
  return Object.fromEntries(changed);
}

/** The default at a table, so it is not listed. */
const USUAL_FIRST = "random";

/** The preset with the fewest differences from these rules, and the differences. */
export function nearestPreset(rules: Rules, game: GameOffered, players: number): { preset: string; changed: Rules } {
  const found = Object.keys(game.presets).map((preset) => {
    const { first_player: first, ...changed } = changedOptions(game, preset, rules, players);
    const shown = first === undefined || first === USUAL_FIRST ? {} : { first_player: first };
    return { preset, changed: { ...changed, ...shown } };
  });
  const size = ({ changed }: { changed: Rules }) => Object.keys(changed).length;
  return found.sort((one, other) => size(one) - size(other))[0] ?? { preset: "", changed: {} };
}

/** `turn_limit` becomes `Turn limit`. */
export function humanize(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The game's labels for an option, or those shared by all games. */
export function optionLabels(game: string, option: string) {
  return coverOf(game)?.ruleLabels.options[option] ?? t.lobby.sharedRules.options[option];
}

export function presetLabels(game: string, preset: string) {
  return coverOf(game)?.ruleLabels.presets[preset] ?? t.lobby.sharedRules.presets[preset];
}

export function optionLabel(game: string, option: string): string {
  return optionLabels(game, option)?.label ?? humanize(option);
}

export function valueLabel(game: string, option: string, value: Value): string {
  const known = optionLabels(game, option)?.values?.[String(value)];
  return known ?? (typeof value === "number" ? t.lobby.create.seatChoice(value + 1) : humanize(String(value)));
}

export function presetLabel(game: string, preset: string): string {
  return presetLabels(game, preset)?.label ?? humanize(preset);
}

/** Defaults that are not worth mentioning. */
const UNLISTED = ["first_player=random"];
const OFFICIAL = "official";

/** How the rules of a listed table, such as `core:players=3`, differ from the printed ones. */
export function specialRules(game: string, rules: string): string[] {
  const [preset = "", all = ""] = rules.split(":");
  const changes = all
    .split(",")
    .filter((change) => change && !UNLISTED.includes(change) && !NOT_RULES.includes(change.split("=")[0] ?? ""));
  return [
    ...(preset === OFFICIAL ? [] : [presetLabel(game, preset)]),
    ...(changes.length ? [t.lobby.create.changed(changes.length)] : []),
  ];
}
