/** The hook that opens a table: its store, its playback and its announcements. */

import { effect, untracked } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { go, paths } from "../router";
import * as api from "../server/api";
import { freshKey } from "../server/http";
import { setTabAlert, toastError } from "../ui";
import { prefersMotion } from "../ui/animation";
import { announceMoves, announceNews, announceTurn, viewerSeat } from "./announcements";
import { PAUSE_MS, Playback } from "./playback";
import { TableStore } from "./store";

export interface TableSession {
  store: TableStore;
  playback: Playback;
}

export function useTable(id: string, invite: string | null): TableSession {
  const [session] = useState(() => begin(id, invite));
  useEffect(() => {
    const stop = [
      announceTurn(session.store, session.playback),
      announceNews(session.store),
      followRematch(session.store),
    ];
    return () => {
      for (const each of stop) each();
      session.playback.close();
      session.store.close();
      setTabAlert(null);
    };
  }, [session]);
  return session;
}

function begin(id: string, invite: string | null): TableSession {
  const store = new TableStore(id, invite);
  const playback = new Playback(store.line, store.seat, {
    pause: () => (document.hidden || !prefersMotion() ? 0 : PAUSE_MS),
    onShow: (from, to) => announceMoves(store, from, to),
  });
  return { store, playback };
}

/** Opens the rematch once everyone has agreed to it. */
function followRematch(store: TableStore): () => void {
  let waited = false;
  let here = true;
  const stop = effect(() => {
    const state = store.state.value;
    if (!state) return;
    const { table } = state.rematch;
    if (table === null) {
      waited = true;
      return;
    }
    if (!waited) return;
    waited = false;
    // An invite-only rematch is open only to its players.
    if (!state.public && viewerSeat(state) === null) return;
    const alone = state.seats.every((seat) => seat.player === null || seat.seat === viewerSeat(state));
    const ready =
      alone && viewerSeat(state) !== null
        ? untracked(() => api.act(table, { do: "ready", nonce: freshKey() })).catch(toastError)
        : Promise.resolve();
    void ready.then(() => here && go(paths.table(table)));
  });
  return () => {
    here = false;
    stop();
  };
}
