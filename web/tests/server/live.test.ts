import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableEvent } from "../../src/server/types";
import { FakeSocket } from "./socket";

let guests = 0;

/** A fresh module, with or without a stored identity. */
async function connected(token: string | null) {
  vi.resetModules();
  const { live, connection } = await import("../../src/server/live");
  const { identity, become } = await import("../../src/server/identity");
  if (token) become({ player: `p_${token}`, name: token, kind: "guest", token, recovery: null });
  return { live, connection, identity };
}

function watcher(lastSeq = 3) {
  const heard: number[] = [];
  const toldAnew: number[] = [];
  return {
    heard,
    toldAnew,
    anew: (seq: number) => void toldAnew.push(seq),
    after: () => heard.at(-1) ?? lastSeq,
    event: (event: TableEvent) => void heard.push(event.seq),
    refused: () => undefined,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  guests = 0;
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "https:", host: "table.example" });
  vi.stubGlobal("fetch", async () => {
    guests += 1;
    const guest = { player: `p_new${guests}`, name: "Guest", kind: "guest", token: `new${guests}`, recovery: null };
    return new Response(JSON.stringify(guest), { status: 201 });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("watching a table starts with a hello and the last known event", async () => {
  const { live } = await connected("ada");
  live.watch("t_1", "code", watcher());
  const socket = FakeSocket.newest.welcomes();
  expect(socket.url).toBe("wss://table.example/api/live");
  expect(socket.said).toEqual([
    { do: "hello", token: "ada" },
    { do: "watch", table: "t_1", after: 3, invite: "code" },
  ]);
});

test("a broken connection is reopened and resumes after the last event", async () => {
  const { live, connection } = await connected("ada");
  const seen = watcher();
  live.watch("t_1", null, seen);
  const first = FakeSocket.newest.welcomes();
  expect(connection.value).toBe("open");
  first.says({ is: "event", table: "t_1", event: { seq: 4 } });
  first.says({ is: "event", table: "t_1", event: { seq: 5 } });
  first.breaks();
  expect(connection.value).toBe("waiting");
  vi.advanceTimersByTime(1000);
  const second = FakeSocket.newest.welcomes();
  expect(second).not.toBe(first);
  expect(second.what("watch")).toEqual([{ do: "watch", table: "t_1", after: 5, invite: null }]);
  expect(connection.value).toBe("open");
  second.says({ is: "event", table: "t_1", event: { seq: 6 } });
  expect(seen.heard).toEqual([4, 5, 6]);
});

test("reconnecting is retried with growing delays", async () => {
  const { live } = await connected("ada");
  live.watch("t_1", null, watcher());
  const begun: number[] = [];
  const start = Date.now();
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const count = FakeSocket.all.length;
    FakeSocket.newest.breaks();
    while (FakeSocket.all.length === count) vi.advanceTimersByTime(50);
    begun.push(Date.now() - start);
  }
  const waits = begun.map((at, index) => at - (begun[index - 1] ?? 0));
  expect(waits[0]).toBeLessThanOrEqual(300);
  expect(waits.at(-1)).toBeGreaterThan(3000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(8050);
});

test("an unanswered command is sent again with the same key", async () => {
  const { live } = await connected("ada");
  live.watch("t_1", null, watcher());
  const first = FakeSocket.newest.welcomes();
  const answer = live.ask("t_1", { do: "resign" }, null);
  await vi.advanceTimersByTimeAsync(0);
  const [asked] = first.what("ask");
  expect(asked).toMatchObject({ table: "t_1", request: { do: "resign" } });
  first.breaks();
  vi.advanceTimersByTime(1000);
  const second = FakeSocket.newest.welcomes();
  expect(second.what("ask")).toEqual([asked]);
  second.says({ is: "answer", id: asked?.id, body: { table: "t_1", events: [] } });
  expect(await answer).toEqual({ table: "t_1", events: [] });
});

test("a command without a connection is sent once there is one", async () => {
  const { live } = await connected("ada");
  void live.ask("t_1", { do: "rematch" }, null);
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.newest.welcomes().what("ask")).toHaveLength(1);
});

test("a refusal rejects with the server's problem, silence with Unreachable", async () => {
  const { live } = await connected("ada");
  live.watch("t_1", null, watcher());
  const socket = FakeSocket.newest.welcomes();
  const refused = live.ask("t_1", { do: "resign" }, null);
  await vi.advanceTimersByTimeAsync(0);
  const problem = { status: 409, code: "game_over", detail: "This game is over." };
  socket.says({ is: "problem", id: socket.what("ask")[0]?.id, table: null, problem });
  await expect(refused).rejects.toThrow("This game is over.");
  const silent = live.ask("t_1", { do: "resign" }, null);
  const failed = expect(silent).rejects.toThrow("no answer");
  await vi.advanceTimersByTimeAsync(21_000);
  await failed;
});

test("an unknown token is replaced by a new guest", async () => {
  const { live, identity } = await connected("old");
  live.watch("t_1", null, watcher());
  FakeSocket.newest.open();
  FakeSocket.newest.breaks(4401);
  await vi.advanceTimersByTimeAsync(1000);
  expect(identity.value?.token).toBe("new1");
  const socket = FakeSocket.newest.welcomes();
  expect(socket.said[0]).toEqual({ do: "hello", token: "new1" });
  expect(socket.what("watch")).toHaveLength(1);
});

test("a visitor becomes a guest before the first command", async () => {
  const { live, identity } = await connected(null);
  live.watch("t_1", null, watcher());
  const looking = FakeSocket.newest.welcomes();
  expect(looking.said[0]).toEqual({ do: "hello", token: null });
  void live.ask("t_1", { do: "join" }, null);
  await vi.advanceTimersByTimeAsync(10);
  expect(identity.value?.token).toBe("new1");
  const playing = FakeSocket.newest;
  expect(playing).not.toBe(looking);
  playing.welcomes();
  expect(playing.said[0]).toEqual({ do: "hello", token: "new1" });
  expect(playing.what("ask")).toHaveLength(1);
  expect(looking.what("ask")).toHaveLength(0);
});

test("a snapshot reports the table's last event", async () => {
  const { live } = await connected("ada");
  const seen = watcher();
  live.watch("t_1", null, seen);
  FakeSocket.newest.welcomes().says({ is: "snapshot", table: "t_1", snapshot: { last_seq: 9, clock: null } });
  expect(seen.toldAnew).toEqual([9]);
});

test("a silent connection is given up", async () => {
  const { live, connection } = await connected("ada");
  live.watch("t_1", null, watcher());
  const socket = FakeSocket.newest.welcomes();
  vi.advanceTimersByTime(20_000);
  expect(socket.what("ping")).toHaveLength(1);
  expect(connection.value).toBe("open");
  vi.advanceTimersByTime(45_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
});

test("a connection without a welcome is given up", async () => {
  const { live } = await connected("ada");
  live.watch("t_1", null, watcher());
  FakeSocket.newest.open();
  vi.advanceTimersByTime(11_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.all[0]?.readyState).toBe(3);
});

test("a throttled tab keeps a connection that answers", async () => {
  const { live } = await connected("ada");
  live.watch("t_1", null, watcher());
  const socket = FakeSocket.newest.welcomes();
  for (let minute = 0; minute < 5; minute += 1) {
    vi.setSystemTime(Date.now() + 40_000);
    vi.advanceTimersByTime(20_000);
    socket.says({ is: "pong" });
  }
  expect(FakeSocket.all).toHaveLength(1);
});

test("returning to the tab soon reveals a dead connection", async () => {
  const page = new EventTarget() as EventTarget & { visibilityState: string };
  page.visibilityState = "visible";
  vi.stubGlobal("document", page);
  const { live } = await connected("ada");
  live.watch("t_1", null, watcher());
  const socket = FakeSocket.newest.welcomes();
  page.dispatchEvent(new Event("visibilitychange"));
  socket.says({ is: "pong" });
  vi.advanceTimersByTime(5_000);
  expect(FakeSocket.all).toHaveLength(1);
  page.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(5_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a table the server is too busy to stream is watched a little later", async () => {
  const { live } = await connected("ada");
  const refused: number[] = [];
  live.watch("t_1", null, { ...watcher(), refused: ({ status }) => void refused.push(status) });
  live.watchLobby({ all: () => undefined, change: () => undefined });
  const socket = FakeSocket.newest.welcomes();
  const problem = { status: 429, code: "too_many_requests", detail: "Wait a second." };
  socket.says({ is: "problem", id: null, table: "t_1", problem });
  socket.says({ is: "problem", id: null, table: null, problem });
  vi.advanceTimersByTime(2_000);
  expect(socket.what("watch")).toHaveLength(2);
  expect(socket.what("watch_lobby")).toHaveLength(2);
  expect(refused).toEqual([]);
  socket.says({ is: "problem", id: null, table: "t_1", problem: { ...problem, status: 404 } });
  vi.advanceTimersByTime(2_000);
  expect(socket.what("watch")).toHaveLength(2);
  expect(refused).toEqual([404]);
});

test("a single connection is opened while a new guest is created", async () => {
  const { live } = await connected("old");
  const create = fetch;
  vi.stubGlobal("fetch", async (...asked: Parameters<typeof fetch>) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    throw new TypeError(`no network for ${String(asked[0])}`);
  });
  live.watch("t_1", null, watcher());
  FakeSocket.newest.welcomes();
  FakeSocket.newest.breaks(4401);
  live.watch("t_2", null, watcher());
  const socket = FakeSocket.newest.welcomes();
  await vi.advanceTimersByTimeAsync(1000);
  vi.stubGlobal("fetch", create);
  expect(FakeSocket.all).toHaveLength(2);
  expect(socket.what("watch").map(({ table }) => table)).toEqual(["t_1", "t_2"]);
  expect(socket.what("unwatch")).toEqual([]);
});

test("nothing is reconnected for a table that is no longer watched", async () => {
  const { live, connection } = await connected("ada");
  const stop = live.watch("t_1", null, watcher());
  for (let attempt = 0; attempt < 6; attempt += 1) {
    FakeSocket.newest.breaks();
    if (attempt < 5) vi.advanceTimersByTime(8_000);
  }
  const made = FakeSocket.all.length;
  stop();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(made);
  expect(connection.value).toBe("idle");
  expect(vi.getTimerCount()).toBe(0);
});

test("a command without an answer leaves no connection behind", async () => {
  const { live, connection } = await connected("ada");
  const failed = expect(live.ask("t_1", { do: "rematch" }, null)).rejects.toThrow("no answer");
  await vi.advanceTimersByTimeAsync(0);
  const socket = FakeSocket.newest.welcomes();
  for (let second = 0; second < 22; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    socket.says({ is: "pong" });
  }
  await failed;
  expect(socket.readyState).toBe(3);
  expect(connection.value).toBe("idle");
  expect(vi.getTimerCount()).toBe(0);
});

test("the connection closes when nothing is watched", async () => {
  const { live, connection } = await connected("ada");
  const stop = live.watch("t_1", null, watcher());
  const socket = FakeSocket.newest.welcomes();
  stop();
  vi.advanceTimersByTime(1000);
  expect(socket.what("unwatch")).toHaveLength(1);
  expect(socket.readyState).toBe(3);
  expect(connection.value).toBe("idle");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});
