/** A review as it comes from the server, decision by decision. */

import { useCallback, useEffect, useState } from "preact/hooks";
import * as api from "../server/api";
import type { Review } from "../server/types";
import { toastProblem } from "../ui";

const EVERY_MS = 1000;

export interface Judging {
  /** Null until the server has told what there is. */
  review: Review | null;
  start: () => void;
}

/** `wanted` says that the game is over, so that it can be asked for. */
export function useReview(table: string, invite: string | null, wanted: boolean): Judging {
  const [review, setReview] = useState<Review | null>(null);
  const running = review?.running ?? false;
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const look = () =>
      api.review(table, invite).then(
        (found) => !gone && setReview(found),
        // It is looked at without a review then; while one runs, it is asked again.
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
    api.startReview(table, invite).then(setReview, toastProblem);
  }, [table, invite]);
  return { review, start };
}
