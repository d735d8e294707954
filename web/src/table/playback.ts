/** The position of a game that is shown.
 *
 * Others' moves are shown one by one with a pause in between, so that several bots can be followed.
 * The player's own moves are shown at once. Viewing an earlier position is never interrupted.
 */

import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import type { Step } from "./state";

export const PAUSE_MS = 350;
/** This far behind, the viewer has been away, or bots play faster than the pauses. */
const MOST_BEHIND = 40;

export interface PlaybackOptions {
  /** How long to pause now, in milliseconds; 0 for not at all. */
  pause(): number;
  /** Called with the positions that have just been shown: `from + 1` to `to` of the line. */
  onShow?(from: number, to: number): void;
}

export class Playback {
  /** The newest position shown; behind the end of the line during pauses. */
  readonly newest: Signal<number> = signal(-1);
  /** An earlier position chosen by the viewer; null while following the game. */
  readonly chosen: Signal<number | null> = signal(null);
  /** The position to show; -1 before the game starts. */
  readonly at: ReadonlySignal<number> = computed(() => this.chosen.value ?? this.newest.value);
  /** Whether the position shown is the latest. */
  readonly current: ReadonlySignal<boolean> = computed(
    () => this.chosen.value === null && this.newest.value === this.line.value.length - 1,
  );

  #known: Step | null = null;
  #advanced = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stop: () => void;

  constructor(
    readonly line: ReadonlySignal<readonly Step[]>,
    readonly seat: ReadonlySignal<number | null>,
    readonly options: PlaybackOptions,
  ) {
    this.#stop = effect(() => {
      void this.line.value;
      untracked(() => this.#follow());
    });
  }

  /** Shows a position; showing the last one follows the game again. */
  go(index: number): void {
    const last = this.line.peek().length - 1;
    if (index >= last) return this.back();
    this.chosen.value = Math.max(0, index);
  }

  step(by: number): void {
    this.go(this.at.peek() + by);
  }

  /** Returns to the latest position, without pauses. */
  back(): void {
    this.chosen.value = null;
    this.catchUp();
  }

  /** Shows all pending positions at once. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#show(this.line.peek().length - 1);
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
  }

  #follow(): void {
    const line = this.line.peek();
    const newest = this.newest.peek();
    const last = line.length - 1;
    if (newest < 0 || line[newest] !== this.#known) return this.#begin(last);
    const seat = this.seat.peek();
    const own = line.findLastIndex((step) => step.decision !== null && step.decision.seat === seat);
    if (own > newest) this.#show(own);
    if (this.#timer === undefined) this.#next();
  }

  /** The line was replaced: it was loaded anew, or a turn was undone. */
  #begin(last: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.newest.value = last;
    this.#known = this.line.peek()[last] ?? null;
    this.#advanced = 0;
    const chosen = this.chosen.peek();
    if (chosen !== null && chosen >= last) this.chosen.value = null;
  }

  /** Shows the next position, now or after a pause. */
  #next(): void {
    this.#timer = undefined;
    const line = this.line.peek();
    const newest = this.newest.peek();
    if (newest >= line.length - 1) return;
    const pause = this.options.pause();
    if (pause <= 0 || line.length - 1 - newest > MOST_BEHIND) return this.catchUp();
    const wait = this.#advanced + pause - Date.now();
    if (wait <= 0) {
      const seq = line[newest + 1]?.seq;
      // The decisions of one event are shown together.
      this.#show(line.findLastIndex((step) => step.seq === seq));
    }
    this.#timer = setTimeout(() => this.#next(), wait > 0 ? wait : pause);
  }

  #show(index: number): void {
    const from = this.newest.peek();
    if (index <= from) return;
    this.#known = this.line.peek()[index] ?? null;
    this.#advanced = Date.now();
    this.newest.value = index;
    this.options.onShow?.(from, index);
  }
}
