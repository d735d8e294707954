/** Games of the engine, recorded by tests/web/splendor_games.py. */

import { follow } from "../../src/engine/positions";
import type { SplendorDecision, SplendorView } from "../../src/games/splendor/types";
import type { Rules } from "../../src/server/types";
import { stored } from "../recordings";

export interface ToldGame {
  rules: Rules;
  seat: number | null;
  start: SplendorView;
  told: SplendorDecision[];
}

export const GAMES = stored<ToldGame>("splendor");

export function game(name: string): ToldGame {
  const found = GAMES.find(([other]) => other === name);
  if (!found) throw new Error(`There is no game ${name} in data/.`);
  return found[1];
}

/** Every position of a game as its seat sees it, with the decision that follows. */
export function* positions({ rules, start, told }: ToldGame): Generator<[SplendorView, SplendorDecision]> {
  let view = start;
  for (const decision of told) {
    yield [view, decision];
    view = follow(view, rules, decision);
  }
}

/** The positions in which the seat decides. */
export function decisionsOf(game: ToldGame): SplendorView[] {
  return [...positions(game)].flatMap(([view]) => (view.to_move === game.seat ? [view] : []));
}

/** The last position of a game. */
export function endOf({ rules, start, told }: ToldGame): SplendorView {
  return told.reduce((view, decision) => follow(view, rules, decision), start);
}
