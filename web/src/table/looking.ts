/** Which position of a game is looked at.
 *
 * Who follows the game is shown what others do one thing after the other, with a pause between,
 * so that several bots can be followed. The own move is never waited for. Who looks at an earlier
 * position stays there, whatever happens.
 */

import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Step } from "./state";

export const PAUSE_MS = 350;
/** Who is so many moves behind has been away, or looks on where bots are quicker than the pauses. */
const MOST_BEHIND = 40;

export interface Circumstances {
  /** How long to pause now; 0 where it makes no sense. */
  pause(): number;
  /** What has come into sight, in its order: positions `from + 1` to `to` of the line. */
  seen?(from: number, to: number): void;
}

export class Looking {
  /** The newest position that is shown; behind the end of the line while something is paused. */
  readonly newest: Signal<number> = signal(-1);
  /** An earlier position that was chosen; null for who follows the game. */
  readonly chosen: Signal<number | null> = signal(null);
  /** The position to be shown; -1 before there is any. */
  readonly at: ReadonlySignal<number> = computed(() => this.chosen.value ?? this.newest.value);
  /** Whether the position that is shown is the game as it stands. */
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
    readonly circumstances: Circumstances,
  ) {
    this.#stop = effect(() => {
      void this.line.value;
      untracked(() => this.#follow());
    });
  }

  /** Look at a position; the last one is the game as it stands. */
  go(index: number): void {
    const last = this.line.peek().length - 1;
    if (index >= last) return this.back();
    this.chosen.value = Math.max(0, index);
  }

  step(by: number): void {
    this.go(this.at.peek() + by);
  }

  /** Back to the game as it stands, without any pause. */
  back(): void {
    this.chosen.value = null;
    this.hurry();
  }

  /** Show at once what is still to come. */
  hurry(): void {
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

  /** The line is another one than before: it was loaded, or something was taken back. */
  #begin(last: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.newest.value = last;
    this.#known = this.line.peek()[last] ?? null;
    this.#advanced = 0;
    const chosen = this.chosen.peek();
    if (chosen !== null && chosen >= last) this.chosen.value = null;
  }

  /** Show what comes next, now or after a pause. */
  #next(): void {
    this.#timer = undefined;
    const line = this.line.peek();
    const newest = this.newest.peek();
    if (newest >= line.length - 1) return;
    const pause = this.circumstances.pause();
    if (pause <= 0 || line.length - 1 - newest > MOST_BEHIND) return this.hurry();
    const wait = this.#advanced + pause - Date.now();
    if (wait <= 0) {
      const seq = line[newest + 1]?.seq;
      // What was told in one event belongs together.
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
    this.circumstances.seen?.(from, index);
  }
}
