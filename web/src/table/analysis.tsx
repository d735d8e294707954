/** The engine's analysis of a position of a finished game, live while it searches. */

import { useEffect, useState } from "preact/hooks";
import { type Found, search } from "../engine/analysis";
import type { GameKind } from "../games/kind";
import type { Rules } from "../server/types";
import { t } from "../texts";
import { Icon, toastError } from "../ui";
import { type PublishedGame, searchAfter } from "./published-game";

const ITERATIONS = 30_000;

export interface Analysis {
  on: boolean;
  toggle: () => void;
  /** What has been found about the position that is shown. */
  found: Found | null;
  /** The best move so far, in notation. */
  best: string | null;
}

/** Analyzes the position after `at` decisions while the analysis is on. */
export function useAnalysis(game: PublishedGame | null, at: number, over: boolean): Analysis {
  const [on, setOn] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const known = game !== null && !over && at <= game.actions.length;
  useEffect(() => {
    setFound(null);
    if (!on || !known) return;
    const stop = new AbortController();
    const request = { ...searchAfter(game, at), iterations: ITERATIONS };
    search(request, { urgent: true, signal: stop.signal, onProgress: setFound }).then(setFound, (error: unknown) => {
      if (stop.signal.aborted) return;
      setOn(false);
      toastError(error);
    });
    return () => stop.abort();
  }, [on, known, at, game?.start]);
  return { on, toggle: () => setOn(!on), found, best: found?.moves[0]?.move ?? null };
}

interface AnalysisPanelProps {
  analysis: Analysis;
  kind: GameKind;
  rules: Rules;
  names: readonly string[];
}

export function AnalysisPanel({ analysis: { on, toggle, found }, kind, rules, names }: AnalysisPanelProps) {
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
      {on && !found && <p class="quiet">{texts.none}</p>}
      <button type="button" class="button" aria-pressed={on} onClick={toggle}>
        <Icon name="robot" />
        {texts.toggle}
      </button>
    </section>
  );
}
