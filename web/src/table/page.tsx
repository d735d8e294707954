/** The page of a table: before the start, during the game, and after it. */

import { useEffect, useRef } from "preact/hooks";
import { kindOf } from "../games";
import { isGuided } from "../games/guided-game";
import type { GameKind } from "../games/kind";
import { identity } from "../server/identity";
import { t } from "../texts";
import { Icon, useTitle } from "../ui";
import { prefersMotion } from "../ui/animation";
import { PlayerActions, RulesButton, UndoOffer } from "./actions";
import { commandSender, type SendCommand } from "./commands";
import { GameOver } from "./game-over";
import { Guide } from "./guide";
import { CoverBanner, HandOver, hasNews, nextPerson } from "./hand-over";
import { HintButton, HintText, useHint } from "./hint";
import { MoveList, PlaybackControls, useArrowKeys } from "./move-list";
import { Players } from "./players";
import { publishedGame } from "./published-game";
import { lastDecisions, originalSeatOf, type TableState } from "./state";
import { WaitingRoom } from "./waiting-room";
import "./table.css";
import { AnalysisPanel, analysisRequest, useAnalysis } from "./analysis";
import { Chat } from "./chat";
import { TableFrame } from "./table-frame";
import { turnOf } from "./turns";
import { type TableSession, useTable } from "./use-table";

export function TablePage({ id, invite }: { id: string; invite: string | null }) {
  const session = useTable(id, invite);
  const { store } = session;
  const kind = kindOf(store.state.value?.game ?? "");
  useTitle(kind?.title ?? "");
  return (
    <TableFrame store={store} title={kind ? t.table.title(kind.title) : t.common.name}>
      {(shown, game) => <TableContent session={session} state={shown} kind={game} send={commandSender(store)} />}
    </TableFrame>
  );
}

interface TableContentProps {
  session: TableSession;
  state: TableState;
  kind: GameKind;
  send: SendCommand;
}

function TableContent({ session, state, kind, send }: TableContentProps) {
  const { store } = session;
  const originalSeat = originalSeatOf(state, identity.value?.player ?? null);
  const next = HAS_SERVER ? null : nextPerson(state);
  if (next && !hasNews(state)) return <HandOver next={next} />;
  if (state.line.length > 0)
    return <GameView session={session} state={state} kind={kind} send={send} originalSeat={originalSeat} />;
  if (state.phase === "open") {
    return (
      <>
        <WaitingRoom store={store} state={state} kind={kind} send={send} />
        <div class="tb-side">
          <section class="row">
            <RulesButton kind={kind} state={state} />
          </section>
          <Chat messages={state.said} names={store.names.value} seated={store.seat.value !== null} send={send} />
        </div>
      </>
    );
  }
  return <GameOver store={store} state={state} kind={kind} originalSeat={originalSeat} send={send} />;
}

function GameView({
  session: { store, playback },
  state,
  kind,
  send,
  originalSeat,
}: TableContentProps & { originalSeat: number | null }) {
  const own = store.seat.value;
  const names = store.names.value;
  const line = state.line;
  // After an undo, the position being viewed may no longer exist.
  const at = Math.max(0, Math.min(playback.at.value, line.length - 1));
  const { view } = line[at]!;
  const last = line.length - 1;
  const shown = Math.min(playback.newest.value, last);
  const settled = shown === last;
  const ended = state.phase !== "playing";
  const current = playback.current.value;
  const active = current && !ended && store.active.value && !store.busy.value;
  const toMove = ended && current ? null : view.over ? null : view.to_move;
  const published = ended ? publishedGame(state) : null;
  const analysis = useAnalysis(analysisRequest(state, published, at, own), [view, published?.start]);
  const hint = useHint(state, own);
  // Scrolls to the result when the game ends.
  const finished = ended && settled;
  const known = useRef(finished);
  useEffect(() => {
    if (finished && !known.current) {
      const behavior = prefersMotion() ? "smooth" : "auto";
      document.querySelector(".tb-over")?.scrollIntoView({ block: "nearest", behavior });
    }
    known.current = finished;
  }, [finished]);
  useArrowKeys((step) => playback.step(step));
  return (
    <div class="tb-layout">
      <div class="tb-main">
        <Players state={state} view={view} own={own} presence={store.presence.value} names={names} toMove={toMove} />
        {ended && settled && playback.chosen.value === null && (
          <GameOver store={store} state={state} kind={kind} originalSeat={originalSeat} send={send} />
        )}
        {!HAS_SERVER && <PassScreen state={state} />}
        <UndoOffer state={state} own={own} names={names} send={send} />
        {own !== null && !ended && playback.chosen.value === null && isGuided(state.id) && (
          <Guide
            kind={kind}
            view={view}
            rules={state.rules}
            seat={own}
            turn={turnOf(line, at, own)}
            waiting={!settled || !store.active.value}
          />
        )}
        {playback.chosen.value !== null ? (
          <div class="tb-banner tb-earlier" role="status">
            <Icon name="eye" />
            <span>{t.table.earlier(at, last)}</span>
            <button type="button" class="button small primary" onClick={() => playback.back()}>
              {t.table.backToGame}
            </button>
          </div>
        ) : (
          !ended && (
            <p class="tb-task" data-own={active} data-busy={store.busy.value}>
              {taskLine(active, own, view.to_move, names, state, kind, view)}
            </p>
          )
        )}
        {own !== null && state.hints && <HintText hint={hint} kind={kind} state={state} names={names} own={own} />}
        <div
          class="tb-board"
          data-earlier={playback.chosen.value !== null}
          onPointerDown={() => settled || playback.catchUp()}
          onKeyDown={() => settled || playback.catchUp()}
        >
          <h2 class="hidden-text">{t.table.board}</h2>
          <kind.Board
            view={view}
            rules={state.rules}
            seat={own}
            names={names}
            active={active}
            readOnly={ended || playback.chosen.value !== null}
            last={lastDecisions(line, at)}
            best={analysis.on ? analysis.best : current ? hint.move : null}
            play={(moves) => void send({ do: "play", moves: [...moves], position: state.position })}
          />
        </div>
      </div>
      <div class="tb-side">
        <section class="tb-actions row" aria-label={t.table.actions}>
          <RulesButton kind={kind} state={state} />
          {own !== null && state.hints && <HintButton hint={hint} active={active} />}
          {own !== null && state.phase === "playing" && <PlayerActions state={state} own={own} send={send} />}
        </section>
        {(published || (own !== null && state.hints)) && (
          <AnalysisPanel analysis={analysis} kind={kind} rules={state.rules} names={names} />
        )}
        <section class="panel tb-history">
          <h2>{t.table.moves}</h2>
          <PlaybackControls at={at} last={shown} go={(to) => playback.go(to)} />
          <MoveList
            kind={kind}
            rules={state.rules}
            line={settled ? line : line.slice(0, shown + 1)}
            names={names}
            at={at}
            go={(to) => playback.go(to)}
          />
        </section>
        {HAS_SERVER && (own === null || state.seats.some(({ seat, player }) => player !== null && seat !== own)) && (
          <Chat messages={state.said} names={names} seated={own !== null} send={send} />
        )}
      </div>
    </div>
  );
}

function PassScreen({ state }: { state: TableState }) {
  const next = nextPerson(state);
  return next && <CoverBanner next={next} />;
}

function taskLine(
  active: boolean,
  own: number | null,
  toMove: number,
  names: readonly string[],
  state: TableState,
  kind: GameKind,
  view: TableState["line"][number]["view"],
): string {
  if (own === toMove) return active ? t.table.yourTask(kind.task(view, state.rules)) : t.table.sending;
  const name = names[toMove] ?? "";
  return state.seats[toMove]?.bot ? t.table.thinking(name) : t.table.waitsFor(name);
}
