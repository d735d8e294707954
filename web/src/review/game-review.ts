/** Reviews of finished games, made in the page: every decision quickly, then the costliest first. */

import type { Found, SearchOptions, SearchRequest } from "../engine/analysis";
import type { JudgedDecision } from "../server/types";
import { type PublishedGame, searchAfter } from "../table/published-game";
import { type Judged, judge } from "./judge";

/** Iterations of the first pass, which finds the decisions to look at. */
export const QUICK = 100;
/** Iterations of the second pass. */
export const THOROUGH = 2000;

/** Decisions judged at once: as many as there may be workers. */
const AT_ONCE = 3;

type Search = (request: SearchRequest, options?: SearchOptions) => Promise<Found>;

/** Judges the decisions of a game; `report` is called with each as it becomes known, and again when it is known better. */
export async function reviewGame(
  played: PublishedGame,
  search: Search,
  report: (decision: JudgedDecision, thorough: boolean) => void,
  signal?: AbortSignal,
): Promise<void> {
  const decisions = unjudged(played);
  const pass = async (order: readonly JudgedDecision[], iterations: number) => {
    const waiting = [...order];
    const work = async () => {
      for (let decision = waiting.shift(); decision; decision = waiting.shift()) {
        const judged = await judgeDecision(played, decision.number, iterations, search, signal);
        Object.assign(decision, judged);
        // A forced decision needs no second look.
        report({ ...decision }, iterations === THOROUGH || !judged?.judgement);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };
  await pass(decisions, QUICK);
  const loss = ({ judgement }: JudgedDecision) => judgement?.loss ?? 0;
  const worst = decisions.filter(({ judgement }) => judgement).sort((one, other) => loss(other) - loss(one));
  await pass(worst, THOROUGH);
}

/** The decisions of a game before anything is known about them. */
export function unjudged({ actions, seats }: PublishedGame): JudgedDecision[] {
  let turn = 0;
  return actions.map((_, place) => {
    const seat = seats[place] ?? 0;
    if (place === 0 || seat !== seats[place - 1]) turn += 1;
    return { number: place + 1, turn, seat, move: "", choices: 0, judgement: null };
  });
}

function judgeDecision(
  played: PublishedGame,
  number: number,
  iterations: number,
  search: Search,
  signal: AbortSignal | undefined,
): Promise<Judged | null> {
  const request = { ...searchAfter(played, number - 1), iterations };
  const look = (only?: number) => search(only === undefined ? request : { ...request, only }, { signal });
  return judge(look, played.actions[number - 1]!);
}
