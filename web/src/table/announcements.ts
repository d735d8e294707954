/** Announcements of what happens at a table, for screen readers, the tab and notifications. */

import { effect, untracked } from "@preact/signals";
import { kindOf } from "../games";
import { identity } from "../server/identity";
import { t } from "../texts";
import { announce, notify, playSound, setTabAlert } from "../ui";
import { speaker } from "./chat";
import { verdict } from "./outcome";
import type { Playback } from "./playback";
import { originalSeatOf, type TableState } from "./state";
import type { TableStore } from "./store";

export function announceMoves(store: TableStore, from: number, to: number): void {
  const { game = "", rules = {} } = store.state.peek() ?? {};
  const kind = kindOf(game);
  const line = store.line.peek();
  const seat = store.seat.peek();
  for (let at = from + 1; at <= to; at += 1) {
    const [before, after] = [line[at - 1], line[at]];
    if (!kind || !before || !after?.decision) continue;
    announce(kind.describeDecision(before.view, after.decision, after.view, store.names.peek(), seat, rules));
  }
  if (line[to]?.decision?.seat !== seat) playSound("move");
}

/** Announces turns and the end of the game: in the tab, as a notification and with a sound. */
export function announceTurn(store: TableStore, playback: Playback): () => void {
  // A game that was already over is no news.
  let last: string | null = null;
  return effect(() => {
    const state = store.state.value;
    if (!state) return;
    const over = state.phase === "over" || state.phase === "aborted";
    const turn = store.active.value;
    setTabAlert(turn ? t.common.yourTurn : null);
    last ??= over ? "over" : "";
    const next = over ? "over" : turn ? "turn" : "";
    // Only after the moves that led here have been shown.
    if (next === last || playback.newest.value < state.line.length - 1) return;
    last = next;
    if (!next) return;
    const text = over ? verdict(state, store.names.peek(), viewerSeat(state)) : t.common.yourTurn;
    untracked(() => {
      announce(text);
      notify(text, kindOf(state.game)?.title ?? "");
      playSound(over ? "end" : "turn");
    });
  });
}

export function announceNews(store: TableStore): () => void {
  let before: TableState | null = null;
  return effect(() => {
    const state = store.state.value;
    // A state loaded all at once is no news.
    if (before && state && state.lastSeq === before.lastSeq + 1) {
      const sentences = news(before, state, store.names.peek());
      untracked(() => sentences.forEach(announce));
    }
    before = state;
  });
}

/** What changed between two states besides moves, in sentences. */
export function news(before: TableState, after: TableState, names: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const { seat, text } of after.said.slice(before.said.length)) {
    sentences.push(t.table.said(speaker(seat, names), text));
  }
  after.seats.forEach(({ seat, gone }) => {
    if (gone === null || before.seats[seat]?.gone !== null) return;
    sentences.push(t.table.left(names[seat] ?? "", t.table.gone[gone] ?? gone));
  });
  if (before.undo && !after.undo && after.phase === "playing") {
    if (after.line.length < before.line.length) sentences.push(t.table.undone);
    else if (after.position === before.position) sentences.push(t.table.undoDeclined);
  } else if (after.undo && !before.undo) {
    sentences.push(t.table.undoTheirs(names[after.undo.seat] ?? ""));
  }
  return sentences;
}

/** The viewer's seat, even after leaving it. */
export function viewerSeat(state: TableState): number | null {
  return originalSeatOf(state, identity.peek()?.player ?? null);
}
