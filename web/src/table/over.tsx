/** A game that has ended: who won and why, and what can come next. */

import type { GameKind } from "../games/kind";
import { paths } from "../router";
import { t } from "../texts";
import { Icon } from "../ui";
import type { Ask } from "./acting";
import { ranking, reason, rematchSeats, verdict } from "./ending";
import { RecordButton } from "./record";
import type { TableState } from "./state";
import type { TableStore } from "./store";

const words = t.table.result;

interface OverProps {
  store: TableStore;
  state: TableState;
  kind: GameKind;
  /** Where one sat, also who has gone. */
  chair: number | null;
  ask: Ask;
}

export function Over({ store, state, kind, chair, ask }: OverProps) {
  const names = store.names.value;
  const last = state.line.at(-1);
  const won = chair !== null && state.outcome?.winners.includes(chair);
  return (
    <section class="panel tb-over" data-won={won}>
      <div class="tb-over-head">
        <Icon name={state.phase === "over" ? "trophy" : "flag"} size={36} />
        <div>
          <h2>{verdict(state, names, chair)}</h2>
          <p class="quiet">{reason(state, names)}</p>
        </div>
      </div>
      {state.outcome && (
        <ol class="tb-places" aria-label={words.places}>
          {ranking(state).map(({ seat, place, points }) => (
            <li key={seat} data-own={seat === chair}>
              <span class="quiet">{place}.</span> <b>{names[seat]}</b>{" "}
              {seat === chair && <span class="quiet">({words.you}) </span>}
              {t.common.points(points)}
            </li>
          ))}
        </ol>
      )}
      <Rematch state={state} chair={chair} names={names} ask={ask} busy={store.busy.value} />
      <div class="row">
        {last && (
          <a class="button" href={paths.review(state.id, store.invite)}>
            <Icon name="eye" />
            {words.review}
          </a>
        )}
        {state.phase === "over" && <RecordButton table={state.id} invite={store.invite} />}
        <a class="button" href={paths.home}>
          <Icon name="plus" />
          {words.newGame}
        </a>
      </div>
      {last && state.outcome && (
        <details open={last.view.over}>
          <summary>{words.how}</summary>
          <kind.Result view={last.view} rules={state.rules} names={names} />
        </details>
      )}
    </section>
  );
}

interface RematchProps {
  state: TableState;
  chair: number | null;
  names: readonly string[];
  ask: Ask;
  busy: boolean;
}

function Rematch({ state, chair, names, ask, busy }: RematchProps) {
  const { wanted, table } = state.rematch;
  if (table !== null && !state.public && chair === null) return <p>{words.rematchBegun}</p>;
  if (table !== null) {
    return (
      <p>
        <a class="button primary" href={paths.table(table)}>
          {words.toRematch}
        </a>
      </p>
    );
  }
  const asked = rematchSeats(state);
  const missing = asked.filter((seat) => !wanted.includes(seat));
  const named = (seats: readonly number[]) => seats.map((seat) => names[seat] ?? "");
  if (chair === null || !asked.includes(chair) || state.archived) {
    return wanted.length ? <p role="status">{words.rematchWanted(named(wanted))}</p> : null;
  }
  if (wanted.includes(chair)) return <p role="status">{words.rematchWaits(named(missing))}</p>;
  return (
    <div class="row" role="status">
      {wanted.length > 0 && <span>{words.rematchWanted(named(wanted))}</span>}
      <button type="button" class="button primary" aria-disabled={busy} onClick={() => !busy && ask({ do: "rematch" })}>
        <Icon name="rotate" />
        {wanted.length ? words.rematchAgree : words.rematch}
      </button>
    </div>
  );
}
