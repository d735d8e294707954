/** Searches that run in workers, so that the page never waits for them. */

import moduleAddress from "../../engine/dist/gemgrove.wasm?url";
import type { BotRequest } from "./bot-player";
import type { Found, FromWorker, SearchRequest, ToWorker, Work } from "./requests";
import workerAddress from "./worker?bundled";

export type { Found, FoundMove, GameStart, LineStep, SearchedPosition, SearchRequest } from "./requests";

/** The hashes of the networks' files by name: see vite.config.ts. */
declare const NETWORKS: Readonly<Record<string, string>>;

const MOST_WORKERS = 3;
/** Idle workers end after this time, since the memory of an engine never shrinks. */
const IDLE_MS = 30_000;

export interface SearchOptions {
  /** Called now and then with what has been found so far. */
  onProgress?: ((found: Found) => void) | undefined;
  /** Ends the search, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Comes before waiting searches that are not. */
  urgent?: boolean;
}

/** The part of a `Worker` that is needed. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Task {
  id: number;
  work: Work;
  options: SearchOptions;
  resolve(result: Found | number): void;
  reject(reason: unknown): void;
}

interface Running {
  worker: WorkerLike;
  task: Task | null;
}

/** Workers with one search each, and a queue. */
export class WorkerPool {
  readonly #spawn: () => WorkerLike;
  readonly #size: number;
  readonly #workers: Running[] = [];
  readonly #queue: Task[] = [];
  #tasks = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(spawn: () => WorkerLike, size: number) {
    this.#spawn = spawn;
    this.#size = size;
  }

  search(request: SearchRequest, options: SearchOptions = {}): Promise<Found> {
    return this.#run({ search: request }, options) as Promise<Found>;
  }

  /** A bot's choice, as an action number. */
  choose(request: BotRequest): Promise<number> {
    return this.#run({ choose: request }, { urgent: true }) as Promise<number>;
  }

  #run(work: Work, options: SearchOptions): Promise<Found | number> {
    return new Promise((resolve, reject) => {
      const { signal, urgent } = options;
      if (signal?.aborted) return reject(signal.reason);
      const task: Task = { id: ++this.#tasks, work, options, resolve, reject };
      signal?.addEventListener("abort", () => this.#cancel(task), { once: true });
      const place = urgent ? this.#queue.findIndex((other) => !other.options.urgent) : -1;
      this.#queue.splice(place < 0 ? this.#queue.length : place, 0, task);
      this.#next();
    });
  }

  /** Starts a worker, which loads the engine, before there is anything to search. */
  prepare(): void {
    if (this.#workers.length === 0) this.#start();
    this.#next();
  }

  #start(): Running {
    const running: Running = { worker: this.#spawn(), task: null };
    running.worker.onmessage = ({ data }) => this.#receive(running, data);
    running.worker.onerror = (event) => this.#broken(running, event.message);
    this.#workers.push(running);
    return running;
  }

  #next(): void {
    clearTimeout(this.#idle);
    while (this.#queue.length > 0) {
      const free = this.#workers.find(({ task }) => task === null);
      if (!free && this.#workers.length >= this.#size) return;
      const running = free ?? this.#start();
      const task = this.#queue.shift()!;
      running.task = task;
      running.worker.postMessage({ id: task.id, ...task.work });
    }
    if (this.#workers.every(({ task }) => task === null)) this.#idle = setTimeout(() => this.#end(), IDLE_MS);
  }

  #receive(running: Running, message: FromWorker): void {
    const { task } = running;
    if (task?.id !== message.id) return;
    if ("progress" in message) {
      if (!task.options.signal?.aborted) task.options.onProgress?.(message.progress);
      return;
    }
    running.task = null;
    if ("found" in message) task.resolve(message.found);
    else if ("chosen" in message) task.resolve(message.chosen);
    else task.reject(new Error(message.failed ?? "The search was cancelled."));
    this.#next();
  }

  #cancel(task: Task): void {
    task.reject(task.options.signal?.reason);
    const waiting = this.#queue.indexOf(task);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    this.#workers.find((running) => running.task === task)?.worker.postMessage({ cancel: task.id });
  }

  #broken(running: Running, message: string): void {
    running.worker.terminate();
    this.#workers.splice(this.#workers.indexOf(running), 1);
    running.task?.reject(new Error(message || "A worker could not be started."));
    this.#next();
  }

  #end(): void {
    for (const { worker } of this.#workers.splice(0)) worker.terminate();
  }
}

let pool: WorkerPool | undefined;

function workers(): WorkerPool {
  pool ??= new WorkerPool(started, Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency)));
  return pool;
}

function started(): WorkerLike {
  const worker = new Worker(workerAddress, { type: "module" });
  const at = (address: string) => new URL(address, document.baseURI).href;
  const networks = Object.entries(NETWORKS).map(([name, hash]) => [
    name,
    at(`${import.meta.env.BASE_URL}networks/${name}.safetensors?${hash}`),
  ]);
  worker.postMessage({ addresses: { module: at(moduleAddress), networks: Object.fromEntries(networks) } });
  return worker;
}

/** Searches a position in a worker. */
export function search(request: SearchRequest, options?: SearchOptions): Promise<Found> {
  return workers().search(request, options);
}

/** Chooses a bot's move in a worker. */
export function chooseMove(request: BotRequest): Promise<number> {
  return workers().choose(request);
}

/** Whether there is a network for a game and a number of players. */
export function hasNetwork(game: string, players: number): boolean {
  return `${game}-${players}p` in NETWORKS;
}

/** Starts a worker before the first search. */
export function prepare(): void {
  workers().prepare();
}
