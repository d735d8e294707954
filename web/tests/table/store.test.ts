import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableEvent } from "../../src/server/types";
import { after, told } from "./lives";
import { FakeSocket } from "./socket";

const { table, events } = told("quarrel", 0);

/** How many events the server has; what it is asked for over HTTP. */
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
  const { TableStore } = await import("../../src/table/store");
  const { become } = await import("../../src/server/identity");
  become({ player: "p_ada", name: "Ada", kind: "guest", token: "ada", recovery: null });
  const store = new TableStore(table, null);
  await vi.advanceTimersByTimeAsync(10);
  if (!down) FakeSocket.newest.welcomes();
  return store;
}

/** The server says what happened, one event after the other. */
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

test("a table is loaded, and then follows what happens", async () => {
  const store = await opened(12);
  expect(store.state.value).toEqual(after(table, events.slice(0, 12)));
  expect(FakeSocket.newest.what("watch")[0]).toMatchObject({ table, after: 12 });
  happens(12, 20);
  expect(store.state.value).toEqual(after(table, events.slice(0, 20)));
  expect(store.seat.value).toBe(0);
  store.close();
});

test("an event that is heard twice happens once", async () => {
  const store = await opened(12);
  happens(12, 16);
  happens(13, 16);
  expect(store.state.value).toEqual(after(table, events.slice(0, 16)));
  store.close();
});

test("what was missed is loaded again", async () => {
  const store = await opened(12);
  happens(14, 15);
  await vi.advanceTimersByTimeAsync(10);
  expect(store.state.value).toEqual(after(table, events.slice(0, 15)));
  expect(FakeSocket.newest.what("watch").at(-1)).toMatchObject({ after: 15 });
  store.close();
});

test("a table that the server tells anew is loaded if it stands elsewhere", async () => {
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

test("the answer to a move has what happened by it, and the move is asked for once", async () => {
  const store = await opened(13);
  expect(store.active.value).toBe(true);
  const done = store.ask({ do: "play", moves: ["p3 white blue green"], position: 13 });
  void store.ask({ do: "play", moves: ["p3 white blue green"], position: 13 });
  await vi.advanceTimersByTimeAsync(100);
  expect(store.busy.value).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(store.busy.value).toBe(true);
  const [ask, again] = FakeSocket.newest.what("ask");
  expect(ask).toMatchObject({ request: { do: "play", moves: ["p3 white blue green"], position: 13 } });
  expect(again).toBeUndefined();
  FakeSocket.newest.says({ is: "answer", id: ask?.["id"], body: { table, events: [events[13]] } });
  await done;
  expect(store.busy.value).toBe(false);
  expect(store.active.value).toBe(false);
  expect(store.state.value).toEqual(after(table, events.slice(0, 14)));
  happens(13, 14);
  expect(store.state.value?.line).toHaveLength(3);
  store.close();
});

test("an answer that comes while the table is being loaded is not undone by what was loaded", async () => {
  const store = await opened(13);
  const shown: number[] = [];
  store.state.subscribe((state) => void (state && shown.push(state.lastSeq)));
  const done = store.ask({ do: "play", moves: ["p3 white blue green"], position: 13 });
  await vi.advanceTimersByTimeAsync(0);
  const [ask] = FakeSocket.newest.what("ask");
  // Something was missed, and what is loaded has not got the move yet.
  FakeSocket.newest.says({ is: "event", table, event: events[15] });
  FakeSocket.newest.says({ is: "answer", id: ask?.["id"], body: { table, events: events.slice(13, 16) } });
  await done;
  await vi.advanceTimersByTimeAsync(10);
  happens(13, 16);
  expect(shown).toEqual([...shown].sort((one, other) => one - other));
  expect(store.state.value).toEqual(after(table, events.slice(0, 16)));
  expect(asked.filter((url) => url.includes("/events"))).toHaveLength(2);
  store.close();
});

test("a move answers the position after a bot has taken a seat over", async () => {
  const taken = events.findIndex((event) => event.kind === "taken_over") + 1;
  const store = await opened(taken);
  expect(store.state.value?.position).toBe(taken);
  store.close();
});

test("who resigns is told from then on what everybody is told", async () => {
  const resigned = events.findIndex((event) => event.kind === "resigned");
  const store = await opened(resigned);
  answers = told("quarrel", null).events;
  happens(resigned, resigned + 2);
  await vi.advanceTimersByTimeAsync(10);
  expect(store.seat.value).toBeNull();
  expect(store.state.value).toEqual(after(table, answers.slice(0, resigned + 2)));
  store.close();
});

test("a server that does not answer is asked again until it does", async () => {
  down = true;
  const store = await opened(12);
  expect([store.state.value, store.late.value]).toEqual([null, true]);
  down = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(store.state.value?.lastSeq).toBe(12);
  expect(store.late.value).toBe(false);
  store.close();
});

test("a table that is not there is a problem, and is not asked for again", async () => {
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

test("a table that is gone when the connection comes back is a problem", async () => {
  const store = await opened(12);
  const problem = { status: 404, code: "no_such_table", detail: "There is no such table." };
  FakeSocket.newest.says({ is: "problem", id: null, table, problem });
  expect(store.problem.value).toEqual(problem);
  store.close();
});

test("whoever becomes another is told what that one is told", async () => {
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

test("bots are called by their titles, and those of the same name by numbers", async () => {
  const { namesOf } = await import("../../src/table/store");
  const seat = { seat: 0, player: null, name: "greedy", bot: "greedy", ready: false, gone: null };
  const person = { ...seat, player: "p_ada", name: "Ada" };
  const names = namesOf(
    [person, { ...seat, seat: 1 }, { ...seat, seat: 2, bot: "greedy:seconds=1" }, { ...seat, seat: 3, name: null, bot: null }],
    new Map([["greedy", "Greedy"]]),
  );
  expect(names).toEqual(["Ada", "Greedy", "Greedy 2", "seat 4"]);
});
