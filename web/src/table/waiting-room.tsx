/** The waiting room: a table before the start, with its seats and settings. */

import { useState } from "preact/hooks";
import type { GameKind } from "../games/kind";
import { absoluteUrl, paths } from "../router";
import * as api from "../server/api";
import { freshKey } from "../server/http";
import type { Seat } from "../server/types";
import { t } from "../texts";
import { CopyField, Icon, Menu, Tooltip, useLoaded } from "../ui";
import type { SendCommand } from "./commands";
import type { TableState } from "./state";
import type { TableStore } from "./store";
import { TableSettings } from "./table-settings";

const texts = t.table.waitingRoom;

interface WaitingRoomProps {
  store: TableStore;
  state: TableState;
  kind: GameKind;
  send: SendCommand;
}

export function WaitingRoom({ store, state, kind, send }: WaitingRoomProps) {
  const own = store.seat.value;
  const free = state.seats.filter(isFree).length;
  const ready = own !== null && state.seats[own]?.ready;
  const busy = store.busy.value;
  return (
    <div class="tb-waiting-room">
      <section class="panel stack tb-welcome">
        <div class="tb-welcome-head">
          <span class="tb-logo">
            <kind.Logo />
          </span>
          <div>
            <p class="tb-lead">{texts.intro(kind.title, free)}</p>
            <p class="quiet">{kind.about}</p>
          </div>
        </div>
        <h2 class="hidden-text">{texts.seats}</h2>
        <ul class="tb-seats">
          {state.seats.map((seat) => (
            <SeatRow
              key={seat.seat}
              seat={seat}
              name={store.names.value[seat.seat] ?? ""}
              own={own}
              send={send}
              busy={busy}
            />
          ))}
        </ul>
        <p class="tb-waits" role="status">
          {startStatus(state, own)}
        </p>
        <div class="row">
          {own === null && free > 0 && (
            <button
              type="button"
              class="button primary tb-big"
              aria-disabled={busy}
              onClick={() => !busy && send({ do: "join" })}
            >
              {texts.join}
            </button>
          )}
          {own !== null && !ready && (
            <button
              type="button"
              class="button primary tb-big"
              aria-disabled={busy}
              onClick={() => !busy && send({ do: "ready", nonce: freshKey() })}
            >
              <Icon name="check" />
              {texts.ready}
            </button>
          )}
          {own !== null && (
            <button type="button" class="button" onClick={() => send({ do: "leave" })}>
              {texts.leave}
            </button>
          )}
        </div>
      </section>
      <div class="stack">
        {free > 0 && (state.public || store.invite !== null) && (
          <section class="panel">
            <CopyField label={texts.invite} text={absoluteUrl(paths.table(state.id, store.invite))} />
            <p class="quiet tb-small">{state.public ? texts.publicTip : texts.inviteTip}</p>
          </section>
        )}
        <section class="panel">
          <h2>{texts.settings}</h2>
          <TableSettings state={state} />
        </section>
      </div>
    </div>
  );
}

interface SeatRowProps {
  seat: Seat;
  name: string;
  own: number | null;
  send: SendCommand;
  busy: boolean;
}

function SeatRow({ seat, name, own, send, busy }: SeatRowProps) {
  const mine = seat.seat === own;
  return (
    <li class="tb-seat" data-own={mine} data-free={isFree(seat)}>
      <Icon name={seat.bot ? "robot" : isFree(seat) ? "plus" : "person"} />
      <span class="tb-seat-name">
        {isFree(seat) ? <span class="quiet">{texts.free}</span> : name}
        {mine && <span class="quiet"> ({texts.you})</span>}
        {seat.bot && <span class="quiet"> ({texts.bot})</span>}
      </span>
      {seat.player !== null && (
        <span class={seat.ready ? "tb-ready" : "quiet"}>
          {seat.ready && <Icon name="check" size={16} />}
          {seat.ready ? texts.isReady : texts.notReady}
        </span>
      )}
      {isFree(seat) && own === null && (
        <button
          type="button"
          class="button small"
          aria-label={texts.sitAt(seat.seat + 1)}
          aria-disabled={busy}
          onClick={() => !busy && send({ do: "join", seat: seat.seat })}
        >
          {texts.sit}
        </button>
      )}
      {isFree(seat) && own !== null && <AddBot seat={seat.seat} send={send} />}
      {seat.bot && own !== null && (
        <button
          type="button"
          class="button small"
          aria-label={texts.removeBot(name)}
          onClick={() => send({ do: "remove_bot", seat: seat.seat })}
        >
          {texts.remove}
        </button>
      )}
    </li>
  );
}

function AddBot({ seat, send }: { seat: number; send: SendCommand }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const bots = useLoaded(api.bots);
  return (
    <>
      <Tooltip text={bots.problem}>
        <button
          type="button"
          class="button small"
          aria-label={texts.addBotAt(seat + 1)}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            if (bots.problem) bots.retry();
            setAnchor(anchor ? null : event.currentTarget);
          }}
        >
          <Icon name="robot" size={16} />
          {texts.addBot}
        </button>
      </Tooltip>
      {anchor && bots.value && (
        <Menu
          anchor={anchor}
          label={texts.addBotAt(seat + 1)}
          onClose={() => setAnchor(null)}
          items={bots.value.map((bot) => ({
            key: bot.bot,
            label: (
              <>
                {bot.title} {bot.level !== null && <span class="quiet">({texts.level(bot.level)})</span>}
              </>
            ),
            detail: bot.about,
            choose: () => void send({ do: "add_bot", bot: bot.bot, seat }),
          }))}
        />
      )}
    </>
  );
}

function isFree(seat: Seat): boolean {
  return seat.player === null && seat.bot === null;
}

/** What the start is waiting for. */
export function startStatus(state: TableState, own: number | null): string {
  const free = state.seats.filter(isFree).length;
  const unready = state.seats.filter((seat) => seat.player !== null && !seat.ready);
  const ready = own !== null && state.seats[own]?.ready;
  if (own === null) return free ? texts.waitsFreeVisitor(free) : texts.waitsSeat;
  if (free) return ready ? texts.waitsFree(free) : `${texts.waitsFree(free)} ${texts.waitsYou}`;
  if (!ready) return unready.length === 1 ? texts.waitsYouStart : texts.waitsYou;
  return texts.waitsFor(unready.map((seat) => seat.name ?? ""));
}
