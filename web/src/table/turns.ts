/** The moves of a game as a list for people: turn by turn. */

import type { Step } from "./state";

export interface Turn {
  /** From 1. */
  number: number;
  seat: number;
  /** The moves in notation, each with the position that it leads to. */
  moves: { at: number; move: string }[];
}

/** What the same seat decides in a row is a turn. */
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

/** How many turns a seat has begun or could begin, before a position: 1 at its first. */
export function turnOf(line: readonly Step[], at: number, seat: number): number {
  const own = turnsOf(line.slice(0, at + 1)).filter((turn) => turn.seat === seat);
  const going = line[at]?.decision?.seat === seat && line[at]?.view.to_move === seat;
  return own.length + (going ? 0 : 1);
}
