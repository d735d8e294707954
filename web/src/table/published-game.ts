/** A finished game with the deal that its end has published, so that every seat's view can be made. */

import type { SearchRequest } from "../engine/analysis";
import type { TableState } from "./state";

export interface PublishedGame {
  game: string;
  rules: SearchRequest["rules"];
  deal: string;
  /** All decisions, and who made each. */
  actions: readonly number[];
  seats: readonly number[];
}

/** Null while the game lasts, and for one that began with a position instead of a deal. */
export function publishedGame({ game, rules, dealt, line }: TableState): PublishedGame | null {
  const last = line.at(-1);
  if (dealt === null || !last) return null;
  return {
    game,
    rules,
    deal: dealt,
    actions: last.view.actions,
    seats: line.slice(1).map(({ decision }) => decision?.seat ?? 0),
  };
}

/** The search of the position after some decisions, from the view of the seat to move. */
export function searchAfter({ game, rules, deal, actions }: PublishedGame, decisions: number): SearchRequest {
  return { game, rules, position: { deal, actions: actions.slice(0, decisions) } };
}
