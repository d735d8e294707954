import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableEvent } from "../../src/server/types";
import { FakeSocket } from "../server/socket";
import { after, told } from "./recorded-tables";

const { table, events } = told("quarrel", 0);

/** The number of events on the server, and its HTTP requests. */
let there = 0;
let answers: TableEvent[] = events;
let asked: string[] = [];
let down = false;

function respond(url: string): Response {
  asked.push(url);
  if (down) throw new TypeError("no network");
  if (!url.includes("/events")) return Response.json({ bots: [{ bot: "Greedy", title: "The Greedy" }] });
  const from = Number(new URL(url, "http://table").searchParams.get("after"));
  return Response.json({ events: answers.slice(from, there) });
}

async function opened(count: number) {
  vi.resetModules();
  there = count;
  await import("../setup");
  const { TableStore } = await import("../../src/table/store");
  const { become } = await import("../../src/server/identity");
  become({ player: "p_ada", name: "Ada", kind: "guest", token: "ada", recovery: null });
  const store = new TableStore(table, null);
  await vi.advanceTimersByTimeAsync(10);
  if (!down) FakeSocket.newest.welcomes();
  return store;
}

/** Lets the server send events one by one. */
function happens(from: number, to: number): void {
  there = to;
  for (const event of events.slice(from, to)) FakeSocket.newest.says({ is: "event", table, event });
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  answers = events;
  asked = [];
  down = false;
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "table" });
  vi.stubGlobal("fetch", async (url: string) => respond(url));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a table is loaded, then kept up to date", async () => {
  const store = await opened(12);
  expect(store.state.value).toEqual(after(table, events.slice(0, 12), 0));
  expect(FakeSocket.newest.what("watch")[0]).toMatchObject({ table, after: 12 });
  happens(12, 20);
  expect(store.state.value).toEqual(after(table, events.slice(0, 20), 0));
  expect(store.seat.value).toBe(0);
  store.close();
});

test("an event received twice is applied once", async () => {
  const store = await opened(12);
  happens(12, 16);
  happens(13, 16);
  expect(store.state.value).toEqual(after(table, events.slice(0, 16), 0));
  store.close();
});

test("missed events are loaded", async () => {
  const store = await opened(12);
  happens(14, 15);
  await vi.advanceTimersByTimeAsync(10);
  expect(store.state.value).toEqual(after(table, events.slice(0, 15), 0));
  expect(FakeSocket.newest.what("watch").at(-1)).toMatchObject({ after: 15 });
  store.close();
});

test("a snapshot of another position reloads the table", async () => {
  const store = await opened(12);
  const loads = asked.length;
  FakeSocket.newest.says({ is: "snapshot", table, snapshot: { last_seq: 12, clock: null } });
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toHaveLength(loads);
  there = 17;
  FakeSocket.newest.says({ is: "snapshot", table, snapshot: { last_seq: 17, clock: null } });
  await vi.advanceTimersByTimeAsync(10);
  expect(store.state.value?.lastSeq).toBe(17);
  store.close();
});

test("the answer to a move applies its events, and the move is sent once", async () => {
  const store = await opened(13);
  expect(store.active.value).toBe(true);
  const done = store.send({ do: "play", moves: ["p3 white blue green"], position: 13 });
  void store.send({ do: "play", moves: ["p3 white blue green"], position: 13 });
  await vi.advanceTimersByTimeAsync(100);
  expect(store.busy.value).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(store.busy.value).toBe(true);
  const [asked, again] = FakeSocket.newest.what("ask");
  expect(asked).toMatchObject({ request: { do: "play", moves: ["p3 white blue green"], position: 13 } });
  expect(again).toBeUndefined();
  FakeSocket.newest.says({ is: "answer", id: asked?.id, body: { table, events: [events[13]] } });
  await done;
  expect(store.busy.value).toBe(false);
  expect(store.active.value).toBe(false);
  expect(store.state.value).toEqual(after(table, events.slice(0, 14), 0));
  happens(13, 14);
  expect(store.state.value?.line).toHaveLength(3);
  store.close();
});

test("an answer during loading is not overwritten by what was loaded", async () => {
  const store = await opened(13);
  const shown: number[] = [];
  store.state.subscribe((state) => void (state && shown.push(state.lastSeq)));
  const done = store.send({ do: "play", moves: ["p3 white blue green"], position: 13 });
  await vi.advanceTimersByTimeAsync(0);
  const [sent] = FakeSocket.newest.what("ask");
  // An event was missed, and the loaded events do not include the move yet.
  FakeSocket.newest.says({ is: "event", table, event: events[15] });
  FakeSocket.newest.says({ is: "answer", id: sent?.id, body: { table, events: events.slice(13, 16) } });
  await done;
  await vi.advanceTimersByTimeAsync(10);
  happens(13, 16);
  expect(shown).toEqual([...shown].sort((one, other) => one - other));
  expect(store.state.value).toEqual(after(table, events.slice(0, 16), 0));
  expect(asked.filter((url) => url.includes("/events"))).toHaveLength(2);
  store.close();
});

test("a move refers to the position after a bot's takeover", async () => {
  const taken = events.findIndex((event) => event.kind === "taken_over") + 1;
  const store = await opened(taken);
  expect(store.state.value?.position).toBe(taken);
  store.close();
});

test("a player who resigns sees the public view from then on", async () => {
  const resigned = events.findIndex((event) => event.kind === "resigned");
  const store = await opened(resigned);
  answers = told("quarrel", null).events;
  happens(resigned, resigned + 2);
  await vi.advanceTimersByTimeAsync(10);
  expect(store.seat.value).toBeNull();
  expect(store.state.value).toEqual(after(table, answers.slice(0, resigned + 2)));
  store.close();
});

test("loading is retried until the server answers", async () => {
  down = true;
  const store = await opened(12);
  expect([store.state.value, store.retrying.value]).toEqual([null, true]);
  down = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(store.state.value?.lastSeq).toBe(12);
  expect(store.retrying.value).toBe(false);
  store.close();
});

test("a missing table is a problem, and is not retried", async () => {
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return Response.json({ code: "no_such_table", detail: "There is no such table." }, { status: 404 });
  });
  vi.resetModules();
  const { TableStore } = await import("../../src/table/store");
  const store = new TableStore("t_none", null);
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.problem.value?.code).toBe("no_such_table");
  expect(asked.filter((url) => url.includes("/events"))).toHaveLength(1);
  store.close();
});

test("a table that is gone after reconnecting is a problem", async () => {
  const store = await opened(12);
  const problem = { status: 404, code: "no_such_table", detail: "There is no such table." };
  FakeSocket.newest.says({ is: "problem", id: null, table, problem });
  expect(store.problem.value).toEqual(problem);
  store.close();
});

test("signing in as another player reloads the table", async () => {
  const store = await opened(20);
  const { become } = await import("../../src/server/identity");
  answers = told("quarrel", null).events;
  become({ player: "p_eve", name: "Eve", kind: "guest", token: "eve", recovery: null });
  await vi.advanceTimersByTimeAsync(1000);
  const socket = FakeSocket.newest.welcomes();
  expect(socket.said[0]).toEqual({ do: "hello", token: "eve" });
  expect(socket.what("watch")).toHaveLength(1);
  expect(store.seat.value).toBeNull();
  expect(store.state.value).toEqual(after(table, answers.slice(0, 20)));
  store.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(vi.getTimerCount()).toBe(0);
});

test("bots are shown by title, and numbered if they share a name", async () => {
  const { namesOf } = await import("../../src/table/store");
  const seat = { seat: 0, player: null, name: "greedy", bot: "greedy", ready: false, gone: null };
  const person = { ...seat, player: "p_ada", name: "Ada" };
  const names = namesOf(
    [
      person,
      { ...seat, seat: 1 },
      { ...seat, seat: 2, bot: "greedy:seconds=1" },
      { ...seat, seat: 3, name: null, bot: null },
    ],
    new Map([["greedy", "Greedy"]]),
  );
  expect(names).toEqual(["Ada", "Greedy", "Greedy 2", "seat 4"]);
});
