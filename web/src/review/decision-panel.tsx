/** The review of the decision made in the current position. */

import type { ComponentChildren } from "preact";
import type { GameKind } from "../games/kind";
import type { JudgedDecision, Rules, View } from "../server/types";
import type { Step } from "../table/state";
import { t } from "../texts";
import { MarkSign } from "./marks";

const MOST_MOVES = 5;
const LEAST_LOSS = 0.005;

interface DecisionPanelProps {
  kind: GameKind;
  rules: Rules;
  view: View;
  /** The position that follows; undefined at the end. */
  next: Step | undefined;
  judged: JudgedDecision | undefined;
  names: readonly string[];
  children: ComponentChildren;
}

export function DecisionPanel({ kind, rules, view, next, judged, names, children }: DecisionPanelProps) {
  const inWords = (move: string) => kind.describeMove(view, move, names, null, rules);
  const decision = next?.decision;
  return (
    <section class="panel rv-decision">
      <h2>{t.review.here}</h2>
      {decision ? (
        <>
          <p>
            {t.review.played(names[decision.seat] ?? "")}
            <code>{decision.move}</code>
            <br />
            <span class="quiet">{inWords(decision.move)}</span>
          </p>
          <DecisionReview judged={judged} inWords={inWords} />
        </>
      ) : (
        <p>{t.review.end}</p>
      )}
      {children}
    </section>
  );
}

interface DecisionReviewProps {
  judged: JudgedDecision | undefined;
  inWords: (move: string) => string;
}

function DecisionReview({ judged, inWords }: DecisionReviewProps) {
  if (!judged) return <p class="quiet">{t.review.notJudged}</p>;
  const found = judged.judgement;
  if (!found) return <p class="quiet">{judged.choices === 1 ? t.review.forced : t.review.notJudged}</p>;
  if (found.best === judged.move) return <p>{t.review.best}</p>;
  const line = found.line[0] === found.best ? found.line.slice(1) : found.line;
  return (
    <>
      <p>
        {found.mark && (
          <>
            <MarkSign mark={found.mark} />:{" "}
          </>
        )}
        {found.loss >= LEAST_LOSS ? t.review.cost(t.common.percent(found.loss)) : t.review.costNothing}
      </p>
      <p>
        {t.review.better}
        <code>{found.best}</code>
        <br />
        <span class="quiet">{inWords(found.best)}</span>
      </p>
      {line.length > 0 && (
        <p class="quiet">
          {t.review.line}
          <span class="notation">{line.slice(0, MOST_MOVES).join(", ")}</span>
          {line.length > MOST_MOVES && " …"}
        </p>
      )}
    </>
  );
}
