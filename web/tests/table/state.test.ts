import { describe, expect, test } from "vitest";
import { publishedGame } from "../../src/table/published-game";
import { applyEvent, emptyTable, lastDecisions, originalSeatOf, seatOf, type TableState } from "../../src/table/state";
import { digest } from "../recordings";
import { AUDIENCES, after, told } from "./recorded-tables";

/** The members of a snapshot that the state tracks. */
function standing(state: TableState): Record<string, unknown> {
  const { kind, id, commitment } = state.deal;
  const { seat: _, ...view } = state.line.at(-1)?.view ?? {};
  return {
    table: state.id,
    last_seq: state.lastSeq,
    position: state.position,
    phase: state.phase,
    game: state.game,
    players: state.players,
    deal: { kind, id, commitment },
    from: state.from,
    public: state.public,
    practice: state.practice,
    hints: state.hints,
    created: state.created,
    seats: state.seats,
    to_move: state.toMove,
    clock: state.clock,
    undo: state.undo,
    rematch: state.rematch,
    outcome: state.outcome,
    aborted: state.aborted,
    secret: state.secret,
    dealt: state.dealt,
    ...(state.line.length ? { view: digest(view) } : {}),
  };
}

describe.each(AUDIENCES)("%s", (_, table, { seat, events, stood }) => {
  test("the state after each event matches the server's snapshot", () => {
    let state = emptyTable(table);
    let wanted: Record<string, unknown> = {};
    events.forEach((event, index) => {
      state = applyEvent(state, event, seat);
      wanted = { ...wanted, ...stood[index] };
      const { seat: _seat, deal, ...others } = wanted;
      const { deck_knowable: _knowable, ...terms } = deal as Record<string, unknown>;
      expect(standing(state), `after event ${event.seq}, ${event.kind}`).toEqual({
        ...others,
        deal: terms,
      });
    });
  });
});

test("unknown kinds of events are ignored", () => {
  const { table, events } = told("grove", null);
  const state = after(table, events.slice(0, 4));
  const strange = { seq: 5, at: 0, kind: "sneezed" } as never;
  expect(applyEvent(state, strange, null)).toEqual({ ...state, lastSeq: 5 });
});

test("an undone turn is no longer in the line", () => {
  const { table, events } = told("quarrel", null);
  const undone = events.findIndex((event) => event.kind === "undone");
  const before = after(table, events.slice(0, undone));
  const state = after(table, events.slice(0, undone + 1));
  expect(state.line.length).toBe(before.line.length - 1);
  expect(state.line.slice(0, -1)).toEqual(before.line.slice(0, state.line.length - 1));
});

test("a player who resigned has no seat but an original one", () => {
  const { table, events } = told("quarrel", 0);
  const state = after(table, events);
  expect(seatOf(state, "p_ada")).toBeNull();
  expect(originalSeatOf(state, "p_ada")).toBe(0);
  expect(originalSeatOf(state, "p_cat")).toBeNull();
  expect(originalSeatOf(state, null)).toBeNull();
});

test("the end of a game tells how it began: with a deal or with a position", () => {
  const start = (name: string) => {
    const { table, events } = told(name, null);
    return [events.slice(0, -1), events].map((some) => publishedGame(after(table, some))?.start);
  };
  expect(start("grove")).toEqual([undefined, "ABCD-EFGH-JKMN-PQR"]);
  expect(start("continuation")).toEqual([undefined, expect.objectContaining({ turns: 9, to_move: 2 })]);
});

test("a seat's nonce leaves with its player", () => {
  const { table, events } = told("quarrel", null);
  const ready = events.findIndex((event) => event.kind === "ready");
  const seq = (events[ready]?.seq ?? 0) + 1;
  const left = { seq, at: 0, kind: "left", seat: 1 } as const;
  expect(after(table, events.slice(0, ready + 1)).nonces).toEqual(["", "b0b0", ""]);
  expect(after(table, [...events.slice(0, ready + 1), left]).nonces).toEqual(["", "", ""]);
});

test("the highlight covers all decisions of the last seat", () => {
  const { table, events } = told("grove", null);
  const { line } = after(table, events);
  const last = line.findIndex((step, at) => at > 0 && step.view.to_move !== line[0]?.view.to_move);
  const decisions = lastDecisions(line, last);
  expect(decisions).toHaveLength(last);
  expect(new Set(decisions.map((decision) => decision.seat)).size).toBe(1);
  expect(lastDecisions(line, last + 1)).toEqual([line[last + 1]?.decision]);
  expect(lastDecisions(line, 0)).toEqual([]);
});
