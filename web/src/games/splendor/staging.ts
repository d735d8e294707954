/** A take in the making: tokens are laid apart one by one, and taken when they make a legal take. */

import { read, takeText } from "./notation";
import type { Color } from "./types";

/** The tokens laid apart, in the order of the clicks. */
export type Stage = readonly Color[];

/** The takes among legal moves, as tokens. */
export function takesAmong(moves: readonly string[]): Stage[] {
  return moves.flatMap((text) => {
    const move = read(text);
    return move.kind === "take" ? [move.colors] : [];
  });
}

/** Whether a legal take has all the staged tokens and this one. */
export function addable(stage: Stage, color: Color, takes: readonly Stage[]): boolean {
  return takes.some((take) => holds(take, [...stage, color]));
}

/** The stage after a click on a token of the bank: one more, or, where that leads nowhere, none of its color. */
export function clicked(stage: Stage, color: Color, takes: readonly Stage[]): Stage {
  return addable(stage, color, takes) ? [...stage, color] : stage.filter((other) => other !== color);
}

/** The stage without one token of a color. */
export function without<Name extends string>(stage: readonly Name[], color: Name): readonly Name[] {
  const place = stage.lastIndexOf(color);
  return place < 0 ? stage : stage.toSpliced(place, 1);
}

/** The move that takes just what is staged; null where that is not legal. */
export function stagedMove(stage: Stage, moves: readonly string[]): string | null {
  const text = takeText(stage);
  return moves.includes(text) ? text : null;
}

function holds(all: Stage, some: Stage): boolean {
  return some.every((color) => count(some, color) <= count(all, color));
}

function count(stage: Stage, color: Color): number {
  return stage.filter((other) => other === color).length;
}
