/** What the server is asked for once a part of the page is there. */

import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts";
import { sentence } from "./problems";

export interface Loading<Value> {
  /** Null until it is there; the last one stays while another is asked for. */
  value: Value | null;
  problem: string | null;
  again: () => void;
}

/** Ask, and again whenever `about` changes. */
export function useLoaded<Value>(load: () => Promise<Value>, about: readonly unknown[] = []): Loading<Value> {
  const [answer, setAnswer] = useState<{ value: Value | null; problem: string | null }>({
    value: null,
    problem: null,
  });
  const asked = useRef(0);
  const again = useCallback(() => {
    const number = (asked.current += 1);
    const isLast = () => number === asked.current;
    load().then(
      (value) => isLast() && setAnswer({ value, problem: null }),
      (error: unknown) => isLast() && setAnswer(({ value }) => ({ value, problem: sentence(error) })),
    );
  }, about as unknown[]);
  useEffect(() => {
    again();
    return () => {
      asked.current += 1;
    };
  }, [again]);
  return { ...answer, again };
}

/** What is shown of something that is loaded: it, or a problem with a way to try again. */
export function Loaded<Value>({
  of,
  children,
}: {
  of: Loading<Value>;
  children: (value: Value) => ComponentChildren;
}) {
  return (
    <>
      {of.problem && <Problem text={of.problem} again={of.again} />}
      {of.value !== null ? children(of.value) : !of.problem && <Waiting />}
    </>
  );
}

export function Problem({ text, again }: { text: string; again?: (() => void) | undefined }) {
  return (
    <div class="ui-problem" role="alert">
      <span>{text}</span>
      {again && (
        <button type="button" class="button small" onClick={again}>
          {t.common.again}
        </button>
      )}
    </div>
  );
}

/** Seen only by who has to wait for long enough to wonder. */
export function Waiting() {
  return <p class="ui-waiting quiet">{t.common.loading}</p>;
}
