import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Looking, PAUSE_MS } from "../../src/table/looking";
import type { Step } from "../../src/table/state";

/** A line whose decisions are by these seats; the same text in `seqs` is the same event. */
function steps(seats: readonly number[], from: readonly Step[] = [], seq?: number): Step[] {
  const first = { view: {}, decision: null, byBot: false, at: 0, seq: 1 } as unknown as Step;
  const begun = from.length ? [...from] : [first];
  for (const seat of seats) {
    const decision = { seat } as Step["decision"];
    begun.push({ ...first, decision, seq: seq ?? begun.length + 1 });
  }
  return begun;
}

const seen: [number, number][] = [];
let pause = PAUSE_MS;

function looked(line: Step[], seat: number | null = 0) {
  const told = signal<readonly Step[]>(line);
  const looking = new Looking(told, signal(seat), {
    pause: () => pause,
    seen: (from, to) => seen.push([from, to]),
  });
  return { told, looking };
}

beforeEach(() => {
  vi.useFakeTimers();
  seen.length = 0;
  pause = PAUSE_MS;
});
afterEach(() => vi.useRealTimers());

test("a game that is opened is shown as it stands", () => {
  const { looking } = looked(steps([0, 1, 2]));
  expect(looking.at.value).toBe(3);
  expect(looking.current.value).toBe(true);
  expect(seen).toEqual([]);
});

test("the first move after a while is shown at once", () => {
  const { told, looking } = looked(steps([]));
  told.value = steps([1], told.value);
  expect(looking.at.value).toBe(1);
});

test("several bots' moves that come at once are shown one after the other", () => {
  const { told, looking } = looked(steps([]));
  told.value = steps([1, 2, 3], told.value);
  expect(looking.at.value).toBe(1);
  expect(looking.current.value).toBe(false);
  vi.advanceTimersByTime(PAUSE_MS - 1);
  expect(looking.at.value).toBe(1);
  vi.advanceTimersByTime(1);
  expect(looking.at.value).toBe(2);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(looking.at.value).toBe(3);
  expect(looking.current.value).toBe(true);
  expect(seen).toEqual([[0, 1], [1, 2], [2, 3]]);
});

test("the own move is shown at once, and what bots answer after a pause", () => {
  const { told, looking } = looked(steps([]));
  told.value = steps([1, 2], told.value);
  told.value = steps([0], told.value);
  expect(looking.at.value).toBe(3);
  vi.advanceTimersByTime(20);
  told.value = steps([1], told.value);
  expect(looking.at.value).toBe(3);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(looking.at.value).toBe(4);
});

test("decisions that were told together are shown together", () => {
  const { told, looking } = looked(steps([]));
  told.value = steps([2], steps([1, 1], told.value, 7), 8);
  expect(looking.at.value).toBe(2);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(looking.at.value).toBe(3);
});

test("nothing is paused where it makes no sense", () => {
  pause = 0;
  const { told, looking } = looked(steps([]));
  told.value = steps([1, 2, 3], told.value);
  expect(looking.at.value).toBe(3);
});

test("who acts sees at once what is still to come", () => {
  const { told, looking } = looked(steps([]));
  told.value = steps([1, 2, 3], told.value);
  looking.hurry();
  expect(looking.at.value).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});

test("who is far behind is shown the game as it stands", () => {
  const { told, looking } = looked(steps([]), null);
  for (let move = 0; move < 120; move += 1) {
    told.value = steps([move % 2], told.value);
    vi.advanceTimersByTime(PAUSE_MS / 5);
    expect(told.value.length - 1 - looking.at.value).toBeLessThanOrEqual(46);
  }
  vi.advanceTimersByTime(PAUSE_MS);
  expect(looking.at.value).toBeGreaterThan(74);
});

test("who looks at an earlier position is not pulled back", () => {
  const { told, looking } = looked(steps([0, 1, 2]));
  looking.go(1);
  told.value = steps([0, 1, 2], told.value);
  vi.runAllTimers();
  expect(looking.at.value).toBe(1);
  expect(looking.current.value).toBe(false);
  looking.step(1);
  expect(looking.at.value).toBe(2);
  looking.back();
  expect(looking.at.value).toBe(6);
  expect(looking.chosen.value).toBeNull();
});

test("the end of the line is the game itself, and nothing is before its beginning", () => {
  const { looking } = looked(steps([0, 1]));
  looking.go(-3);
  expect(looking.at.value).toBe(0);
  looking.go(2);
  expect(looking.chosen.value).toBeNull();
});

test("what is taken back is not looked at any more", () => {
  const { told, looking } = looked(steps([0, 1, 2]));
  looking.go(2);
  told.value = told.value.slice(0, 2);
  expect(looking.at.value).toBe(1);
  expect(looking.current.value).toBe(true);
});

test("a line that was loaded anew is shown to its end without telling it again", () => {
  const { told, looking } = looked(steps([0, 1]));
  told.value = steps([0, 1, 2, 1]);
  expect(looking.at.value).toBe(4);
  expect(seen).toEqual([]);
});
