/** The rules of games on this device. */

import type { Rules } from "../server/types";
import { GAMES } from "./data/catalog";

/** The rules of a preset with some options changed. */
export function rulesOf(game: string, players: number, preset = "official", options: Rules = {}): Rules {
  const presets: Readonly<Record<string, Rules>> = GAMES.find((one) => one.game === game)?.presets ?? {};
  return { ...presets[preset], ...options, players };
}
