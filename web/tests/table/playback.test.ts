import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PAUSE_MS, Playback } from "../../src/table/playback";
import type { Step } from "../../src/table/state";

/** A line with decisions by these seats; with `seq` they belong to one event. */
function steps(seats: readonly number[], from: readonly Step[] = [], seq?: number): Step[] {
  const first = { view: {}, decision: null, byBot: false, at: 0, seq: 1 } as unknown as Step;
  const line = from.length ? [...from] : [first];
  for (const seat of seats) {
    const decision = { seat } as Step["decision"];
    line.push({ ...first, decision, seq: seq ?? line.length + 1 });
  }
  return line;
}

const seen: [number, number][] = [];
let pause = PAUSE_MS;

function looked(line: Step[], seat: number | null = 0) {
  const told = signal<readonly Step[]>(line);
  const playback = new Playback(told, signal(seat), {
    pause: () => pause,
    onShow: (from, to) => seen.push([from, to]),
  });
  return { told, playback };
}

beforeEach(() => {
  vi.useFakeTimers();
  seen.length = 0;
  pause = PAUSE_MS;
});
afterEach(() => vi.useRealTimers());

test("an opened game is shown at its latest position", () => {
  const { playback } = looked(steps([0, 1, 2]));
  expect(playback.at.value).toBe(3);
  expect(playback.current.value).toBe(true);
  expect(seen).toEqual([]);
});

test("the first move after a while is shown at once", () => {
  const { told, playback } = looked(steps([]));
  told.value = steps([1], told.value);
  expect(playback.at.value).toBe(1);
});

test("simultaneous moves of several bots are shown one by one", () => {
  const { told, playback } = looked(steps([]));
  told.value = steps([1, 2, 3], told.value);
  expect(playback.at.value).toBe(1);
  expect(playback.current.value).toBe(false);
  vi.advanceTimersByTime(PAUSE_MS - 1);
  expect(playback.at.value).toBe(1);
  vi.advanceTimersByTime(1);
  expect(playback.at.value).toBe(2);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(playback.at.value).toBe(3);
  expect(playback.current.value).toBe(true);
  expect(seen).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
});

test("the player's own move is shown at once, and the bots' after a pause", () => {
  const { told, playback } = looked(steps([]));
  told.value = steps([1, 2], told.value);
  told.value = steps([0], told.value);
  expect(playback.at.value).toBe(3);
  vi.advanceTimersByTime(20);
  told.value = steps([1], told.value);
  expect(playback.at.value).toBe(3);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(playback.at.value).toBe(4);
});

test("the decisions of one event are shown together", () => {
  const { told, playback } = looked(steps([]));
  told.value = steps([2], steps([1, 1], told.value, 7), 8);
  expect(playback.at.value).toBe(2);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(playback.at.value).toBe(3);
});

test("there are no pauses if the pause is zero", () => {
  pause = 0;
  const { told, playback } = looked(steps([]));
  told.value = steps([1, 2, 3], told.value);
  expect(playback.at.value).toBe(3);
});

test("catching up shows everything at once", () => {
  const { told, playback } = looked(steps([]));
  told.value = steps([1, 2, 3], told.value);
  playback.catchUp();
  expect(playback.at.value).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});

test("a viewer who is far behind sees the latest position", () => {
  const { told, playback } = looked(steps([]), null);
  for (let move = 0; move < 120; move += 1) {
    told.value = steps([move % 2], told.value);
    vi.advanceTimersByTime(PAUSE_MS / 5);
    expect(told.value.length - 1 - playback.at.value).toBeLessThanOrEqual(46);
  }
  vi.advanceTimersByTime(PAUSE_MS);
  expect(playback.at.value).toBeGreaterThan(74);
});

test("viewing an earlier position is not interrupted", () => {
  const { told, playback } = looked(steps([0, 1, 2]));
  playback.go(1);
  told.value = steps([0, 1, 2], told.value);
  vi.runAllTimers();
  expect(playback.at.value).toBe(1);
  expect(playback.current.value).toBe(false);
  playback.step(1);
  expect(playback.at.value).toBe(2);
  playback.back();
  expect(playback.at.value).toBe(6);
  expect(playback.chosen.value).toBeNull();
});

test("stepping to the end follows the game again, and stepping stops at the start", () => {
  const { playback } = looked(steps([0, 1]));
  playback.go(-3);
  expect(playback.at.value).toBe(0);
  playback.go(2);
  expect(playback.chosen.value).toBeNull();
});

test("an undone position is no longer shown", () => {
  const { told, playback } = looked(steps([0, 1, 2]));
  playback.go(2);
  told.value = told.value.slice(0, 2);
  expect(playback.at.value).toBe(1);
  expect(playback.current.value).toBe(true);
});

test("a reloaded line is shown to its end without announcing it again", () => {
  const { told, playback } = looked(steps([0, 1]));
  told.value = steps([0, 1, 2, 1]);
  expect(playback.at.value).toBe(4);
  expect(seen).toEqual([]);
});
