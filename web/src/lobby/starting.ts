/** Starting a game at once, and remembering against whom. */

import { kept } from "../ui/settings";
import { go, paths, rememberInvite } from "../router";
import * as api from "../server/api";
import type { BotOffered } from "../server/types";

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** By game, what was chosen last. */
export const lastBot = kept<Readonly<Record<string, string>>>("bot", {}, isRecord);
export const lastPlayers = kept<Readonly<Record<string, number>>>("players", {}, isRecord);

/** Read by the table's page: the table whose game is explained as it goes. */
const GUIDE = "gemgrove.guide";

/** The bot that was played last, if it is still there; else the one after the weakest. */
export function usualBot(bots: readonly BotOffered[], game: string): string {
  const last = bots.find(({ bot }) => bot === lastBot.value[game]);
  return (last ?? bots[1] ?? bots[0])?.bot ?? "";
}

export function usualPlayers(allowed: readonly number[], game: string): number {
  const last = lastPlayers.value[game];
  return last !== undefined && allowed.includes(last) ? last : Math.min(...allowed);
}

/** Deal a game against bots and go to its table. */
export async function playNow(game: string): Promise<void> {
  const [bots, offered] = await Promise.all([api.bots(), api.games()]);
  const allowed = offered.find((one) => one.game === game)?.players ?? [2];
  toTable(await api.playNow(game, usualBot(bots, game), usualPlayers(allowed, game)));
}

/** A first game: the weakest bot, the fewest players, and somebody who explains. */
export async function playGuided(game: string): Promise<void> {
  const [bots, offered] = await Promise.all([api.bots(), api.games()]);
  const allowed = offered.find((one) => one.game === game)?.players ?? [2];
  const made = await api.playNow(game, bots[0]?.bot ?? "", Math.min(...allowed));
  sessionStorage.setItem(GUIDE, made.table);
  toTable(made);
}

/** Set up a table for others to come to, and sit down at it. */
export async function createGame(wish: api.NewTable): Promise<void> {
  const made = await api.create(wish);
  if (made.invite) rememberInvite(made.table, made.invite);
  await api.act(made.table, { do: "join" }, made.invite ?? null);
  toTable(made);
}

/** Sit down at a table in the lobby. */
export async function joinGame(table: string): Promise<void> {
  await api.act(table, { do: "join" });
  go(paths.table(table));
}

function toTable(made: api.Done): void {
  go(paths.table(made.table, made.invite ?? null));
}
