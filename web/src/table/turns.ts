/** Groups the moves of a game into turns. */

import type { Step } from "./state";

export interface Turn {
  /** From 1. */
  number: number;
  seat: number;
  /** The moves in notation, each with the position it leads to. */
  moves: { at: number; move: string }[];
}

/** Consecutive decisions of a seat are one turn. */
export function turnsOf(line: readonly Step[]): Turn[] {
  const turns: Turn[] = [];
  line.forEach(({ decision }, at) => {
    if (!decision) return;
    let turn = turns.at(-1);
    if (turn?.seat !== decision.seat) {
      turn = { number: turns.length + 1, seat: decision.seat, moves: [] };
      turns.push(turn);
    }
    turn.moves.push({ at, move: decision.move });
  });
  return turns;
}

/** The number of a seat's turn in a position: 1 for its first. */
export function turnOf(line: readonly Step[], at: number, seat: number): number {
  const own = turnsOf(line.slice(0, at + 1)).filter((turn) => turn.seat === seat);
  const going = line[at]?.decision?.seat === seat && line[at]?.view.to_move === seat;
  return own.length + (going ? 0 : 1);
}
