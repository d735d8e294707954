/** A table before the start: who sits where, and who waits for what. */

import { useState } from "preact/hooks";
import type { GameKind } from "../games/kind";
import { absolute, paths } from "../router";
import * as api from "../server/api";
import { freshKey } from "../server/http";
import type { Seat } from "../server/types";
import { t } from "../texts";
import { CopyField, Icon, Menu, Tip, useLoaded } from "../ui";
import type { Ask } from "./acting";
import type { TableState } from "./state";
import type { TableStore } from "./store";
import { termsOf } from "./terms";

const words = t.table.gathering;

interface GatheringProps {
  store: TableStore;
  state: TableState;
  kind: GameKind;
  ask: Ask;
}

export function Gathering({ store, state, kind, ask }: GatheringProps) {
  const own = store.seat.value;
  const free = state.seats.filter(isFree).length;
  const games = useLoaded(api.games);
  const game = games.value?.find((offered) => offered.game === state.game) ?? null;
  const ready = own !== null && state.seats[own]?.ready;
  const busy = store.busy.value;
  return (
    <div class="tb-gathering">
      <section class="panel stack tb-welcome">
        <div class="tb-welcome-head">
          <span class="tb-emblem">
            <kind.Emblem />
          </span>
          <div>
            <p class="tb-lead">{words.intro(kind.title, free)}</p>
            <p class="quiet">{kind.about}</p>
          </div>
        </div>
        <h2 class="hidden-text">{words.seats}</h2>
        <ul class="tb-seats">
          {state.seats.map((seat) => (
            <SeatRow key={seat.seat} seat={seat} name={store.names.value[seat.seat] ?? ""} own={own} ask={ask} busy={busy} />
          ))}
        </ul>
        <p class="tb-waits" role="status">
          {waits(state, own)}
        </p>
        <div class="row">
          {own === null && free > 0 && (
            <button type="button" class="button primary tb-big" aria-disabled={busy} onClick={() => !busy && ask({ do: "join" })}>
              {words.join}
            </button>
          )}
          {own !== null && !ready && (
            <button
              type="button"
              class="button primary tb-big"
              aria-disabled={busy}
              onClick={() => !busy && ask({ do: "ready", nonce: freshKey() })}
            >
              <Icon name="check" />
              {words.ready}
            </button>
          )}
          {own !== null && (
            <button type="button" class="button" onClick={() => ask({ do: "leave" })}>
              {words.leave}
            </button>
          )}
        </div>
      </section>
      <div class="stack">
        {free > 0 && (state.public || store.invite !== null) && (
          <section class="panel">
            <CopyField label={words.invite} text={absolute(paths.table(state.id, store.invite))} />
            <p class="quiet tb-small">{state.public ? words.publicTip : words.inviteTip}</p>
          </section>
        )}
        <section class="panel">
          <h2>{words.terms}</h2>
          <ul class="tb-terms">
            {termsOf(state, game).map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

interface SeatRowProps {
  seat: Seat;
  name: string;
  own: number | null;
  ask: Ask;
  busy: boolean;
}

function SeatRow({ seat, name, own, ask, busy }: SeatRowProps) {
  const mine = seat.seat === own;
  return (
    <li class="tb-seat" data-own={mine} data-free={isFree(seat)}>
      <Icon name={seat.bot ? "robot" : isFree(seat) ? "plus" : "person"} />
      <span class="tb-seat-name">
        {isFree(seat) ? <span class="quiet">{words.free}</span> : name}
        {mine && <span class="quiet"> ({words.you})</span>}
        {seat.bot && <span class="quiet"> ({words.bot})</span>}
      </span>
      {seat.player !== null && (
        <span class={seat.ready ? "tb-ready" : "quiet"}>
          {seat.ready && <Icon name="check" size={16} />}
          {seat.ready ? words.isReady : words.notReady}
        </span>
      )}
      {isFree(seat) && own === null && (
        <button
          type="button"
          class="button small"
          aria-label={words.sitAt(seat.seat + 1)}
          aria-disabled={busy}
          onClick={() => !busy && ask({ do: "join", seat: seat.seat })}
        >
          {words.sit}
        </button>
      )}
      {isFree(seat) && own !== null && <AddBot seat={seat.seat} ask={ask} />}
      {seat.bot && own !== null && (
        <button
          type="button"
          class="button small"
          aria-label={words.removeBot(name)}
          onClick={() => ask({ do: "remove_bot", seat: seat.seat })}
        >
          {words.remove}
        </button>
      )}
    </li>
  );
}

function AddBot({ seat, ask }: { seat: number; ask: Ask }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const bots = useLoaded(api.bots);
  return (
    <>
      <Tip text={bots.problem}>
        <button
          type="button"
          class="button small"
          aria-label={words.addBotAt(seat + 1)}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            if (bots.problem) bots.again();
            setAnchor(anchor ? null : event.currentTarget);
          }}
        >
          <Icon name="robot" size={16} />
          {words.addBot}
        </button>
      </Tip>
      {anchor && bots.value && (
        <Menu
          anchor={anchor}
          label={words.addBotAt(seat + 1)}
          onClose={() => setAnchor(null)}
          items={bots.value.map((bot) => ({
            key: bot.bot,
            label: (
              <>
                {bot.title} <span class="quiet">({words.level(bot.level)})</span>
              </>
            ),
            detail: bot.about,
            choose: () => void ask({ do: "add_bot", bot: bot.bot, seat }),
          }))}
        />
      )}
    </>
  );
}

function isFree(seat: Seat): boolean {
  return seat.player === null && seat.bot === null;
}

/** What is missing for the start. */
export function waits(state: TableState, own: number | null): string {
  const free = state.seats.filter(isFree).length;
  const unready = state.seats.filter((seat) => seat.player !== null && !seat.ready);
  const ready = own !== null && state.seats[own]?.ready;
  if (own === null) return free ? words.waitsFreeVisitor(free) : words.waitsSeat;
  if (free) return ready ? words.waitsFree(free) : `${words.waitsFree(free)} ${words.waitsYou}`;
  if (!ready) return unready.length === 1 ? words.waitsYouStart : words.waitsYou;
  return words.waitsFor(unready.map((seat) => seat.name ?? ""));
}
