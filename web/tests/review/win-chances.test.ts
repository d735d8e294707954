import { expect, test } from "vitest";
import {
  curvePoints,
  type Frame,
  finalChances,
  lossesOf,
  positionAt,
  winChances,
  xOf,
  yOf,
} from "../../src/review/win-chances";
import type { JudgedDecision, Judgement } from "../../src/server/types";

const FRAME: Frame = { width: 120, height: 60, edge: 10 };

function decision(number: number, judged: Partial<Judgement> | null): JudgedDecision {
  const judgement = judged && {
    before: [0.5, 0.5],
    after: [0.5, 0.5],
    best: "pass",
    line: [],
    loss: 0,
    error: 0,
    mark: "" as const,
    ...judged,
  };
  return { number, turn: number, seat: (number - 1) % 2, move: "pass", choices: 2, judgement };
}

test("a position has the chances of the decision made in it, or of the one that led to it", () => {
  const values = winChances(
    [
      decision(1, { before: [0.5, 0.5], after: [0.4, 0.6] }),
      decision(2, { before: [0.45, 0.55], after: [0.3, 0.7] }),
      decision(3, null),
    ],
    4,
  );
  expect(values).toEqual([[0.5, 0.5], [0.45, 0.55], [0.3, 0.7], null, null]);
});

test("a review that has just begun has no chances", () => {
  expect(winChances([], 2)).toEqual([null, null, null]);
});

test("a shared win counts in parts", () => {
  expect(finalChances(3, [0, 2])).toEqual([0.5, 0, 0.5]);
});

test("only costly decisions are marked", () => {
  const found = lossesOf([decision(1, { loss: 0.01 }), decision(2, { loss: 0.3, mark: "blunder" }), decision(3, null)]);
  expect(found).toEqual([{ number: 2, seat: 1, mark: "blunder", loss: 0.3 }]);
});

test("a graph starts and ends inside its margins", () => {
  expect([xOf(0, 5, FRAME), xOf(5, 5, FRAME)]).toEqual([10, 110]);
  expect([yOf(0, FRAME), yOf(1, FRAME), yOf(2, FRAME)]).toEqual([50, 10, 10]);
  expect(xOf(0, 0, FRAME)).toBe(10);
});

test("a click finds the nearest position", () => {
  for (const position of [0, 1, 2, 3, 4, 5]) {
    expect(positionAt(xOf(position, 5, FRAME) / FRAME.width, 5, FRAME)).toBe(position);
  }
  expect(positionAt(0, 5, FRAME)).toBe(0);
  expect(positionAt(1, 5, FRAME)).toBe(5);
  expect(positionAt(0.5, 0, FRAME)).toBe(0);
});

test("a curve skips unknown positions", () => {
  const values = [[1, 0], null, [0.5, 0.5]];
  expect(curvePoints(values, 0, FRAME)).toBe("10,10 110,30");
  expect(curvePoints(values, 1, FRAME)).toBe("10,50 110,30");
  expect(curvePoints([null], 0, FRAME)).toBe("");
});
