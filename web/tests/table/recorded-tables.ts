/** The tables of `data/`, recorded by tests/web/recorded_tables.py. */

import type { TableEvent } from "../../src/server/types";
import { applyEvent, emptyTable, type TableState } from "../../src/table/state";
import { stored } from "../recordings";

interface Audience {
  seat: number | null;
  events: TableEvent[];
  /** The members of the snapshot that each event changed. */
  stood: Record<string, unknown>[];
}

interface Life {
  table: string;
  audiences: Audience[];
}

export const LIVES = stored<Life>("table").filter(([name]) => name !== "deals");

export const AUDIENCES: [name: string, table: string, audience: Audience][] = LIVES.flatMap(([name, life]) =>
  life.audiences.map((audience): [string, string, Audience] => [
    `${name} ${audience.seat ?? "watched"}`,
    life.table,
    audience,
  ]),
);

/** The events a table's audience received. */
export function told(name: string, seat: number | null): { table: string; events: TableEvent[] } {
  const life = LIVES.find(([other]) => other === name)?.[1];
  const audience = life?.audiences.find((other) => other.seat === seat);
  if (!life || !audience) throw new Error(`There is no table ${name} seen from ${seat}.`);
  return { table: life.table, events: audience.events };
}

/** A table after these events, as told to a seat or to spectators. */
export function after(table: string, events: readonly TableEvent[], seat: number | null = null): TableState {
  return events.reduce<TableState>((state, event) => applyEvent(state, event, seat), emptyTable(table));
}
