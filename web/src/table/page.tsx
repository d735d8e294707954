/** The page of a table: before the start, during the game, and after it. */

import { useEffect, useRef } from "preact/hooks";
import { kindOf } from "../games";
import type { GameKind } from "../games/kind";
import { Coach, isGuided } from "../guide/coach";
import { identity } from "../server/identity";
import { t } from "../texts";
import { Icon, useTitle } from "../ui";
import { motionWanted } from "../ui/motion";
import { asking, type Ask } from "./acting";
import { PlayerActions, RulesButton, UndoOffer } from "./actions";
import { Gathering } from "./gathering";
import { Missing } from "./missing";
import { arrowSteps, Moves, Scrub } from "./moves";
import { Over } from "./over";
import { Players } from "./players";
import { chairOf, lastDecisions, type TableState } from "./state";
import "./table.css";
import { Talk } from "./talk";
import { turnOf } from "./turns";
import { useTable, type Watched } from "./watching";

export function TablePage({ id, invite }: { id: string; invite: string | null }) {
  const watched = useTable(id, invite);
  const { store } = watched;
  const state = store.state.value;
  const kind = state ? kindOf(state.game) : undefined;
  const title = kind ? t.table.title(kind.title) : t.common.name;
  useTitle(kind?.title ?? "");
  return (
    <div class="tb-page">
      <h1 class="hidden-text" tabIndex={-1}>
        {title}
      </h1>
      {store.problem.value ? (
        <Missing text={store.problem.value.status === 404 ? t.table.missing : store.problem.value.detail} />
      ) : !state ? (
        <p class="tb-opening quiet" role="status">
          {store.late.value ? t.table.unreachable : t.table.loading}
        </p>
      ) : kind ? (
        <Standing watched={watched} state={state} kind={kind} ask={asking(store)} />
      ) : (
        <Missing text={t.table.unknownGame(state.game)} />
      )}
    </div>
  );
}

interface StandingProps {
  watched: Watched;
  state: TableState;
  kind: GameKind;
  ask: Ask;
}

function Standing({ watched, state, kind, ask }: StandingProps) {
  const { store } = watched;
  const chair = chairOf(state, identity.value?.player ?? null);
  if (state.line.length > 0) return <Playing watched={watched} state={state} kind={kind} ask={ask} chair={chair} />;
  if (state.phase === "open") {
    return (
      <>
        <Gathering store={store} state={state} kind={kind} ask={ask} />
        <div class="tb-side">
          <section class="row">
            <RulesButton kind={kind} />
          </section>
          <Talk said={state.said} names={store.names.value} seated={store.seat.value !== null} ask={ask} />
        </div>
      </>
    );
  }
  return <Over store={store} state={state} kind={kind} chair={chair} ask={ask} />;
}

function Playing({ watched: { store, looking }, state, kind, ask, chair }: StandingProps & { chair: number | null }) {
  const own = store.seat.value;
  const names = store.names.value;
  const line = state.line;
  // While the line has just become shorter, what is looked at may not be there any more.
  const at = Math.max(0, Math.min(looking.at.value, line.length - 1));
  const { view } = line[at]!;
  const last = line.length - 1;
  const shown = Math.min(looking.newest.value, last);
  const settled = shown === last;
  const ended = state.phase !== "playing";
  const current = looking.current.value;
  const active = current && !ended && store.active.value && !store.busy.value;
  const toMove = ended && current ? null : view.over ? null : view.to_move;
  // Who sees the game end sees how, wherever on the page.
  const finished = ended && settled;
  const known = useRef(finished);
  useEffect(() => {
    if (finished && !known.current) {
      const behavior = motionWanted() ? "smooth" : "auto";
      document.querySelector(".tb-over")?.scrollIntoView({ block: "nearest", behavior });
    }
    known.current = finished;
  }, [finished]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = arrowSteps(event);
      if (step) looking.step(step);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [looking]);
  return (
    <div class="tb-layout">
      <div class="tb-main">
        <Players
          state={state}
          view={view}
          own={own}
          presence={store.presence.value}
          names={names}
          toMove={toMove}
        />
        {ended && settled && looking.chosen.value === null && (
          <Over store={store} state={state} kind={kind} chair={chair} ask={ask} />
        )}
        <UndoOffer state={state} own={own} names={names} ask={ask} />
        {own !== null && !ended && looking.chosen.value === null && isGuided(state.id) && (
          <Coach
            kind={kind}
            view={view}
            rules={state.rules}
            seat={own}
            turn={turnOf(line, at, own)}
            waiting={!settled || !store.active.value}
          />
        )}
        {looking.chosen.value !== null ? (
          <div class="tb-banner tb-earlier" role="status">
            <Icon name="eye" />
            <span>{t.table.earlier(at, last)}</span>
            <button type="button" class="button small primary" onClick={() => looking.back()}>
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
        <div
          class="tb-board"
          data-earlier={looking.chosen.value !== null}
          onPointerDown={() => settled || looking.hurry()}
          onKeyDown={() => settled || looking.hurry()}
        >
          <h2 class="hidden-text">{t.table.board}</h2>
          <kind.Board
            view={view}
            rules={state.rules}
            seat={own}
            names={names}
            active={active}
            still={ended || looking.chosen.value !== null}
            last={lastDecisions(line, at)}
            best={null}
            play={(moves) => void ask({ do: "play", moves, position: state.position })}
          />
        </div>
      </div>
      <div class="tb-side">
        <section class="tb-actions row" aria-label={t.table.actions}>
          <RulesButton kind={kind} />
          {own !== null && state.phase === "playing" && <PlayerActions state={state} own={own} ask={ask} />}
        </section>
        <section class="panel tb-history">
          <h2>{t.table.moves}</h2>
          <Scrub at={at} last={shown} go={(to) => looking.go(to)} />
          <Moves kind={kind} line={settled ? line : line.slice(0, shown + 1)} names={names} at={at} go={(to) => looking.go(to)} />
        </section>
        {(own === null || state.seats.some(({ seat, player }) => player !== null && seat !== own)) && (
          <Talk said={state.said} names={names} seated={own !== null} ask={ask} />
        )}
      </div>
    </div>
  );
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
