/** Tables on this device, watched. Takes the place of `server/live` in the page without a server. */

import { signal } from "@preact/signals";
import { chooseMove } from "../engine/analysis";
import type { Connection, LobbyWatcher, TableWatcher } from "../server/live";
import type { Done, TableCommand } from "../server/types";
import { toastError } from "../ui/toasts";
import { identity, someone } from "./identity";
import type { LocalTable } from "./table";
import { closeTable, isOpen, openTable, passScreen, saveTable, startRematch } from "./tables";

export type { Connection, Presence } from "../server/live";

/** Nothing is ever sent, so nothing is ever lost. */
export const connection = signal<Connection>("idle");

const CLOSE_MS = 2_000;

class LocalLive {
  readonly #watchers = new Map<string, TableWatcher>();
  /** The tables whose bots are being asked. */
  readonly #moving = new WeakSet<LocalTable>();

  /** Watches a table until the returned function is called; its bots move meanwhile. */
  watch(id: string, _invite: string | null, watcher: TableWatcher): () => void {
    this.#watchers.set(id, watcher);
    void this.#moveBots(id);
    return () => {
      if (this.#watchers.get(id) !== watcher) return;
      this.#watchers.delete(id);
      // The same table may be watched again soon: by another person, or on its review's page.
      setTimeout(() => this.#watchers.has(id) || closeTable(id), CLOSE_MS);
    };
  }

  watchLobby(_watcher: LobbyWatcher): () => void {
    return () => undefined;
  }

  async ask(id: string, request: TableCommand, _invite: string | null): Promise<Done> {
    const table = await openTable(id);
    const done = table.act((await someone()).player, request);
    if (request.do === "rematch") await startRematch(table);
    this.#changed(table);
    void this.#moveBots(id);
    return done;
  }

  #changed(table: LocalTable): void {
    saveTable(table);
    const watcher = this.#watchers.get(table.id);
    const events = table.events(identity.peek()?.player ?? null);
    for (const event of events.slice(watcher?.after() ?? events.length)) watcher?.event(event);
    passScreen(table);
  }

  /** Lets the bots of a watched table move until it is a person's turn. */
  async #moveBots(id: string): Promise<void> {
    const table = await openTable(id);
    if (this.#moving.has(table)) return;
    this.#moving.add(table);
    try {
      for (;;) {
        const { position } = table;
        const request = this.#watchers.has(id) && isOpen(table) ? table.botRequest() : null;
        if (!request) return;
        const action = await chooseMove(request);
        // Somebody may have resigned meanwhile, or closed the table.
        if (!isOpen(table) || table.position !== position) continue;
        table.playBot(action);
        this.#changed(table);
      }
    } catch (error) {
      toastError(error);
    } finally {
      this.#moving.delete(table);
    }
  }
}

export const live = new LocalLive();
