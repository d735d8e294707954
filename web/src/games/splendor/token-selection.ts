/** Selecting tokens one by one until they make a legal take. */

import { parseMove, takeText } from "../../../engine/src/splendor/notation";
import type { Color } from "./types";

/** Selected tokens, in the order of the clicks. */
export type Selection = readonly Color[];

/** The takes among the legal moves, as tokens. */
export function legalTakes(moves: readonly string[]): Selection[] {
  return moves.flatMap((text) => {
    const move = parseMove(text);
    return move.kind === "take" ? [move.colors] : [];
  });
}

/** Whether some legal take contains the selected tokens and this one. */
export function addable(selection: Selection, color: Color, takes: readonly Selection[]): boolean {
  return takes.some((take) => holds(take, [...selection, color]));
}

/** The selection after a click in the bank: one more or, if no legal take allows that, none of that color. */
export function toggled(selection: Selection, color: Color, takes: readonly Selection[]): Selection {
  return addable(selection, color, takes) ? [...selection, color] : selection.filter((other) => other !== color);
}

/** The selection without one token of a color. */
export function without<Name extends string>(selection: readonly Name[], color: Name): readonly Name[] {
  const place = selection.lastIndexOf(color);
  return place < 0 ? selection : selection.toSpliced(place, 1);
}

/** The move that takes exactly the selected tokens; null if that is not legal. */
export function takeMove(selection: Selection, moves: readonly string[]): string | null {
  const text = takeText(selection);
  return moves.includes(text) ? text : null;
}

function holds(all: Selection, some: Selection): boolean {
  return some.every((color) => count(some, color) <= count(all, color));
}

function count(selection: Selection, color: Color): number {
  return selection.filter((other) => other === color).length;
}
