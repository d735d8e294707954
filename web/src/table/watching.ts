/** A table that is open in the page: its store, what is looked at, and what the person is told. */

import { effect, untracked } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { kindOf } from "../games";
import { go, paths } from "../router";
import * as api from "../server/api";
import { freshKey } from "../server/http";
import { identity } from "../server/identity";
import { t } from "../texts";
import { announce, notify, playSound, setTodo, toastProblem } from "../ui";
import { motionWanted } from "../ui/motion";
import { verdict } from "./ending";
import { news } from "./events";
import { Looking, PAUSE_MS } from "./looking";
import { chairOf, type TableState } from "./state";
import { TableStore } from "./store";

export interface Watched {
  store: TableStore;
  looking: Looking;
}

export function useTable(id: string, invite: string | null): Watched {
  const [watched] = useState(() => begin(id, invite));
  useEffect(() => {
    const stop = [tellTurn(watched), tellNews(watched.store), followRematch(watched.store)];
    return () => {
      for (const each of stop) each();
      watched.looking.close();
      watched.store.close();
      setTodo(null);
    };
  }, [watched]);
  return watched;
}

function begin(id: string, invite: string | null): Watched {
  const store = new TableStore(id, invite);
  const looking = new Looking(store.line, store.seat, {
    pause: () => (document.hidden || !motionWanted() ? 0 : PAUSE_MS),
    seen: (from, to) => tellMoves(store, from, to),
  });
  return { store, looking };
}

function tellMoves(store: TableStore, from: number, to: number): void {
  const { game = "", rules = {} } = store.state.peek() ?? {};
  const kind = kindOf(game);
  const line = store.line.peek();
  const seat = store.seat.peek();
  for (let at = from + 1; at <= to; at += 1) {
    const [before, after] = [line[at - 1], line[at]];
    if (!kind || !before || !after?.decision) continue;
    announce(kind.told(before.view, after.decision, after.view, store.names.peek(), seat, rules));
  }
  if (line[to]?.decision?.seat !== seat) playSound("move");
}

/** Whose turn it is, and that the game is over: in the tab, by the browser and by a sound. */
function tellTurn({ store, looking }: Watched): () => void {
  // What was told last; a game that was over before is no news.
  let told: string | null = null;
  return effect(() => {
    const state = store.state.value;
    if (!state) return;
    const over = state.phase === "over" || state.phase === "aborted";
    const turn = store.active.value;
    setTodo(turn ? t.common.yourTurn : null);
    told ??= over ? "over" : "";
    const tell = over ? "over" : turn ? "turn" : "";
    // Said once what led to it is seen.
    if (tell === told || looking.newest.value < state.line.length - 1) return;
    told = tell;
    if (!tell) return;
    const text = over ? verdict(state, store.names.peek(), chair(state)) : t.common.yourTurn;
    untracked(() => {
      announce(text);
      notify(text, kindOf(state.game)?.title ?? "");
      playSound(over ? "end" : "turn");
    });
  });
}

function tellNews(store: TableStore): () => void {
  let before: TableState | null = null;
  return effect(() => {
    const state = store.state.value;
    // All that was loaded at once is no news.
    if (before && state && state.lastSeq === before.lastSeq + 1) {
      const told = news(before, state, store.names.peek());
      untracked(() => told.forEach(announce));
    }
    before = state;
  });
}

/** When all want to play again, it goes on at the other table. */
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
    // By invitation, it is open to those who play.
    if (!state.public && chair(state) === null) return;
    const alone = state.seats.every((seat) => seat.player === null || seat.seat === chair(state));
    const begun =
      alone && chair(state) !== null
        ? untracked(() => api.act(table, { do: "ready", nonce: freshKey() })).catch(toastProblem)
        : Promise.resolve();
    void begun.then(() => here && go(paths.table(table)));
  });
  return () => {
    here = false;
    stop();
  };
}

function chair(state: TableState): number | null {
  return chairOf(state, identity.peek()?.player ?? null);
}
