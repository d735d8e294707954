/** A table that is looked at: its state, kept up to date, and what one can ask of it. */

import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals";
import { kindOf } from "../games";
import * as api from "../server/api";
import { heardTime } from "../server/clock";
import { identity } from "../server/identity";
import { live, type Presence } from "../server/live";
import { Refused } from "../server/problems";
import type { ProblemDetails, Seat, TableEvent } from "../server/types";
import { t } from "../texts";
import { begun, folded, seatOf, type Step, type TableState } from "./state";

const AGAIN_MS = 1500;
const NOTICED_MS = 150;
const NO_STEPS: readonly Step[] = [];

export class TableStore {
  /** Null until all events are there. */
  readonly state: Signal<TableState | null> = signal(null);
  /** Why the table cannot be shown. */
  readonly problem: Signal<ProblemDetails | null> = signal(null);
  readonly presence: Signal<Presence | null> = signal(null);
  /** Whether the table cannot be loaded now; it is tried again. */
  readonly late: Signal<boolean> = signal(false);
  /** Whether something has been asked and not answered for so long that people notice. What is
   * answered at once changes nothing but the table: to draw it three times would take longer. */
  readonly busy: Signal<boolean> = signal(false);
  /** The game as it stands, from its beginning. */
  readonly line: ReadonlySignal<readonly Step[]> = computed(() => this.state.value?.line ?? NO_STEPS);
  /** Where one sits; null for who looks on. */
  readonly seat: ReadonlySignal<number | null> = computed(() =>
    this.state.value ? seatOf(this.state.value, identity.value?.player ?? null) : null,
  );
  /** By seat. */
  readonly names: ReadonlySignal<string[]> = computed(() =>
    namesOf(this.state.value?.seats ?? [], titles.value),
  );
  /** Whether one has to decide now. */
  readonly active: ReadonlySignal<boolean> = computed(
    () => this.seat.value !== null && this.state.value?.toMove === this.seat.value,
  );

  #asked = 0;
  #playing: Promise<api.Done> | null = null;
  #stop: (() => void) | null = null;
  #closed = false;
  #loading = 0;
  readonly #forget: () => void;

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    // Who one is decides what one is told.
    let first = true;
    this.#forget = effect(() => {
      void identity.value?.player;
      if (!first) untracked(() => void this.#load());
      first = false;
    });
    void this.#load();
    learnTitles();
  }

  /** Ask the table for something; `Refused` or `Unreachable` if it is not done. */
  ask(request: api.TableRequest): Promise<api.Done> {
    if (request.do !== "play") return this.#ask(request);
    // A second click before the answer is the same move.
    this.#playing ??= this.#ask(request).finally(() => (this.#playing = null));
    return this.#playing;
  }

  async #ask(request: api.TableRequest): Promise<api.Done> {
    // Who talks does not keep anything waiting.
    const counts = request.do === "say" ? 0 : 1;
    this.#asked += counts;
    setTimeout(() => (this.busy.value = this.#asked > 0), NOTICED_MS);
    try {
      const done = await live.ask(this.id, request, this.invite);
      // What has happened by it is told with the answer: no need to wait for the events.
      for (const event of done.events) this.#hear(event);
      return done;
    } finally {
      this.#asked -= counts;
      if (this.#asked === 0) this.busy.value = false;
    }
  }

  close(): void {
    this.#closed = true;
    this.#forget();
    this.#stop?.();
  }

  async #load(): Promise<void> {
    this.#loading += 1;
    const loading = this.#loading;
    this.#stop?.();
    this.#stop = null;
    let events: TableEvent[];
    try {
      events = await api.events(this.id, this.invite);
    } catch (error) {
      if (loading !== this.#loading || this.#closed) return;
      if (error instanceof Refused && error.problem.status < 429) this.problem.value = error.problem;
      else {
        this.late.value = true;
        setTimeout(() => loading === this.#loading && !this.#closed && void this.#load(), AGAIN_MS);
      }
      return;
    }
    if (loading !== this.#loading || this.#closed) return;
    batch(() => {
      this.problem.value = null;
      this.late.value = false;
      this.state.value = events.reduce(next, begun(this.id));
    });
    this.#stop = live.watch(this.id, this.invite, {
      after: () => this.state.value?.lastSeq ?? 0,
      event: (event) => this.#hear(event),
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

  #hear(event: TableEvent): void {
    heardTime(event.at);
    const state = this.state.value;
    // What comes while all is being loaded is told again by the watch that follows.
    if (!state || this.#stop === null || event.seq <= state.lastSeq) return;
    const before = seatOf(state, identity.value?.player ?? null);
    if (event.seq !== state.lastSeq + 1) {
      void this.#load(); // something was missed; all is asked for again
      return;
    }
    this.state.value = next(state, event);
    const after = seatOf(this.state.value, identity.value?.player ?? null);
    // Who has given up a seat is told what everybody is told.
    if (before !== null && after !== before && state.line.length > 0) void this.#load();
  }
}

function next(state: TableState, event: TableEvent): TableState {
  const kind = kindOf(state.game);
  return folded(state, event, (view, decision) => kind?.follow(view, decision) ?? view);
}

/** What people call the bots, by the names that the server has for them. */
const titles = signal<ReadonlyMap<string, string>>(new Map());

function learnTitles(): void {
  if (titles.peek().size > 0) return;
  api.bots().then(
    (bots) => (titles.value = new Map(bots.map(({ bot, title }) => [bot, title]))),
    () => undefined, // they are called as the server calls them
  );
}

/** Bots of the same name are told apart by numbers. */
export function namesOf(seats: readonly Seat[], called: ReadonlyMap<string, string>): string[] {
  const names = seats.map(({ seat, player, name, bot }) => {
    if (player !== null || bot === null) return name ?? t.common.seat(seat + 1);
    // What it is allowed comes after a colon.
    const plain = bot.split(":")[0] ?? bot;
    return called.get(plain) ?? plain;
  });
  return names.map((name, seat) => {
    const before = names.slice(0, seat).filter((other) => other === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}
