/** Names, results and settings of listed tables, and the lobby's live list. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { coverOf } from "../games";
import { humanize, specialRules } from "../games/rule-options";
import { live } from "../server/live";
import type { ListedTable, SeatTaken } from "../server/types";
import { t } from "../texts";
import { duration } from "../ui";

export function gameTitle(game: string): string {
  return coverOf(game)?.title ?? humanize(game);
}

export function isFree(seat: SeatTaken): boolean {
  return seat.player === null && seat.bot === null;
}

export function isSeated(table: ListedTable, player: string | null): boolean {
  return player !== null && table.seats.some((seat) => seat.player === player);
}

/** Whether the game was played to a result. */
export function hasEnded(table: ListedTable): boolean {
  return table.places !== null;
}

/** The names of the seated players; the viewer is "you". */
export function playerNames(table: ListedTable, player: string | null): string[] {
  return table.seats.filter((seat) => !isFree(seat)).map((seat) => nameOf(seat, player));
}

export function nameOf(seat: SeatTaken, player: string | null): string {
  if (player !== null && seat.player === player) return t.common.you;
  // Bots are shown by name; their settings follow a colon.
  return seat.player === null ? humanize(seat.bot?.split(":")[0] ?? "") : (seat.name ?? "");
}

/** "Ada and you won", once there is a result. */
export function resultOf(table: ListedTable, player: string | null): string | null {
  if (!table.places) return table.status === "aborted" || table.status === "archived" ? t.lobby.aborted : null;
  const winners = table.seats.filter((_, seat) => table.places?.[seat] === 1);
  if (winners.length === 1 && player !== null && winners[0]?.player === player) return t.lobby.youWon;
  return t.lobby.won(t.common.listed(winners.map((seat) => nameOf(seat, player))));
}

/** The settings that differ from the usual ones. */
export function specialSettings(table: ListedTable): string[] {
  return [
    ...specialRules(table.game, table.rules),
    ...(table.turn_seconds === null ? [] : [t.lobby.perTurn(duration(table.turn_seconds))]),
    ...(table.public ? [] : [t.lobby.byInvitation]),
    ...(table.practice ? [t.lobby.practice] : []),
  ];
}

/** The list after some tables have changed, newest first. */
export function mergeTables(
  tables: readonly ListedTable[],
  news: readonly ListedTable[],
  gone: readonly string[],
): ListedTable[] {
  const out = new Set([...gone, ...news.map(({ table }) => table)]);
  return [...tables.filter(({ table }) => !out.has(table)), ...news].sort((one, other) => other.created - one.created);
}

const lobbyTables = signal<ListedTable[] | null>(null);

/** The public tables that are open or in progress, kept up to date; null until they are known. */
export function useLobby(): ReadonlySignal<ListedTable[] | null> {
  useEffect(
    () =>
      live.watchLobby({
        all: (tables) => (lobbyTables.value = mergeTables([], tables, [])),
        change: (tables, gone) => (lobbyTables.value = mergeTables(lobbyTables.value ?? [], tables, gone)),
      }),
    [],
  );
  return lobbyTables;
}
