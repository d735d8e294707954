/** The rules of games on this device. */

import { nearestPreset } from "../games/rule-options";
import type { GameOffered, Rules } from "../server/types";
import { GAMES } from "./data/catalog";

/** The rules of a preset with some options changed. */
export function rulesOf(game: string, players: number, preset = "official", options: Rules = {}): Rules {
  return { ...offered(game).presets[preset], ...options, players };
}

/** The rules as a server lists them: a preset, and the options that differ from it. */
export function rulesText(game: string, rules: Rules): string {
  const { preset, changed } = nearestPreset(rules, offered(game), Number(rules.players));
  const options = Object.entries(changed).map(([option, value]) => `${option}=${value}`);
  return [preset, options.join(",")].join(":");
}

function offered(game: string): GameOffered {
  return GAMES.find((one) => one.game === game) as unknown as GameOffered;
}
