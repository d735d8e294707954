/** The events of tables on this device are those of a server for the same deal and moves. */

import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { Engine, type GameName } from "../../engine/src/index";
import { EventFeed, type LoggedEvent, type StoredTable } from "../../src/local/log";
import type { TableEvent } from "../../src/server/types";

const MODULE = new URL("../../engine/dist/gemgrove.wasm", import.meta.url);

interface Audience {
  seat: number | null;
  events: TableEvent[];
}

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load(MODULE);
});

function recorded(name: string): Audience[] {
  const file = new URL(`../table/data/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { audiences: Audience[] }).audiences;
}

/** The log of a recorded table: whoever decides knows what they decide. */
function logOf(audiences: readonly Audience[]): LoggedEvent[] {
  const of = (seat: number | null) => audiences.find((audience) => audience.seat === seat)!.events;
  return of(null).map((event, number) => {
    if (event.kind !== "played") return event as unknown as LoggedEvent;
    const told = of(event.seat)[number]! as typeof event;
    return { ...event, actions: told.decisions.flatMap(({ actions }) => actions) };
  });
}

/** Without what only a server has. */
function shown(events: readonly TableEvent[]): unknown[] {
  return events.map((event) => JSON.parse(JSON.stringify({ ...event, clock: null, extras: null })));
}

test.each(["grove", "quarrel"])("%s", (name) => {
  const audiences = recorded(name);
  const log = logOf(audiences);
  const [created] = log;
  const over = log.find((event) => event.kind === "over") as (TableEvent & { kind: "over" }) | undefined;
  if (created?.kind !== "created" || !over) throw new Error("A table is created, and ends.");
  const table: StoredTable = {
    id: name,
    game: created.game as GameName,
    rules: created.variant.rules,
    deal: over.dealt,
    position: null,
    log,
  };
  for (const { seat, events } of audiences) {
    const feed = new EventFeed(engine, table, seat);
    expect(shown(feed.catchUp())).toEqual(shown(events));
    feed.free();
  }
});
