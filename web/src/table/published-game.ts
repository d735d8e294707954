/** A finished game with the start that its end has published, so that every seat's view can be made. */

import type { GameStart, SearchRequest } from "../engine/analysis";
import type { TableState } from "./state";

export interface PublishedGame {
  game: string;
  rules: SearchRequest["rules"];
  start: GameStart;
  /** All decisions, and who made each. */
  actions: readonly number[];
  seats: readonly number[];
}

/** Null while the game lasts. */
export function publishedGame({ game, rules, start, line }: TableState): PublishedGame | null {
  const last = line.at(-1);
  if (start === null || !last) return null;
  return {
    game,
    rules,
    start,
    actions: last.view.actions,
    seats: line.slice(1).map(({ decision }) => decision?.seat ?? 0),
  };
}

/** The search of the position after some decisions, from the view of the seat to move. */
export function searchAfter({ game, rules, start, actions }: PublishedGame, decisions: number): SearchRequest {
  return { game, rules, position: { start, actions: actions.slice(0, decisions) } };
}
