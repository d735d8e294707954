/** What the page asks a server for, answered on this device. Takes the place of `server/api`. */

import { LEVELS } from "../../engine/src/bots";
import { loadEngine } from "../engine/engine";
import type { Done, TablesQuery } from "../server/api";
import type { PlayOn } from "../server/schema";
import type {
  BotOffered,
  GameOffered,
  Leader,
  NewTable,
  Review,
  TableCommand,
  TableEvent,
  TablePage,
} from "../server/types";
import { local } from "../texts/local";
import { GAMES } from "./data/catalog";
import { type Identity, identity, ME } from "./identity";
import { live } from "./live";
import { dealt } from "./log";
import { recordOf } from "./record";
import { rulesOf } from "./rules";
import { refused } from "./table";
import { listedTables, openTable, type SeatChoice, startGame } from "./tables";

export type { Done, NewTable, TableCommand, TablePage, TablesQuery } from "../server/api";

export function games(): Promise<GameOffered[]> {
  return Promise.resolve(GAMES as unknown as GameOffered[]);
}

/** The levels, weakest first. */
export function bots(): Promise<BotOffered[]> {
  const offered = LEVELS.map(({ name, title, about }, place) => ({
    bot: name,
    title,
    level: place + 1,
    about,
    most: {},
  }));
  return Promise.resolve(offered);
}

export async function myTables({ status, before, limit = Infinity }: TablesQuery): Promise<TablePage> {
  const found = listedTables().filter((table) => !status || status.includes(table.status));
  const start = Number(before ?? 0);
  const next = start + limit < found.length ? String(start + limit) : null;
  return { tables: found.slice(start, start + limit), next };
}

/** Starts a game against bots. */
export async function playNow(
  game: string,
  bot: string,
  players: number | null = null,
  options: Partial<NewTable> = {},
): Promise<Done> {
  const count = players ?? 2;
  const others = Array.from({ length: count - 1 }, (): SeatChoice => ({ bot }));
  const rules = rulesOf(game, count, options.rules, options.options);
  return made(await startGame({ game, rules, seats: [{ name: ME.name }, ...others] }));
}

/** Starts a game against a bot from a position of a finished game, with hidden cards redrawn. */
export async function playOn(table: string, wish: Omit<PlayOn, "do">): Promise<Done> {
  const { decisions, seat, bot } = wish;
  const { stored, seats, actions } = await openTable(table);
  const game = dealt(await loadEngine(), stored);
  game.replay(actions.slice(0, decisions));
  const view = game.view(seat);
  const redrawn = view.sample(crypto.getRandomValues(new BigUint64Array(1))[0]!);
  const { position } = redrawn;
  for (const each of [redrawn, view, game]) each.free();
  const others = seats.map((_, other): SeatChoice => (other === seat ? { name: ME.name } : { bot: bot ?? "" }));
  const from = { position, table, decisions };
  return made(await startGame({ game: stored.game, rules: stored.rules, seats: others, from }));
}

export function act(table: string, command: TableCommand): Promise<Done> {
  return live.ask(table, command, null);
}

/** All events of a table after `after`, as whoever sits at the screen may see them. */
export async function events(id: string, _invite: string | null = null, after = 0): Promise<TableEvent[]> {
  const table = await openTable(id);
  return table.events(identity.value?.player ?? null).slice(after);
}

export async function record(table: string): Promise<Record<string, unknown>> {
  return { ...recordOf(await openTable(table)) };
}

// What needs a server. The page does not offer it.
export const tables = (_query: TablesQuery): Promise<TablePage> => needsServer();
export const create = (_wish: NewTable): Promise<Done> => needsServer();
export const leaders = (_game: string, _players: number): Promise<{ leaders: Leader[] }> => needsServer();
export const rename = (_name: string): Promise<Identity> => needsServer();
export const recover = (_name: string, _recovery: string): Promise<Identity> => needsServer();
export const anotherRecovery = (): Promise<string> => needsServer();
/** There are no reviews but those that the page makes. */
export const review = (_table: string): Promise<Review> => needsServer();
export const startReview = (_table: string): Promise<Review> => needsServer();

function needsServer(): Promise<never> {
  return Promise.reject(refused("needs_server", local.needsServer));
}

/** The page opens the table by its id; it needs no more. */
function made(table: string): Done {
  return { table, events: [], last_seq: 0, position: 0, seat: null };
}
