/** The players: names, points, whose turn it is, time left, and who is connected. */

import { serverTime } from "../server/clock";
import type { Presence } from "../server/live";
import type { Clock, View } from "../server/types";
import { t } from "../texts";
import { clockText, Icon, useNow } from "../ui";
import type { TableState } from "./state";

interface PlayersProps {
  state: TableState;
  view: View;
  own: number | null;
  presence: Presence | null;
  names: readonly string[];
  /** Whose turn it is in the position shown. */
  toMove: number | null;
}

const LITTLE_SECONDS = 10;

export function Players({ state, view, own, presence, names, toMove }: PlayersProps) {
  return (
    <ul class="tb-players" aria-label={t.table.players}>
      {state.seats.map((seat) => {
        const moves = seat.seat === toMove;
        const person = seat.player !== null && seat.gone === null;
        const away = person && state.phase === "playing" && presence?.seats[seat.seat] === false;
        return (
          <li key={seat.seat} class="tb-player" data-to-move={moves} data-own={seat.seat === own}>
            <span class="tb-player-name">
              {seat.bot ? <Icon name="robot" size={16} /> : <Icon name="person" size={16} />}
              <span class="tb-clip">{names[seat.seat]}</span>
              {seat.seat === own && <span class="quiet"> ({t.common.you})</span>}
              {seat.bot && <span class="hidden-text"> ({t.table.bot})</span>}
            </span>
            <span class="tb-points">
              <b>{view.scores[seat.seat]}</b>
              <span class="hidden-text"> {t.common.points(view.scores[seat.seat] ?? 0).replace(/^\S+ /, "")}</span>
            </span>
            <span class="tb-player-notes">
              {moves && <span class="tb-to-move">{t.table.toMove}</span>}
              {moves && state.clock?.deadline != null && <TurnClock clock={state.clock} />}
              {away && <span class="tb-away">{t.table.away}</span>}
              {seat.gone && <span class="quiet">{t.table.gone[seat.gone] ?? seat.gone}</span>}
            </span>
          </li>
        );
      })}
      {presence !== null && presence.spectators > 0 && (
        <li class="tb-spectators quiet">
          <Icon name="eye" size={16} /> {t.table.spectators(presence.spectators)}
        </li>
      )}
    </ul>
  );
}

function TurnClock({ clock }: { clock: Clock }) {
  const now = useNow(250);
  const left = (clock.deadline ?? 0) - serverTime(now);
  return (
    <span
      class="tb-clock"
      role="timer"
      data-little={left < LITTLE_SECONDS}
      aria-label={t.table.timeLeft(clockText(left))}
    >
      <Icon name="clock" size={16} />
      {clockText(left)}
    </span>
  );
}
