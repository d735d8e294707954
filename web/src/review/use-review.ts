/** The server's review of a game, polled while it is running. */

import { useCallback, useEffect, useState } from "preact/hooks";
import * as api from "../server/api";
import type { Review } from "../server/types";
import { toastError } from "../ui";

const EVERY_MS = 1000;

export interface ReviewState {
  /** Null until the server has answered. */
  review: Review | null;
  start: () => void;
}

/** `wanted` says whether the game is over, so that a review can exist. */
export function useReview(table: string, invite: string | null, wanted: boolean): ReviewState {
  const [review, setReview] = useState<Review | null>(null);
  const running = review?.running ?? false;
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const look = () =>
      api.review(table, invite).then(
        (found) => !gone && setReview(found),
        // The page works without a review, and polls again while one is running.
        () => undefined,
      );
    void look();
    const timer = running ? setInterval(look, EVERY_MS) : undefined;
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [table, invite, wanted, running]);
  const start = useCallback(() => {
    api.startReview(table, invite).then(setReview, toastError);
  }, [table, invite]);
  return { review, start };
}
