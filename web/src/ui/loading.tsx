/** Loads data for a component. */

import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts";
import { errorMessage } from "./error-message";

export interface Loading<Value> {
  /** Null until loaded; the last value stays while another one is loading. */
  value: Value | null;
  problem: string | null;
  retry: () => void;
}

/** Loads a value, and loads it again whenever `about` changes. */
export function useLoaded<Value>(load: () => Promise<Value>, about: readonly unknown[] = []): Loading<Value> {
  const [answer, setAnswer] = useState<{ value: Value | null; problem: string | null }>({
    value: null,
    problem: null,
  });
  const asked = useRef(0);
  const retry = useCallback(() => {
    asked.current += 1;
    const number = asked.current;
    const isLast = () => number === asked.current;
    load().then(
      (value) => isLast() && setAnswer({ value, problem: null }),
      (error: unknown) => isLast() && setAnswer(({ value }) => ({ value, problem: errorMessage(error) })),
    );
  }, about as unknown[]);
  useEffect(() => {
    retry();
    return () => {
      asked.current += 1;
    };
  }, [retry]);
  return { ...answer, retry };
}

/** Renders a loaded value, or an error with a button to retry. */
export function Loaded<Value>({ of, children }: { of: Loading<Value>; children: (value: Value) => ComponentChildren }) {
  return (
    <>
      {of.problem && <ErrorAlert text={of.problem} retry={of.retry} />}
      {of.value !== null ? children(of.value) : !of.problem && <LoadingText />}
    </>
  );
}

export function ErrorAlert({ text, retry }: { text: string; retry?: (() => void) | undefined }) {
  return (
    <div class="ui-problem" role="alert">
      <span>{text}</span>
      {retry && (
        <button type="button" class="button small" onClick={retry}>
          {t.common.retry}
        </button>
      )}
    </div>
  );
}

/** Fades in, so that quick loads do not show it. */
export function LoadingText() {
  return <p class="ui-waiting quiet">{t.common.loading}</p>;
}
