/** The panel of a finished game: who won and why, and what can come next. */

import type { GameKind } from "../games/kind";
import { paths } from "../router";
import { t } from "../texts";
import { Icon } from "../ui";
import type { SendCommand } from "./commands";
import { ranking, reason, rematchSeats, verdict } from "./outcome";
import { RecordButton } from "./record-button";
import type { TableState } from "./state";
import type { TableStore } from "./store";

const texts = t.table.result;

interface GameOverProps {
  store: TableStore;
  state: TableState;
  kind: GameKind;
  /** The viewer's seat, even after leaving it. */
  originalSeat: number | null;
  send: SendCommand;
}

export function GameOver({ store, state, kind, originalSeat, send }: GameOverProps) {
  const names = store.names.value;
  const last = state.line.at(-1);
  const won = originalSeat !== null && state.outcome?.winners.includes(originalSeat);
  return (
    <section class="panel tb-over" data-won={won}>
      <div class="tb-over-head">
        <Icon name={state.phase === "over" ? "trophy" : "flag"} size={36} />
        <div>
          <h2>{verdict(state, names, originalSeat)}</h2>
          <p class="quiet">{reason(state, names)}</p>
        </div>
      </div>
      {state.outcome && (
        <ol class="tb-places" aria-label={texts.places}>
          {ranking(state).map(({ seat, place, points }) => (
            <li key={seat} data-own={seat === originalSeat}>
              <span class="quiet">{place}.</span> <b>{names[seat]}</b>{" "}
              {seat === originalSeat && <span class="quiet">({texts.you}) </span>}
              {t.common.points(points)}
            </li>
          ))}
        </ol>
      )}
      <Rematch state={state} originalSeat={originalSeat} names={names} send={send} busy={store.busy.value} />
      <div class="row">
        {last && (
          <a class="button" href={paths.review(state.id, store.invite)}>
            <Icon name="eye" />
            {texts.review}
          </a>
        )}
        {state.phase === "over" && <RecordButton table={state.id} invite={store.invite} />}
        <a class="button" href={paths.home}>
          <Icon name="plus" />
          {texts.newGame}
        </a>
      </div>
      {last && state.outcome && (
        <details open={last.view.over}>
          <summary>{texts.how}</summary>
          <kind.Result view={last.view} rules={state.rules} names={names} />
        </details>
      )}
    </section>
  );
}

interface RematchProps {
  state: TableState;
  originalSeat: number | null;
  names: readonly string[];
  send: SendCommand;
  busy: boolean;
}

function Rematch({ state, originalSeat, names, send, busy }: RematchProps) {
  const { wanted, table } = state.rematch;
  if (table !== null && !state.public && originalSeat === null) return <p>{texts.rematchBegun}</p>;
  if (table !== null) {
    return (
      <p>
        <a class="button primary" href={paths.table(table)}>
          {texts.toRematch}
        </a>
      </p>
    );
  }
  const asked = rematchSeats(state);
  const missing = asked.filter((seat) => !wanted.includes(seat));
  const named = (seats: readonly number[]) => seats.map((seat) => names[seat] ?? "");
  if (originalSeat === null || !asked.includes(originalSeat) || state.archived) {
    return wanted.length ? <p role="status">{texts.rematchWanted(named(wanted))}</p> : null;
  }
  if (wanted.includes(originalSeat)) return <p role="status">{texts.rematchWaits(named(missing))}</p>;
  return (
    <div class="row" role="status">
      {wanted.length > 0 && <span>{texts.rematchWanted(named(wanted))}</span>}
      <button
        type="button"
        class="button primary"
        aria-disabled={busy}
        onClick={() => !busy && send({ do: "rematch" })}
      >
        <Icon name="rotate" />
        {wanted.length ? texts.rematchAgree : texts.rematch}
      </button>
    </div>
  );
}
