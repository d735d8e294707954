/** The review of a game: one that the server keeps, or else one that this page makes while it is looked at. */

import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { hasNetwork, search } from "../engine/analysis";
import * as api from "../server/api";
import type { JudgedDecision, Review } from "../server/types";
import type { PublishedGame } from "../table/published-game";
import { toastError } from "../ui";
import { reviewGame, THOROUGH, unjudged } from "./game-review";

const EVERY_MS = 1000;

export interface ReviewState {
  /** What is shown; null while nothing is known. */
  review: Review | null;
  /** The server's, as far as it is done; null without an answer. */
  kept: Review | null;
  /** Whether the page makes one itself. */
  here: boolean;
  /** Asks the server to make a review and keep it. */
  keep: () => void;
}

export function useReview(table: string, invite: string | null, game: PublishedGame | null): ReviewState {
  const { kept, keep } = useKeptReview(table, invite);
  const wanted = kept !== undefined && !kept?.complete;
  const made = usePageReview(table, wanted ? game : null);
  const review = kept?.complete ? kept : (made ?? kept ?? null);
  return { review, kept: kept ?? null, here: made !== null, keep };
}

/** The server's review, polled while it is running; undefined until it has answered. */
function useKeptReview(table: string, invite: string | null) {
  const [kept, setKept] = useState<Review | null>();
  const running = kept?.running ?? false;
  useEffect(() => {
    let gone = false;
    const look = () =>
      api.review(table, invite).then(
        (found) => !gone && setKept(found),
        // The page works without one, and polls again while one is running.
        () => !gone && setKept((known) => known ?? null),
      );
    void look();
    const timer = running ? setInterval(look, EVERY_MS) : undefined;
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [table, invite, running]);
  const keep = useCallback(() => {
    api.startReview(table, invite).then(setKept, toastError);
  }, [table, invite]);
  return { kept, keep };
}

/** The review that this page makes of a game; null without a game, or if the engine cannot run. */
function usePageReview(table: string, game: PublishedGame | null): Review | null {
  const [decisions, setDecisions] = useState<JudgedDecision[] | null>(null);
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (!game) return;
    const stop = new AbortController();
    setDecisions(unjudged(game));
    setDone(0);
    const report = (decision: JudgedDecision, thorough: boolean) => {
      setDecisions((known) => known?.with(decision.number - 1, decision) ?? null);
      if (thorough) setDone((count) => count + 1);
    };
    reviewGame(game, search, report, stop.signal).catch((error: unknown) => {
      if (stop.signal.aborted) return;
      setDecisions(null);
      toastError(error);
    });
    return () => stop.abort();
  }, [game?.start, game?.actions.length]);
  return useMemo(() => {
    if (!game || !decisions) return null;
    const total = decisions.length;
    return {
      table,
      bot: hasNetwork(game.game, Number(game.rules.players)) ? "champion" : "mcts",
      iterations: THOROUGH,
      total,
      done,
      complete: done === total,
      running: done < total,
      decisions,
    };
  }, [game, decisions, done]);
}
