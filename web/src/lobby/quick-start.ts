/** Creates and joins games, and remembers the last opponent and number of players. */

import { startGuide } from "../games/guided-game";
import { go, paths, rememberInvite } from "../router";
import * as api from "../server/api";
import type { BotOffered } from "../server/types";
import { storedSignal } from "../ui/settings";

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The last choice, by game. */
export const lastBot = storedSignal<Readonly<Record<string, string>>>("bot", {}, isRecord);
export const lastPlayers = storedSignal<Readonly<Record<string, number>>>("players", {}, isRecord);

/** The bots that are levels, weakest first; the others are for those who know their names. */
export function levelsOf(bots: readonly BotOffered[]): BotOffered[] {
  return bots.filter(({ level }) => level !== null);
}

/** The last level played, if it still exists; otherwise the middle one. */
export function defaultBot(bots: readonly BotOffered[], game: string): string {
  const levels = levelsOf(bots);
  const last = levels.find(({ bot }) => bot === lastBot.value[game]);
  return (last ?? levels[Math.floor((levels.length - 1) / 2)])?.bot ?? "";
}

export function defaultPlayers(allowed: readonly number[], game: string): number {
  const last = lastPlayers.value[game];
  return last !== undefined && allowed.includes(last) ? last : Math.min(...allowed);
}

/** Starts a game against bots and opens its table. */
export async function playNow(game: string): Promise<void> {
  const [bots, players] = await Promise.all([api.bots(), allowedPlayers(game)]);
  openTable(await api.playNow(game, defaultBot(bots, game), defaultPlayers(players, game)));
}

/** Starts a guided game: the weakest level, the fewest players. */
export async function playGuided(game: string): Promise<void> {
  const [bots, players] = await Promise.all([api.bots(), allowedPlayers(game)]);
  const made = await api.playNow(game, levelsOf(bots)[0]?.bot ?? "", Math.min(...players));
  startGuide(made.table);
  openTable(made);
}

async function allowedPlayers(game: string): Promise<readonly number[]> {
  const offered = await api.games();
  return offered.find((one) => one.game === game)?.players ?? [2];
}

/** Creates a table for others to join, and takes a seat. */
export async function createGame(request: api.NewTable): Promise<void> {
  const made = await api.create(request);
  if (made.invite) rememberInvite(made.table, made.invite);
  await api.act(made.table, { do: "join" }, made.invite ?? null);
  openTable(made);
}

/** Takes a seat at a table in the lobby. */
export async function joinGame(table: string): Promise<void> {
  await api.act(table, { do: "join" });
  go(paths.table(table));
}

function openTable(made: api.Done): void {
  go(paths.table(made.table, made.invite ?? null));
}
