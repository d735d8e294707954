/** What the engine says about the positions that the page shows.
 *
 * A position is a view as JSON. The engine's own object for it is made when needed, and a few are kept.
 */

import type { DecisionPayload, View as EngineView, Variant } from "../../engine/src/game";
import type { Reason, Rules } from "../../engine/src/kind";
import type { GameName } from "../../engine/src/positions";
import type { View } from "../../engine/src/view";
import { engine } from "./engine";

/** Enough for a position, the one before it, and other tables that are followed. */
const MOST_KEPT = 4;

/** By position, the one that was used last at the end. */
const kept = new Map<View, EngineView>();
const variants = new WeakMap<Rules, Variant>();
const moves = new WeakMap<View, readonly string[]>();
const actions = new WeakMap<View, ReadonlyMap<string, number>>();

/** The position after a decision, by what the server tells about it; `view` is not changed. */
export function follow<V extends View>(view: V, rules: Rules, decision: DecisionPayload): V {
  const seen = engineView(view, rules);
  seen.follow(decision);
  kept.delete(view);
  const after = seen.toJSON() as unknown as V;
  keep(after, seen);
  return after;
}

/** The legal moves of the seat to move, in notation; none unless the view is that seat's. */
export function legalMoves(view: View, rules: Rules): readonly string[] {
  const found = moves.get(view) ?? engineView(view, rules).legalMoves();
  moves.set(view, found);
  return found;
}

/** Why a move of the seat to move is not legal; null if it is, or if it is no move of the game. */
export function reasonAgainst(view: View, rules: Rules, move: string): Reason | null {
  const seen = engineView(view, rules);
  const found = actions.get(view) ?? actionsByMove(seen);
  actions.set(view, found);
  const action = found.get(move);
  return action === undefined ? null : seen.reason(action);
}

function actionsByMove(seen: EngineView): ReadonlyMap<string, number> {
  const { kind, actionCount } = seen.variant;
  const at = seen.position;
  return new Map(Array.from({ length: actionCount }, (_, action) => [kind.moveText(at, action), action]));
}

/** Asks about the position after moves of the seat to move. Cards that come into sight stay hidden. */
export function lookAhead<Answer>(
  view: View,
  rules: Rules,
  ahead: readonly (number | string)[],
  question: (seen: EngineView) => Answer,
): Answer {
  const seen = engineView(view, rules);
  if (!ahead.length) return question(seen);
  const later = seen.copy();
  try {
    for (const move of ahead) later.imagine(move);
    return question(later);
  } finally {
    later.free();
  }
}

function engineView(view: View, rules: Rules): EngineView {
  const found = kept.get(view) ?? engine().readView(variantOf(view, rules), view);
  keep(view, found);
  return found;
}

function keep(view: View, seen: EngineView): void {
  kept.delete(view);
  kept.set(view, seen);
  for (const [oldest, unused] of kept) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
    unused.free();
  }
}

function variantOf(view: View, rules: Rules): Variant {
  const found = variants.get(rules) ?? (engine().variant(view.game as GameName, { rules }) as unknown as Variant);
  variants.set(rules, found);
  return found;
}
