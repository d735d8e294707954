import { expect, test } from "vitest";
import { turnOf, turnsOf } from "../../src/table/turns";
import { after, told } from "./recorded-tables";

const { table, events } = told("grove", null);
const { line } = after(table, events);

test("consecutive decisions of a seat are one turn, and no move is left out", () => {
  const turns = turnsOf(line);
  expect(turns.map((turn) => turn.number)).toEqual(turns.map((_, index) => index + 1));
  expect(turns.slice(1).every((turn, index) => turn.seat !== turns[index]?.seat)).toBe(true);
  const moves = turns.flatMap((turn) => turn.moves);
  expect(moves.map((move) => move.at)).toEqual(line.slice(1).map((_, index) => index + 1));
  expect(moves.map((move) => move.move)).toEqual(line.slice(1).map((step) => step.decision?.move));
});

test("a game without a move has no turns", () => {
  expect(turnsOf(line.slice(0, 1))).toEqual([]);
  expect(turnsOf([])).toEqual([]);
});

test("a turn that has begun is the same turn until it ends", () => {
  const first = line[0]?.view.to_move ?? -1;
  const turns = turnsOf(line).filter((turn) => turn.seat === first);
  const [one, two] = turns;
  expect(one?.moves.length).toBeGreaterThan(1);
  expect(turnOf(line, 0, first)).toBe(1);
  expect(turnOf(line, 1, first)).toBe(1);
  expect(turnOf(line, (two?.moves[0]?.at ?? 0) - 1, first)).toBe(2);
  expect(turnOf(line, two?.moves[0]?.at ?? 0, first)).toBe(2);
});
