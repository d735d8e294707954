/** Winning chances by position, and the geometry of their graph. */

import type { JudgedDecision, Judgement } from "../server/types";

export type Mark = Exclude<Judgement["mark"], "">;

/** A costly decision. */
export interface Loss {
  number: number;
  seat: number;
  mark: Mark;
  loss: number;
}

/** The chances by seat in each position from the start; null if unknown.
 *
 * A judgement covers the position before its decision and, as far as the player could tell, the one
 * after it.
 */
export function winChances(decisions: readonly JudgedDecision[], total: number): (readonly number[] | null)[] {
  const values: (readonly number[] | null)[] = Array<null>(total + 1).fill(null);
  for (const { number, judgement } of decisions) {
    if (!judgement || number < 1 || number > total) continue;
    values[number - 1] = judgement.before;
    values[number] = judgement.after;
  }
  return values;
}

/** The result of a finished game as chances. */
export function finalChances(players: number, winners: readonly number[]): number[] {
  return Array.from({ length: players }, (_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));
}

/** The decisions with a mark, in the order of the game. */
export function lossesOf(decisions: readonly JudgedDecision[]): Loss[] {
  return decisions.flatMap(({ number, seat, judgement }) =>
    judgement?.mark ? [{ number, seat, mark: judgement.mark, loss: judgement.loss }] : [],
  );
}

/** The size of the graph in its own units, and a margin for the marks. */
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

/** The position nearest to a point; `share` is its distance from the left as a fraction of the width. */
export function positionAt(share: number, total: number, frame: Frame): number {
  const across = frame.width - 2 * frame.edge;
  const found = Math.round(((share * frame.width - frame.edge) / across) * total);
  return Math.min(total, Math.max(0, found));
}

/** A seat's curve as points of a polyline, straight across unknown positions. */
export function curvePoints(values: readonly (readonly number[] | null)[], seat: number, frame: Frame): string {
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
