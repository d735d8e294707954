/** The engine's analysis of a position, live while it searches. */

import { useEffect, useState } from "preact/hooks";
import { type Found, type SearchRequest, search } from "../engine/analysis";
import type { GameKind } from "../games/kind";
import type { Rules } from "../server/types";
import { t } from "../texts";
import { Icon, toastError } from "../ui";
import { type PublishedGame, searchAfter } from "./published-game";
import type { TableState } from "./state";

const ITERATIONS = 30_000;

export interface Analysis {
  on: boolean;
  toggle: () => void;
  /** Whether the position that is shown can be analyzed. */
  possible: boolean;
  /** What has been found about the position that is shown. */
  found: Found | null;
  /** The best move so far, in notation. */
  best: string | null;
}

/** Analyzes the position that `request` names, as long as the analysis is on; `about` changes with the request. */
export function useAnalysis(request: SearchRequest | null, about: readonly unknown[]): Analysis {
  const [on, setOn] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    setFound(null);
    if (!on || !request) return;
    const stop = new AbortController();
    const limits = { urgent: true, signal: stop.signal, onProgress: setFound };
    search({ ...request, iterations: ITERATIONS }, limits).then(setFound, (error: unknown) => {
      if (stop.signal.aborted) return;
      setOn(false);
      toastError(error);
    });
    return () => stop.abort();
  }, [on, request === null, ...about]);
  return { on, toggle: () => setOn(!on), found, possible: request !== null, best: found?.moves[0]?.move ?? null };
}

/** The search of the position after `at` decisions; null if nobody decides there, or may not be helped. */
export function analysisRequest(
  { game: name, rules, line, hints }: TableState,
  game: PublishedGame | null,
  at: number,
  own: number | null,
): SearchRequest | null {
  const { view } = line[at]!;
  if (view.over) return null;
  if (game) return at <= game.actions.length ? searchAfter(game, at) : null;
  return hints && own !== null && view.to_move === own ? { game: name, rules, position: { view, seat: own } } : null;
}

interface AnalysisPanelProps {
  analysis: Analysis;
  kind: GameKind;
  rules: Rules;
  names: readonly string[];
}

export function AnalysisPanel({ analysis: { on, toggle, possible, found }, kind, rules, names }: AnalysisPanelProps) {
  const texts = t.table.analysis;
  return (
    <section class="panel tb-analysis">
      <h2>{texts.title}</h2>
      {found && (
        <>
          <ul class="tb-chances" aria-label={texts.chances}>
            {(found.moves[0]?.values ?? found.values).map((value, seat) => (
              <li key={seat}>
                {names[seat]} <b>{t.common.percent(value)}</b>
              </li>
            ))}
          </ul>
          <ol class="tb-line" aria-label={texts.line}>
            {found.line.map(({ view, move }, place) => (
              <li key={place}>
                <b>{names[view.to_move]}</b>: {kind.describeMove(view, move, names, null, rules)}
              </li>
            ))}
          </ol>
          <p class="quiet">{texts.iterations(found.iterations)}</p>
        </>
      )}
      {on && !possible && <p class="quiet">{texts.none}</p>}
      <button type="button" class="button" aria-pressed={on} onClick={toggle}>
        <Icon name="robot" />
        {texts.toggle}
      </button>
    </section>
  );
}
