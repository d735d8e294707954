/** Judgements of decisions, with the definitions of src/gemgrove/analysis/review.py. */

import type { Found, FoundMove } from "../engine/analysis";
import type { Judgement } from "../server/types";

/** The smallest loss in winning chance for each mark. */
const MARKS = { blunder: 0.2, mistake: 0.1, inaccuracy: 0.05 } as const;
/** A loss is marked only if it exceeds this many standard errors: a smaller one may be noise. */
const CERTAINTY = 2;
/** A played move with this share of the best move's visits needs no separate search. */
const ENOUGH = 0.5;

/** What is known of a decision: its mover's number of legal moves, and the judgement unless it was forced. */
export interface Judged {
  choices: number;
  /** The move played, in notation. */
  move: string;
  judgement: Judgement | null;
}

/** Judges an action; `search` searches the position before it, with `only` that action alone. */
export async function judge(search: (only?: number) => Promise<Found>, action: number): Promise<Judged | null> {
  const result = await search();
  const { seat, moves } = result;
  const found = moves.find((move) => move.action === action);
  if (!found) return null;
  const { move } = found;
  let best = moves[0]!;
  if (moves.length === 1) return { choices: 1, move, judgement: null };
  let played = found;
  // A search hardly visits moves it considers bad, so their values are mostly noise.
  if (played.visits < ENOUGH * best.visits) played = (await search(action)).moves[0]!;
  const value = ({ values }: FoundMove) => values[seat] ?? 0;
  // With its own search, the move played may turn out to be the better one.
  const line = value(best) > value(played) ? result.line.map((step) => step.move) : [move];
  if (value(played) >= value(best)) best = played;
  const loss = value(best) - value(played);
  const error = best === played ? 0 : Math.sqrt(variance(best, seat) + variance(played, seat));
  const judgement: Judgement = {
    before: chances(best),
    after: chances(played),
    best: best.move,
    line,
    loss,
    error,
    mark: markOf(loss, error),
  };
  return { choices: moves.length, move, judgement };
}

function markOf(loss: number, error: number): Judgement["mark"] {
  if (loss <= CERTAINTY * error) return "";
  const names = Object.keys(MARKS) as (keyof typeof MARKS)[];
  return names.find((name) => loss >= MARKS[name]) ?? "";
}

/** Clipped, since a mean may be off by a rounding error. */
function chances({ values }: FoundMove): number[] {
  return values.map((value) => Math.min(1, Math.max(0, value)));
}

/** An upper bound on the variance of a mean of results between 0 and 1; few visits never look certain. */
function variance({ values, visits }: FoundMove, seat: number): number {
  const tries = visits + 2;
  const share = ((values[seat] ?? 0) * visits + 1) / tries;
  return (share * (1 - share)) / tries;
}
