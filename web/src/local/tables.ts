/** The tables on this device. */

import { Deal } from "../../engine/src/deal";
import type { GameName } from "../../engine/src/positions";
import { loadEngine } from "../engine/engine";
import { Refused } from "../server/problems";
import type { ListedTable, Rules } from "../server/types";
import { local } from "../texts/local";
import { readStorage, writeStorage } from "../ui/storage";
import { RULES_VERSION } from "./data/catalog";
import { become, forget, identity, ME, person } from "./identity";
import { dealt, type EventBody, type StoredTable } from "./log";
import { LocalTable, newTableId } from "./table";

const INDEX = "gemgrove.local";
const MOST_TABLES = 100;
const LIVE: readonly string[] = ["open", "playing"];

const open = new Map<string, LocalTable>();

/** All tables, the one changed last first. */
export function listedTables(): ListedTable[] {
  return readStorage<ListedTable[]>(INDEX, []);
}

/** Opens a table; if it was not open, nobody sits at it yet. */
export async function openTable(id: string): Promise<LocalTable> {
  const engine = await loadEngine();
  const known = open.get(id);
  if (known) return known;
  const stored = readStorage<StoredTable | null>(keyOf(id), null);
  if (!stored) throw new Refused({ status: 404, code: "not_found", detail: local.noTable });
  const table = new LocalTable(engine, stored);
  open.set(id, table);
  seatFirst(table);
  return table;
}

export function isOpen(table: LocalTable): boolean {
  return open.get(table.id) === table;
}

/** Closes a table and frees its memory. */
export function closeTable(id: string): void {
  open.get(id)?.free();
  open.delete(id);
  if (open.size === 0 && identity.peek() !== ME) become(ME);
}

export function saveTable(table: LocalTable): void {
  const listed = table.listed();
  const tables = [listed, ...listedTables().filter((other) => other.table !== table.id)];
  const [running, ended] = [true, false].map((live) => tables.filter(({ status }) => LIVE.includes(status) === live));
  const dropped = new Set([...running!, ...ended!].slice(MOST_TABLES).map((old) => old.table));
  for (const old of dropped) localStorage.removeItem(keyOf(old));
  writeStorage(
    INDEX,
    tables.filter((each) => !dropped.has(each.table)),
  );
  writeStorage(keyOf(table.id), table.stored);
}

export type SeatChoice = { bot: string } | { name: string };

export interface NewGame {
  game: string;
  rules: Rules;
  seats: readonly SeatChoice[];
  id?: string;
  deal?: string;
  /** The position to begin with, and where it is from. */
  from?: { position: unknown; table: string; decisions: number };
}

/** Stores a new game; returns the id of its table. */
export async function startGame({ game, rules, seats, id = newTableId(), deal, from }: NewGame): Promise<string> {
  const engine = await loadEngine();
  const stored: StoredTable = {
    id,
    game: game as GameName,
    rules,
    deal: from ? null : (deal ?? Deal.random().id),
    position: from?.position ?? null,
    log: [],
  };
  const first = dealt(engine, stored);
  const begins = first.toMove;
  first.free();
  const table = new LocalTable(engine, stored);
  const people = seats.flatMap((seat, number) => ("name" in seat ? [number] : []));
  table.add(
    {
      kind: "created",
      game,
      variant: { rules },
      players: seats.length,
      deal: { kind: from ? "position" : "sealed", id: null, commitment: null },
      public: false,
      turn_seconds: null,
      practice: true,
      rules_version: RULES_VERSION,
      ...(from ? { from: { table: from.table, decisions: from.decisions } } : {}),
    },
    ...seats.map((seat, number): EventBody => {
      if ("bot" in seat) return { kind: "bot_added", seat: number, bot: seat.bot };
      const { player } = person(1 + people.indexOf(number), seat.name);
      return { kind: "joined", seat: number, player, name: seat.name };
    }),
    ...people.map((seat): EventBody => ({ kind: "ready", seat, nonce: "" })),
    { kind: "started", first: begins },
  );
  saveTable(table);
  table.free();
  return id;
}

/** A new game of the same kind, in which everybody moves up one seat. */
export function startRematch(table: LocalTable): Promise<string> {
  const { game, rules } = table.stored;
  const seats = table.seats.map(
    ({ player, name, bot }): SeatChoice => (player === null ? { bot: bot ?? "" } : { name: name ?? "" }),
  );
  return startGame({ game, rules, seats: [...seats.slice(1), seats[0]!], id: table.rematch! });
}

/** Who sits at the screen when a table is opened: nobody if the people there may see different cards. */
function seatFirst(table: LocalTable): void {
  const { people, toMove } = table;
  const [only] = people;
  if (table.phase !== "playing" || toMove === null || only === undefined) become(ME);
  else if (people.length === 1) sit(table, only);
  else if (people.every((seat) => table.seeAlike(only, seat))) sit(table, people.includes(toMove) ? toMove : only);
  else forget("");
}

/** Passes the screen to the next person without covering it, if both see the same. */
export function passScreen(table: LocalTable): void {
  const seat = table.seatOf(identity.peek()?.player ?? null);
  const next = table.toMove;
  if (next === null || seat === next || seat === null || !table.people.includes(next)) return;
  if (table.seeAlike(seat, next)) sit(table, next);
}

function sit(table: LocalTable, seat: number): void {
  const { player, name } = table.seats[seat]!;
  if (identity.peek()?.player !== player) become({ ...ME, player: player!, name: name ?? "" });
}

function keyOf(id: string): string {
  return `${INDEX}.${id}`;
}
