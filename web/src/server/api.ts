/** The server's HTTP API, one function per request. */

import { freshKey, request } from "./http";
import { asMyself, asSomeone, become, type Identity, identity, someone } from "./identity";
import type { PlayOn } from "./schema";
import type {
  BotOffered,
  Done,
  GameOffered,
  Leader,
  ListedTable,
  NewTable,
  Review,
  TableCommand,
  TableEvent,
  TablePage,
} from "./types";

export type { Done, NewTable, TableCommand, TablePage } from "./types";

export interface TablesQuery {
  /** Not supported for the player's own tables, which are few. */
  game?: string;
  status?: readonly ListedTable["status"][];
  free?: boolean;
  /** The previous page's `next`. */
  before?: string;
  limit?: number;
}

const MOST_EVENTS = 500;

let allGames: Promise<GameOffered[]> | null = null;
let allBots: Promise<BotOffered[]> | null = null;

/** The games and their rules, requested once. */
export function games(): Promise<GameOffered[]> {
  allGames ??= request<{ games: GameOffered[] }>("/api/games").then((answer) => answer.games);
  allGames.catch(() => (allGames = null));
  return allGames;
}

/** The bots a table may have, weakest first, requested once. */
export function bots(): Promise<BotOffered[]> {
  allBots ??= request<{ bots: BotOffered[] }>("/api/bots").then((answer) => answer.bots);
  allBots.catch(() => (allBots = null));
  return allBots;
}

export function tables(query: TablesQuery): Promise<TablePage> {
  return asMyself("/api/tables", { query: { ...query } });
}

/** The player's own tables; empty without an account. */
export async function myTables(query: TablesQuery): Promise<TablePage> {
  if (!identity.value) return { tables: [], next: null };
  return asMyself("/api/me/tables", { query: { ...query } });
}

export function leaders(game: string, players: number): Promise<{ leaders: Leader[] }> {
  return request(`/api/leaderboard/${game}/${players}`);
}

export function rename(name: string): Promise<Identity> {
  return asSomeone<Identity>("/api/me", { method: "PATCH", body: { name } }).then(async (answer) => {
    const who = await someone();
    return become({ ...who, name: answer.name, kind: answer.kind ?? who.kind });
  });
}

/** Signs in to an existing account with its recovery code. */
export async function recover(name: string, recovery: string): Promise<Identity> {
  const key = freshKey() + freshKey();
  return become(await request("/api/recover", { method: "POST", body: { name, recovery }, key }));
}

/** Requests a new recovery code, which invalidates the old one. */
export async function anotherRecovery(): Promise<string> {
  const answer = await asSomeone<{ recovery: string }>("/api/me/recovery", { method: "POST", body: {} });
  if (identity.value) become({ ...identity.value, recovery: answer.recovery });
  return answer.recovery;
}

export function create(wish: NewTable): Promise<Done> {
  return asSomeone("/api/tables", { method: "POST", body: wish, key: freshKey() });
}

/** Sends a command to a table over HTTP; watched tables get theirs over the live connection. */
export function act(table: string, command: TableCommand, invite: string | null = null): Promise<Done> {
  const { do: name, ...body } = command;
  return asSomeone(`/api/tables/${table}/${name}`, { invite, key: freshKey(), method: "POST", body });
}

/** All events of a table after `after`, as the player may see them. */
export async function events(table: string, invite: string | null = null, after = 0): Promise<TableEvent[]> {
  const found: TableEvent[] = [];
  for (;;) {
    const query = { after: found.at(-1)?.seq ?? after, most: MOST_EVENTS };
    const answer = await asMyself<{ events: TableEvent[] }>(`/api/tables/${table}/events`, {
      invite,
      query,
    });
    found.push(...answer.events);
    if (answer.events.length < MOST_EVENTS) return found;
  }
}

/** The record of a finished game, for saving and replaying it. */
export function record(table: string, invite: string | null = null): Promise<Record<string, unknown>> {
  return asMyself(`/api/tables/${table}/record`, { invite });
}

export function review(table: string, invite: string | null = null): Promise<Review> {
  return asMyself(`/api/tables/${table}/review`, { invite });
}

export function startReview(table: string, invite: string | null = null): Promise<Review> {
  return asSomeone(`/api/tables/${table}/review`, { method: "POST", body: {}, invite });
}

/** Starts a game against a bot from a position of a finished game, with hidden cards redrawn. */
export function playOn(table: string, wish: Omit<PlayOn, "do">, invite: string | null = null): Promise<Done> {
  return asSomeone(`/api/tables/${table}/continue`, {
    method: "POST",
    body: wish,
    invite,
    key: freshKey(),
  });
}

/** Starts a game against bots at once. */
export async function playNow(
  game: string,
  bot: string,
  players: number | null = null,
  options: Partial<NewTable> = {},
): Promise<Done> {
  const made = await create({ game, public: false, practice: true, ...(players ? { players } : {}), ...options });
  const invite = made.invite ?? null;
  await act(made.table, { do: "join" }, invite);
  const created = made.events.find((event) => event.kind === "created");
  const seats = created?.kind === "created" ? created.players : 2;
  for (let seat = 1; seat < seats; seat += 1) {
    await act(made.table, { do: "add_bot", bot }, invite);
  }
  await act(made.table, { do: "ready", nonce: freshKey() }, invite);
  return made;
}
