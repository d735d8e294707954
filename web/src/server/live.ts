/** The live connection to the server: one for the whole page, reopened whenever it breaks.
 *
 * A watcher receives every event after the last one it knows, even if the connection was lost in
 * between. Unanswered requests are sent again with the same key, so they are carried out once.
 */

import { effect, signal } from "@preact/signals";
import { freshKey } from "./http";
import { forget, identity, someone } from "./identity";
import { Refused, Unreachable } from "./problems";
import type { AnswerMessage, EventMessage, ServerMessage } from "./schema";
import type { Clock, Done, ListedTable, ProblemDetails, TableCommand, TableEvent } from "./types";

export type Connection = "idle" | "connecting" | "open" | "waiting";

export interface Presence {
  seats: boolean[];
  spectators: number;
}

export interface TableWatcher {
  /** The seq of the last event received. */
  after(): number;
  event(event: TableEvent): void;
  /** The current clock, sent after reconnecting. */
  clock?(clock: Clock | null): void;
  presence?(presence: Presence): void;
  /** The player's seat has changed, or the server has lost events: the table is now at this event,
   * and later ones follow. */
  anew?(lastSeq: number): void;
  /** The table cannot be watched. */
  refused(problem: ProblemDetails): void;
}

export interface LobbyWatcher {
  all(tables: ListedTable[]): void;
  change(tables: ListedTable[], gone: string[]): void;
}

interface Pending {
  message: Record<string, unknown>;
  resolve(done: Done): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

type Message = Exclude<ServerMessage, EventMessage | AnswerMessage> | EventFrame | AnswerFrame;
type EventFrame = Omit<EventMessage, "event"> & { event: TableEvent };
type AnswerFrame = Omit<AnswerMessage, "body"> & { body: Done };

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
const PATIENCE_MS = 20_000;
/** How long the server may take to greet a new connection. */
const GREETING_MS = 10_000;
const PONG_MS = 4_000;
/** Refusals with this status or above are temporary. */
const LATER = 429;
const LATER_MS = 1_500;
const WRONG_TOKEN = 4401;

/** The state of the connection, shown to the user. */
export const connection = signal<Connection>("idle");

class Live {
  #socket: WebSocket | null = null;
  #welcome = false;
  #tables = new Map<string, { watcher: TableWatcher; invite: string | null }>();
  #lobby: LobbyWatcher | null = null;
  #pending = new Map<string, Pending>();
  #failures = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  /** Whether an answer is due and nothing has arrived since. */
  #silent = false;
  #token: string | null = null;

  constructor() {
    // With another token, the server sends other events.
    effect(() => {
      const token = identity.value?.token ?? null;
      if (this.#socket && token !== this.#token) this.#reconnect();
    });
    const now = () => {
      if (this.#welcome) this.#probe();
      else if (this.#wanted) this.#connect();
    };
    globalThis.addEventListener?.("online", now);
    // It may take the browser long to notice that a connection is dead.
    globalThis.addEventListener?.("offline", () => this.#socket && this.#reconnect());
    globalThis.document?.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") now();
    });
  }

  /** Watches a table until the returned function is called. */
  watch(table: string, invite: string | null, watcher: TableWatcher): () => void {
    this.#tables.set(table, { watcher, invite });
    if (this.#welcome) this.#watchTable(table);
    else this.#connect();
    return () => {
      if (this.#tables.get(table)?.watcher !== watcher) return;
      this.#tables.delete(table);
      if (this.#welcome) this.#say({ do: "unwatch", table });
      this.#rest();
    };
  }

  /** Watches the list of public tables. */
  watchLobby(watcher: LobbyWatcher): () => void {
    this.#lobby = watcher;
    if (this.#welcome) this.#say({ do: "watch_lobby" });
    else this.#connect();
    return () => {
      if (this.#lobby !== watcher) return;
      this.#lobby = null;
      if (this.#welcome) this.#say({ do: "unwatch_lobby" });
      this.#rest();
    };
  }

  /** Sends a command to a table. */
  async ask(table: string, request: TableCommand, invite: string | null): Promise<Done> {
    // With an identity this is sent at once, so the server works while the page renders the click.
    if (!identity.value) await someone();
    const id = freshKey();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new Unreachable("no answer"));
        this.#rest();
      }, PATIENCE_MS);
      const message = { do: "ask", id, table, request, invite };
      this.#pending.set(id, { message, resolve, reject, timer });
      if (this.#welcome) this.#say(message);
      else this.#connect();
    });
  }

  get #wanted(): boolean {
    return this.#tables.size > 0 || this.#lobby !== null || this.#pending.size > 0;
  }

  #connect(): void {
    clearTimeout(this.#again);
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    connection.value = "connecting";
    this.#welcome = false;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/live`);
    this.#socket = socket;
    this.#silent = true;
    this.#listen(GREETING_MS);
    this.#token = identity.value?.token ?? null;
    const token = this.#token;
    socket.onopen = () => socket.send(JSON.stringify({ do: "hello", token }));
    socket.onmessage = (message: MessageEvent<string>) => {
      if (this.#socket === socket) this.#hear(JSON.parse(message.data) as Message);
    };
    socket.onclose = (close) => {
      if (this.#socket !== socket) return;
      if (close.code === WRONG_TOKEN && token) void this.#becomeAnother(token);
      else this.#broken();
    };
  }

  /** Registers a new guest after the server has rejected the token. */
  async #becomeAnother(token: string): Promise<void> {
    this.#lost();
    connection.value = "waiting";
    forget(token);
    await someone().catch(() => undefined);
    // Another caller may have reconnected in the meantime.
    if (!this.#socket) this.#broken();
  }

  #reconnect(): void {
    const socket = this.#socket;
    this.#broken(0);
    socket?.close();
  }

  #lost(): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#again);
    this.#socket = null;
    this.#welcome = false;
  }

  #broken(wait?: number): void {
    this.#lost();
    if (!this.#wanted) {
      connection.value = "idle";
      return;
    }
    connection.value = "waiting";
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#again = setTimeout(() => this.#connect(), wait ?? longest * (0.5 + Math.random() / 2));
  }

  /** Closes the connection once nothing needs it. */
  #rest(): void {
    setTimeout(() => {
      if (this.#wanted) return;
      const socket = this.#socket;
      this.#broken();
      socket?.close();
    }, FIRST_WAIT_MS);
  }

  #say(message: Record<string, unknown>): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #watchTable(table: string): void {
    const watched = this.#tables.get(table);
    if (!watched) return;
    this.#say({ do: "watch", table, after: watched.watcher.after(), invite: watched.invite });
  }

  #hear(message: Message): void {
    this.#silent = false;
    switch (message.is) {
      case "welcome":
        this.#welcome = true;
        this.#failures = 0;
        connection.value = "open";
        this.#listen(message.heartbeat * 1000);
        for (const table of this.#tables.keys()) this.#watchTable(table);
        if (this.#lobby) this.#say({ do: "watch_lobby" });
        for (const { message: asked } of this.#pending.values()) this.#say(asked);
        return;
      case "resumed":
        return this.#tables.get(message.table)?.watcher.clock?.(message.clock);
      case "snapshot":
        return this.#tables.get(message.table)?.watcher.anew?.(message.snapshot.last_seq);
      case "event":
        return this.#tables.get(message.table)?.watcher.event(message.event);
      case "presence":
        return this.#tables.get(message.table)?.watcher.presence?.(message);
      case "answer":
        return this.#settle(message.id, (pending) => pending.resolve(message.body));
      case "problem": {
        if (message.id !== null) {
          return this.#settle(message.id, (pending) => pending.reject(new Refused(message.problem)));
        }
        if (message.problem.status >= LATER) this.#watchLater(message.table);
        else if (message.table !== null) this.#tables.get(message.table)?.watcher.refused(message.problem);
        return;
      }
      case "lobby":
        return this.#lobby?.all(message.tables);
      case "lobby_change":
        return this.#lobby?.change(message.tables, message.gone);
    }
  }

  /** Tries again a little later to watch a table, or the lobby. */
  #watchLater(table: string | null): void {
    const socket = this.#socket;
    setTimeout(() => {
      if (this.#socket !== socket || !this.#welcome) return;
      if (table !== null) this.#watchTable(table);
      else if (this.#lobby) this.#say({ do: "watch_lobby" });
    }, LATER_MS);
  }

  /** Treats a connection without answers as broken, whatever the browser reports. Elapsed time is no
   * sign: background tabs wake up rarely. */
  #listen(every: number): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => {
      if (this.#silent) this.#reconnect();
      else this.#ping();
    }, every);
  }

  /** Checks whether the connection has survived a pause. */
  #probe(): void {
    const socket = this.#socket;
    this.#ping();
    setTimeout(() => this.#silent && this.#socket === socket && this.#reconnect(), PONG_MS);
  }

  #ping(): void {
    this.#silent = true;
    this.#say({ do: "ping" });
  }

  #settle(id: string, settle: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    settle(pending);
    this.#rest();
  }
}

export const live = new Live();
