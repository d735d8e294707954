/** Games of the engine, recorded by tests/web/splendor_games.py. */

import { follow } from "../../src/engine/positions";
import type { SplendorDecision, SplendorView } from "../../src/games/splendor/types";
import type { Rules } from "../../src/server/types";
import { stored } from "../recordings";

export interface ToldGame {
  rules: Rules;
  seat: number | null;
  start: SplendorView;
  steps: { legal?: string[]; told: SplendorDecision; view: string }[];
}

export const GAMES = stored<ToldGame>("splendor");

export function game(name: string): ToldGame {
  const found = GAMES.find(([other]) => other === name);
  if (!found) throw new Error(`There is no game ${name} in data/.`);
  return found[1];
}

/** Every position of a game as its seat sees it, with the decision that follows. */
export function* positions(told: ToldGame): Generator<[SplendorView, ToldGame["steps"][number]]> {
  let view = told.start;
  for (const step of told.steps) {
    yield [view, step];
    view = follow(view, told.rules, step.told);
  }
}

/** The last position of a game. */
export function endOf(told: ToldGame): SplendorView {
  return told.steps.reduce((view, step) => follow(view, told.rules, step.told), told.start);
}
