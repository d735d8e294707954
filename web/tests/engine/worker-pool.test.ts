import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type SearchRequest, type WorkerLike, WorkerPool } from "../../src/engine/analysis";
import type { Found, FromWorker, ToWorker } from "../../src/engine/requests";

class FakeWorker implements WorkerLike {
  static all: FakeWorker[] = [];
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  readonly asked: ToWorker[] = [];
  ended = false;

  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker): void {
    this.asked.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  tell(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}

const found = (iterations: number): Found => ({ seat: 0, iterations, values: [], moves: [], line: [] });
const request = (iterations: number): SearchRequest => ({
  game: "splendor",
  rules: {},
  position: { start: "", actions: [] },
  iterations,
});

beforeEach(() => {
  FakeWorker.all = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pool = (size: number) => new WorkerPool(() => new FakeWorker(), size);
const worker = (place = 0) => FakeWorker.all[place]!;

describe("searches", () => {
  test("run one by one in each worker, in their order, urgent ones first", async () => {
    const workers = pool(1);
    const done = [1, 2, 3].map((number) => workers.search(request(number), { urgent: number === 3 }));
    for (const id of [1, 3, 2]) worker().tell({ id, found: found(id) });
    expect((await Promise.all(done)).map(({ iterations }) => iterations)).toEqual([1, 2, 3]);
    expect(worker().asked).toEqual([1, 3, 2].map((id) => ({ id, search: request(id) })));
    expect(FakeWorker.all.length).toBe(1);
  });

  test("run side by side in as many workers as there may be", () => {
    const workers = pool(2);
    for (const number of [1, 2, 3]) void workers.search(request(number));
    expect(FakeWorker.all.map(({ asked }) => asked.length)).toEqual([1, 1]);
  });

  test("report their progress", async () => {
    const told: number[] = [];
    const done = pool(1).search(request(1), { onProgress: ({ iterations }) => told.push(iterations) });
    worker().tell({ id: 1, progress: found(5) });
    worker().tell({ id: 1, found: found(9) });
    expect([told, (await done).iterations]).toEqual([[5], 9]);
  });

  test("end at once when they are no longer wanted, and the worker is told", async () => {
    const workers = pool(1);
    const stop = new AbortController();
    const told = vi.fn();
    const running = workers.search(request(1), { signal: stop.signal, onProgress: told });
    const waiting = workers.search(request(2), { signal: stop.signal });
    stop.abort();
    await expect(running).rejects.toThrow("aborted");
    await expect(waiting).rejects.toThrow("aborted");
    await expect(workers.search(request(3), { signal: stop.signal })).rejects.toThrow("aborted");
    worker().tell({ id: 1, progress: found(5) });
    worker().tell({ id: 1, failed: null });
    expect(told).not.toHaveBeenCalled();
    expect(worker().asked).toEqual([{ id: 1, search: request(1) }, { cancel: 1 }]);
    void workers.search(request(4));
    expect(worker().asked.at(-1)).toEqual({ id: 3, search: request(4) });
  });

  test("fail with the worker's sentence", async () => {
    const done = pool(1).search(request(1));
    worker().tell({ id: 1, failed: "Action 71 is not legal now." });
    await expect(done).rejects.toThrow("Action 71 is not legal now.");
  });

  test("fail with a worker that breaks, and the next one gets another", async () => {
    const workers = pool(1);
    const done = workers.search(request(1));
    worker().onerror?.({ message: "no WebAssembly" } as ErrorEvent);
    await expect(done).rejects.toThrow("no WebAssembly");
    void workers.search(request(2));
    expect([worker().ended, worker(1).asked.length]).toEqual([true, 1]);
  });
});

describe("workers", () => {
  test("end when there has been nothing to do for a while", async () => {
    const workers = pool(1);
    const done = workers.search(request(1));
    vi.advanceTimersByTime(60_000);
    expect(worker().ended).toBe(false);
    worker().tell({ id: 1, found: found(1) });
    await done;
    vi.advanceTimersByTime(60_000);
    expect(worker().ended).toBe(true);
  });

  test("can be started before there is a search", () => {
    const workers = pool(2);
    workers.prepare();
    workers.prepare();
    void workers.search(request(1));
    expect(FakeWorker.all.length).toBe(1);
  });
});
