/** What a review says of a game, position by position, and where that is drawn. */

import type { JudgedDecision, Judgement } from "../server/types";

export type Mark = Exclude<Judgement["mark"], "">;

/** A decision that cost much. */
export interface Loss {
  number: number;
  seat: number;
  mark: Mark;
  loss: number;
}

/** The chances by seat in each position from the beginning; null where nothing is known of it.
 *
 * A decision's judgement is about the position before it and, as far as one could tell, after it.
 */
export function valuesOf(decisions: readonly JudgedDecision[], total: number): (readonly number[] | null)[] {
  const values: (readonly number[] | null)[] = Array<null>(total + 1).fill(null);
  for (const { number, judgement } of decisions) {
    if (!judgement || number < 1 || number > total) continue;
    values[number - 1] = judgement.before;
    values[number] = judgement.after;
  }
  return values;
}

/** Whom a decided game was won by, as chances. */
export function certainty(players: number, winners: readonly number[]): number[] {
  return Array.from({ length: players }, (_, seat) =>
    winners.includes(seat) ? 1 / winners.length : 0,
  );
}

/** The decisions with a mark, in the order of the game. */
export function lossesOf(decisions: readonly JudgedDecision[]): Loss[] {
  return decisions.flatMap(({ number, seat, judgement }) =>
    judgement?.mark ? [{ number, seat, mark: judgement.mark, loss: judgement.loss }] : [],
  );
}

/** How large a graph is, in its own units, with room at its edges for what is marked. */
export interface Frame {
  width: number;
  height: number;
  edge: number;
}

export function xOf(position: number, total: number, frame: Frame): number {
  const across = frame.width - 2 * frame.edge;
  return frame.edge + (total > 0 ? (position / total) * across : 0);
}

export function yOf(value: number, frame: Frame): number {
  const down = frame.height - 2 * frame.edge;
  return frame.edge + (1 - Math.min(1, Math.max(0, value))) * down;
}

/** The position that is nearest to a place; `share` is how far across the whole graph that is. */
export function positionAt(share: number, total: number, frame: Frame): number {
  const across = frame.width - 2 * frame.edge;
  const found = Math.round(((share * frame.width - frame.edge) / across) * total);
  return Math.min(total, Math.max(0, found));
}

/** The points of a seat's curve, for a polyline; over what is not known it is drawn straight. */
export function curve(
  values: readonly (readonly number[] | null)[],
  seat: number,
  frame: Frame,
): string {
  return values
    .flatMap((chances, position) => {
      const value = chances?.[seat];
      if (value === undefined) return [];
      return [`${rounded(xOf(position, values.length - 1, frame))},${rounded(yOf(value, frame))}`];
    })
    .join(" ");
}

function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}
