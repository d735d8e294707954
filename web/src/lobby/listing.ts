/** Tables as lists tell of them. */

import { signal, type ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { kindOf } from "../games";
import { live } from "../server/live";
import type { ListedTable, SeatTaken } from "../server/types";
import { t } from "../texts";
import { duration } from "../ui";
import { plain, specialRules } from "./options";

export function gameTitle(game: string): string {
  return kindOf(game)?.title ?? plain(game);
}

export function isFree(seat: SeatTaken): boolean {
  return seat.player === null && seat.bot === null;
}

export function sits(table: ListedTable, player: string | null): boolean {
  return player !== null && table.seats.some((seat) => seat.player === player);
}

/** Whether the game was played to a result. */
export function hasEnded(table: ListedTable): boolean {
  return table.places !== null;
}

/** The names of those who sit there; oneself is "you". */
export function whoPlays(table: ListedTable, player: string | null): string[] {
  return table.seats.filter((seat) => !isFree(seat)).map((seat) => nameOf(seat, player));
}

export function nameOf(seat: SeatTaken, player: string | null): string {
  if (player !== null && seat.player === player) return t.common.you;
  // A bot is named as programs call it; what it is allowed comes after a colon.
  return seat.player === null ? plain(seat.bot?.split(":")[0] ?? "") : (seat.name ?? "");
}

/** "Ada and you won", once there is a result. */
export function resultOf(table: ListedTable, player: string | null): string | null {
  if (!table.places) return table.status === "aborted" || table.status === "archived" ? t.lobby.brokenOff : null;
  const winners = table.seats.filter((_, seat) => table.places?.[seat] === 1);
  if (winners.length === 1 && player !== null && winners[0]?.player === player) return t.lobby.youWon;
  return t.lobby.won(t.common.listed(winners.map((seat) => nameOf(seat, player))));
}

/** What is not as usual at a table. */
export function particulars(table: ListedTable): string[] {
  return [
    ...specialRules(table.game, table.rules),
    ...(table.turn_seconds === null ? [] : [t.lobby.perTurn(duration(table.turn_seconds))]),
    ...(table.public ? [] : [t.lobby.byInvitation]),
    ...(table.practice ? [t.lobby.practice] : []),
  ];
}

/** The list after some tables have changed: the newest first. */
export function changed(
  tables: readonly ListedTable[],
  news: readonly ListedTable[],
  gone: readonly string[],
): ListedTable[] {
  const out = new Set([...gone, ...news.map(({ table }) => table)]);
  return [...tables.filter(({ table }) => !out.has(table)), ...news].sort((one, other) => other.created - one.created);
}

const heard = signal<ListedTable[] | null>(null);

/** The public tables that are open or played at, as it happens; null until they are known. */
export function useLobby(): ReadonlySignal<ListedTable[] | null> {
  useEffect(
    () =>
      live.watchLobby({
        all: (tables) => (heard.value = changed([], tables, [])),
        change: (tables, gone) => (heard.value = changed(heard.value ?? [], tables, gone)),
      }),
    [],
  );
  return heard;
}
