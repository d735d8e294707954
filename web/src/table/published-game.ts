/** A finished game with the start that its end has published, so that every seat's view can be made. */

import type { Variant } from "../../engine/src/game";
import type { GameName } from "../../engine/src/positions";
import type { GameStart, SearchRequest } from "../engine/analysis";
import { engine } from "../engine/engine";
import type { View } from "../server/types";
import type { Step, TableState } from "./state";

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

/** The line of the game as a seat saw it, with all that the moves hid. */
export function lineSeenBy(
  { game, rules, start, actions }: PublishedGame,
  line: readonly Step[],
  seat: number,
): Step[] {
  const variant = engine().variant(game as GameName, { rules }) as Variant;
  const replayed = engine().startGame(variant, start);
  const found = line.map((step, place) => {
    const action = actions[place - 1];
    // What led to a decision that was never made known is as it was told.
    if (place > actions.length) return step;
    let { decision } = step;
    if (decision && action !== undefined) {
      if (action >= 0) decision = { ...decision, move: replayed.move(action) };
      replayed.replay([action]);
    }
    const seen = replayed.view(seat);
    const view = seen.toJSON() as unknown as View;
    seen.free();
    return { ...step, view, decision };
  });
  replayed.free();
  return found;
}
