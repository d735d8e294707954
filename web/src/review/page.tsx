/** The review page: a finished game, position by position, with the engine's judgement. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { kindOf } from "../games";
import type { GameKind } from "../games/kind";
import { absoluteUrl, go as goTo, paths } from "../router";
import { identity } from "../server/identity";
import type { JudgedDecision, Review } from "../server/types";
import { AnalysisPanel, analysisRequest, useAnalysis } from "../table/analysis";
import { MoveList, PlaybackControls, useArrowKeys } from "../table/move-list";
import { ranking, reason, verdict } from "../table/outcome";
import { lineSeenBy, publishedGame } from "../table/published-game";
import { RecordButton } from "../table/record-button";
import { lastDecisions, originalSeatOf, type TableState } from "../table/state";
import { TableStore } from "../table/store";
import { TableFrame, Unavailable } from "../table/table-frame";
import "../table/table.css";
import { t } from "../texts";
import { CopyButton, Icon, useTitle } from "../ui";
import { DecisionPanel } from "./decision-panel";
import { Graph, Legend } from "./graph";
import { MarkSign } from "./marks";
import { PlayOnDialog } from "./play-on-dialog";
import { useReview } from "./use-review";
import "./review.css";
import { SeatSelect } from "./seat-select";
import { VerifyDialog } from "./verify-dialog";
import { finalChances, type Loss, lossesOf, winChances } from "./win-chances";

const PLAY_MS = 900;
const ADDRESS_MS = 300;
const MOST_LOSSES = 8;
const NO_DECISIONS: readonly JudgedDecision[] = [];

export function ReviewPage({ id, invite, at }: { id: string; invite: string | null; at: number | null }) {
  const [store] = useState(() => new TableStore(id, invite));
  useEffect(() => () => store.close(), [store]);
  const state = store.state.value;
  const kind = state ? kindOf(state.game) : undefined;
  const title = kind ? t.review.title(kind.title) : t.common.name;
  useTitle(title);
  const unfinished = state?.phase === "open" || state?.phase === "playing";
  useEffect(() => {
    if (unfinished) goTo(paths.table(id, invite), { replace: true });
  }, [unfinished]);
  return (
    <TableFrame store={store} title={title} leaving={unfinished}>
      {(shown, game) =>
        shown.line.length === 0 ? (
          <Unavailable text={t.review.never} />
        ) : (
          <Game store={store} state={shown} kind={game} requested={at} />
        )
      }
    </TableFrame>
  );
}

interface GameProps {
  store: TableStore;
  state: TableState;
  kind: GameKind;
  /** The position in the address. */
  requested: number | null;
}

function Game({ store, state, kind, requested }: GameProps) {
  const last = state.line.length - 1;
  const names = store.names.value;
  const originalSeat = originalSeatOf(state, identity.value?.player ?? null);
  const { at, go } = usePosition(state.id, store.invite, requested, last);
  const [perspective, setPerspective] = useState<number | null>(null);
  const seat = perspective ?? originalSeat ?? 0;
  const game = useMemo(() => publishedGame(state), [state.start, state.line]);
  // Even a player who resigned, and was told what everybody is, sees their own cards again.
  const line = useMemo(() => (game ? lineSeenBy(game, state.line, seat) : state.line), [game, state.line, seat]);
  const { review, kept, here, keep } = useReview(state.id, store.invite, game);
  const decisions = review?.decisions ?? NO_DECISIONS;
  const losses = useMemo(() => lossesOf(decisions), [decisions]);
  const values = useMemo(() => {
    const found = winChances(decisions, last);
    const decided = state.outcome && line[last]?.view.over && decisions.length >= last;
    if (decided) found[last] = finalChances(state.players, state.outcome?.winners ?? []);
    return found;
  }, [decisions, last, state]);
  const judged = decisions[at];
  const view = line[at]!.view;
  const analysis = useAnalysis(analysisRequest(state, game, at, null), [at, game?.start]);
  const better = judged?.judgement && judged.judgement.best !== judged.move ? judged.judgement.best : null;
  const [dialog, setDialog] = useState<"verify" | "play_on" | null>(null);
  const chances = values[at] ?? null;
  return (
    <div class="tb-layout rv-layout">
      <div class="tb-main">
        <header class="rv-head">
          <p class="rv-verdict-line">{verdict(state, names, originalSeat)}</p>
          <p class="quiet">
            {kind.title}. {reason(state, names)} {pointsLine(state, names)}
          </p>
        </header>
        <section class="panel rv-graph-panel">
          <h2>{t.review.graph}</h2>
          {decisions.length > 0 && (
            <>
              <Graph values={values} losses={losses} names={names} at={at} go={go} />
              <Legend names={names} chances={chances} />
            </>
          )}
          <Progress review={review} kept={kept} here={here} keep={keep} />
          <Scrubber at={at} last={last} go={go} />
        </section>
        <div class="tb-board rv-board">
          <h2 class="hidden-text">{t.table.board}</h2>
          <kind.Board
            view={view}
            rules={state.rules}
            seat={seat}
            visiting={seat !== originalSeat}
            names={names}
            active={false}
            readOnly
            last={lastDecisions(line, at)}
            best={analysis.on ? analysis.best : better}
            play={() => undefined}
          />
        </div>
      </div>
      <div class="tb-side">
        <DecisionPanel kind={kind} rules={state.rules} view={view} next={line[at + 1]} judged={judged} names={names}>
          <div class="row rv-from-here">
            <button
              type="button"
              class="button"
              aria-disabled={view.over}
              onClick={() => !view.over && setDialog("play_on")}
            >
              <Icon name="next" size={16} />
              {t.review.playOn}
            </button>
            <CopyButton label={t.review.share} text={absoluteUrl(paths.review(state.id, store.invite, at))} />
          </div>
        </DecisionPanel>
        {game && <AnalysisPanel analysis={analysis} kind={kind} rules={state.rules} names={names} />}
        {review && decisions.length > 0 && <Losses losses={losses} names={names} go={go} complete={review.complete} />}
        <section class="panel tb-history">
          <h2>{t.review.moves}</h2>
          <MoveList
            kind={kind}
            rules={state.rules}
            line={line}
            names={names}
            at={at}
            go={go}
            remark={(number) => {
              const mark = decisions[number - 1]?.judgement?.mark;
              return mark ? <MarkSign mark={mark} quiet /> : null;
            }}
          />
        </section>
        <section class="panel stack">
          <SeatSelect label={t.review.perspective} names={names} seat={seat} choose={setPerspective} />
          {state.phase === "over" && <RecordButton table={state.id} invite={store.invite} />}
          {HAS_SERVER && (
            <button type="button" class="button" aria-haspopup="dialog" onClick={() => setDialog("verify")}>
              <Icon name="lock" />
              {t.review.verify}
            </button>
          )}
          <a class="button" href={paths.table(state.id, store.invite)}>
            <Icon name="back" />
            {t.review.toTable}
          </a>
        </section>
      </div>
      {HAS_SERVER && dialog === "verify" && (
        <VerifyDialog state={state} names={names} onClose={() => setDialog(null)} />
      )}
      {dialog === "play_on" && (
        <PlayOnDialog
          table={state.id}
          invite={store.invite}
          decisions={at}
          names={names}
          seat={seat}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

/** The current position. The address follows it after a moment. */
function usePosition(table: string, invite: string | null, requested: number | null, last: number) {
  const within = (position: number) => Math.max(0, Math.min(last, position));
  const [at, setAt] = useState(within(requested ?? 0));
  const inAddress = useRef(requested ?? 0);
  useEffect(() => {
    // Ignores the address that this hook itself has set.
    if (requested === null || requested === inAddress.current) return;
    inAddress.current = requested;
    setAt(within(requested));
  }, [requested]);
  useEffect(() => {
    if (at === inAddress.current) return;
    const timer = setTimeout(() => {
      inAddress.current = at;
      goTo(paths.review(table, invite, at), { replace: true });
    }, ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [at]);
  useArrowKeys((step) => setAt((now) => within(now + step)));
  return { at, go: (position: number) => setAt(within(position)) };
}

function Scrubber({ at, last, go }: { at: number; last: number; go: (at: number) => void }) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => go(at + 1), PLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, at]);
  const toggle = () => {
    if (!playing && at >= last) go(0);
    setPlaying(!playing);
  };
  return (
    <div class="rv-scrubber">
      <PlaybackControls at={at} last={last} go={go}>
        <button
          type="button"
          class="button tb-playback-button"
          aria-label={playing ? t.review.pause : t.review.play}
          data-tooltip={playing ? t.review.pause : t.review.play}
          onClick={toggle}
        >
          <Icon name={playing ? "pause" : "forward"} size={16} />
        </button>
      </PlaybackControls>
      <input
        type="range"
        class="rv-range"
        aria-label={t.review.scrubber}
        aria-valuetext={t.review.position(at, last)}
        min={0}
        max={last}
        value={at}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
    </div>
  );
}

interface ProgressProps {
  review: Review | null;
  kept: Review | null;
  here: boolean;
  keep: () => void;
}

function Progress({ review, kept, here, keep }: ProgressProps) {
  if (!review) return null;
  return (
    <>
      {review.complete && <p class="rv-progress">{t.review.judgedBy(review.bot, review.iterations)}</p>}
      {review.running && (
        <p class="rv-progress" role="status">
          <span>{t.review.reviewing(review.done, review.total)}</span>
          <progress aria-label={t.review.progress} max={review.total} value={review.done} />
        </p>
      )}
      {here && kept?.running && <p class="rv-progress">{t.review.keeping(kept.done, kept.total)}</p>}
      {HAS_SERVER && kept && !kept.complete && !kept.running && (review.complete || !here) && (
        <p class="rv-progress">
          {!here && kept.done === 0 && <span>{t.review.noReview}</span>}
          <button type="button" class="button" data-tooltip={here ? t.review.keepTip : undefined} onClick={keep}>
            {here ? t.review.keep : kept.done === 0 ? t.review.start : t.review.resume}
          </button>
        </p>
      )}
    </>
  );
}

interface LossesProps {
  losses: readonly Loss[];
  names: readonly string[];
  go: (at: number) => void;
  complete: boolean;
}

function Losses({ losses, names, go, complete }: LossesProps) {
  const largest = [...losses].sort((one, other) => other.loss - one.loss).slice(0, MOST_LOSSES);
  if (largest.length === 0 && !complete) return null;
  return (
    <section class="panel">
      <h2>{t.review.lossesTitle}</h2>
      {largest.length === 0 && <p class="quiet">{t.review.noLosses}</p>}
      <ul class="rv-losses">
        {largest.map(({ number, seat, mark, loss }) => (
          <li key={number}>
            <button type="button" class="tb-move" onClick={() => go(number - 1)}>
              <MarkSign mark={mark} /> <span class="tb-clip">{names[seat]}</span> <b>−{t.common.percent(loss)}</b>{" "}
              <span class="quiet">
                <span class="hidden-text">{t.review.move} </span>
                {number}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function pointsLine(state: TableState, names: readonly string[]): string {
  return ranking(state)
    .map(({ seat, points }) => `${names[seat]} ${points}`)
    .join(" · ");
}
