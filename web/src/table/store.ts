/** A table's state, kept up to date over the live connection, and its commands. */

import { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { loadEngine } from "../engine/engine";
import { loadGame } from "../games";
import * as api from "../server/api";
import { heardTime } from "../server/clock";
import { identity } from "../server/identity";
import { live, type Presence } from "../server/live";
import { Refused } from "../server/problems";
import type { ProblemDetails, Seat, TableEvent } from "../server/types";
import { t } from "../texts";
import { errorMessage } from "../ui/error-message";
import { applyEvent, audienceOf, emptyTable, type Step, seatOf, type TableState } from "./state";

const RETRY_MS = 1500;
const BUSY_AFTER_MS = 150;
const NO_STEPS: readonly Step[] = [];

export class TableStore {
  /** Null until all events are loaded. */
  readonly state: Signal<TableState | null> = signal(null);
  /** Why the table cannot be shown. */
  readonly problem: Signal<ProblemDetails | null> = signal(null);
  readonly presence: Signal<Presence | null> = signal(null);
  /** Whether loading has failed and is being retried. */
  readonly retrying: Signal<boolean> = signal(false);
  /** Whether a command has been pending for long enough to be noticed. Quick answers change only the
   * table, since rendering it three times would take longer. */
  readonly busy: Signal<boolean> = signal(false);
  /** The game from its start. */
  readonly line: ReadonlySignal<readonly Step[]> = computed(() => this.state.value?.line ?? NO_STEPS);
  /** The player's seat; null for spectators. */
  readonly seat: ReadonlySignal<number | null> = computed(() =>
    this.state.value ? seatOf(this.state.value, identity.value?.player ?? null) : null,
  );
  /** By seat. */
  readonly names: ReadonlySignal<string[]> = computed(() => namesOf(this.state.value?.seats ?? [], botTitles.value));
  /** Whether the player must decide now. */
  readonly active: ReadonlySignal<boolean> = computed(
    () => this.seat.value !== null && this.state.value?.toMove === this.seat.value,
  );

  #pending = 0;
  #playing: Promise<api.Done> | null = null;
  #stop: (() => void) | null = null;
  #closed = false;
  #loading = 0;
  readonly #forget: () => void;

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    // The server tells each player different things.
    let first = true;
    this.#forget = effect(() => {
      void identity.value?.player;
      if (!first) untracked(() => this.#anotherPlayer());
      first = false;
    });
    void this.#load();
    loadBotTitles();
  }

  /** Sends a command; throws `Refused` or `Unreachable` if it is not carried out. */
  send(request: api.TableCommand): Promise<api.Done> {
    if (request.do !== "play") return this.#send(request);
    // A second click before the answer is the same move.
    this.#playing ??= this.#send(request).finally(() => (this.#playing = null));
    return this.#playing;
  }

  async #send(request: api.TableCommand): Promise<api.Done> {
    // Chatting blocks nothing.
    const counts = request.do === "say" ? 0 : 1;
    this.#pending += counts;
    setTimeout(() => (this.busy.value = this.#pending > 0), BUSY_AFTER_MS);
    try {
      const done = await live.ask(this.id, request, this.invite);
      // The answer includes its events: no need to wait for them.
      for (const event of done.events) this.#receive(event);
      return done;
    } finally {
      this.#pending -= counts;
      if (this.#pending === 0) this.busy.value = false;
    }
  }

  close(): void {
    this.#closed = true;
    this.#forget();
    this.#stop?.();
  }

  #anotherPlayer(): void {
    // At a shared screen, the next person must not see the last one's cards even for a moment.
    if (!HAS_SERVER) this.state.value = null;
    void this.#load();
  }

  async #load(): Promise<void> {
    this.#loading += 1;
    const loading = this.#loading;
    this.#stop?.();
    this.#stop = null;
    let events: TableEvent[];
    try {
      [events] = await Promise.all([api.events(this.id, this.invite), loadEngine()]);
    } catch (error) {
      if (loading !== this.#loading || this.#closed) return;
      if (error instanceof Refused && error.problem.status < 429) this.problem.value = error.problem;
      else {
        this.retrying.value = true;
        setTimeout(() => loading === this.#loading && !this.#closed && void this.#load(), RETRY_MS);
      }
      return;
    }
    const [created] = events;
    try {
      if (created?.kind === "created") await loadGame(created.game);
    } catch {
      this.problem.value = { status: 0, code: "page", detail: t.lobby.newVersion };
      return;
    }
    if (loading !== this.#loading || this.#closed) return;
    const seat = audienceOf(events, identity.value?.player ?? null);
    batch(() => {
      this.problem.value = null;
      this.retrying.value = false;
      try {
        this.state.value = events.reduce((table, event) => applyEvent(table, event, seat), emptyTable(this.id));
      } catch (error) {
        // A game, or a rule, that this page does not know.
        this.problem.value = { status: 0, code: "engine", detail: errorMessage(error) };
      }
    });
    if (this.problem.value) return;
    this.#stop = live.watch(this.id, this.invite, {
      after: () => this.state.value?.lastSeq ?? 0,
      event: (event) => this.#receive(event),
      clock: (clock) => {
        if (this.state.value?.toMove != null) this.state.value = { ...this.state.value, clock };
      },
      presence: (presence) => (this.presence.value = presence),
      anew: (lastSeq) => {
        if (lastSeq !== this.state.value?.lastSeq) void this.#load();
      },
      refused: (problem) => (this.problem.value = problem),
    });
  }

  #receive(event: TableEvent): void {
    heardTime(event.at);
    const state = this.state.value;
    // Events that arrive while loading are sent again by the watch that follows.
    if (!state || this.#stop === null || event.seq <= state.lastSeq) return;
    const before = seatOf(state, identity.value?.player ?? null);
    if (event.seq !== state.lastSeq + 1) {
      void this.#load(); // an event was missed: load everything again
      return;
    }
    this.state.value = applyEvent(state, event, before);
    const after = seatOf(this.state.value, identity.value?.player ?? null);
    // A player who left the seat is told what everyone is told.
    if (before !== null && after !== before && state.line.length > 0) void this.#load();
  }
}

/** The bots' titles, by the names the server uses. */
const botTitles = signal<ReadonlyMap<string, string>>(new Map());

function loadBotTitles(): void {
  if (botTitles.peek().size > 0) return;
  api.bots().then(
    (bots) => (botTitles.value = new Map(bots.map(({ bot, title }) => [bot, title]))),
    () => undefined, // their names are shown instead
  );
}

/** Bots of the same name are numbered. */
export function namesOf(seats: readonly Seat[], called: ReadonlyMap<string, string>): string[] {
  const names = seats.map(({ seat, player, name, bot }) => {
    if (player !== null || bot === null) return name ?? t.common.seat(seat + 1);
    // The bot's settings follow a colon.
    const plain = bot.split(":")[0] ?? bot;
    return called.get(plain) ?? plain;
  });
  return names.map((name, seat) => {
    const before = names.slice(0, seat).filter((other) => other === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}
