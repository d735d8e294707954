/** The state of a table: a fold of its events, as on the server. */

import type { GameStart } from "../engine/analysis";
import { follow } from "../engine/positions";
import type { Clock, DealTerms, Decision, Outcome, Rules, Seat, TableEvent, View } from "../server/types";

/** A position of the game, and the decision that led to it. */
export interface Step {
  view: View;
  /** Null at the start. */
  decision: Decision | null;
  byBot: boolean;
  at: number;
  /** The seq of its event. */
  seq: number;
}

export interface ChatMessage {
  seq: number;
  at: number;
  seat: number | null;
  text: string;
}

export interface TableState {
  id: string;
  lastSeq: number;
  phase: "new" | "open" | "playing" | "over" | "aborted";
  archived: boolean;
  game: string;
  rules: Rules;
  players: number;
  deal: DealTerms;
  from: { table: string; decisions: number } | null;
  public: boolean;
  practice: boolean;
  turnSeconds: number | null;
  created: number;
  seats: Seat[];
  /** The nonces the seats added to a sealed deal. */
  nonces: string[];
  /** The seq that a move refers to. */
  position: number;
  /** Whether this audience may ask for hints. */
  hints: boolean;
  toMove: number | null;
  clock: Clock | null;
  undo: { seat: number; to: number; agreed: number[] } | null;
  rematch: { wanted: number[]; table: string | null };
  outcome: Outcome | null;
  aborted: string | null;
  secret: string | null;
  dealt: string | null;
  /** How the game began; null until its end publishes that. */
  start: GameStart | null;
  said: ChatMessage[];
  /** The game from its start; empty before that. */
  line: Step[];
}

/** A table before its first event. */
export function emptyTable(id: string): TableState {
  return {
    id,
    lastSeq: 0,
    phase: "new",
    archived: false,
    game: "",
    rules: {},
    players: 0,
    deal: { kind: "sealed", id: null, commitment: null },
    from: null,
    public: false,
    practice: false,
    turnSeconds: null,
    created: 0,
    seats: [],
    nonces: [],
    position: 0,
    hints: false,
    toMove: null,
    clock: null,
    undo: null,
    rematch: { wanted: [], table: null },
    outcome: null,
    aborted: null,
    secret: null,
    dealt: null,
    start: null,
    said: [],
    line: [],
  };
}

/** Returns the table after an event as told to `seat`, or to spectators (null).
 *
 * Unknown kinds of events change nothing.
 */
export function applyEvent(state: TableState, event: TableEvent, seat: number | null): TableState {
  const next = { ...state, lastSeq: event.seq };
  switch (event.kind) {
    case "created":
      return {
        ...next,
        phase: "open",
        game: event.game,
        rules: event.variant.rules,
        players: event.players,
        deal: event.deal,
        from: event.from ?? null,
        public: event.public,
        practice: event.practice,
        turnSeconds: event.turn_seconds,
        clock: event.turn_seconds === null ? null : stopped(event.turn_seconds),
        created: event.at,
        seats: Array.from({ length: event.players }, (_, seat) => free(seat)),
        nonces: Array<string>(event.players).fill(""),
      };
    case "joined":
      return seated(next, event.seat, { ...free(event.seat), player: event.player, name: event.name });
    case "left":
      if (next.phase === "playing") return gone(next, event.seat, "left");
      return seated(next, event.seat, free(event.seat));
    case "bot_removed":
      return seated(next, event.seat, free(event.seat));
    case "bot_added":
      return seated(next, event.seat, { ...free(event.seat), name: event.bot, bot: event.bot });
    case "ready":
      return {
        ...next,
        seats: seatsWith(next.seats, event.seat, { ready: true }),
        nonces: next.nonces.map((nonce, seat) => (seat === event.seat ? event.nonce : nonce)),
      };
    case "started":
      return moved({ ...next, phase: "playing", hints: event.hints }, event, [
        { view: { ...event.view, seat }, decision: null, byBot: false, at: event.at, seq: event.seq },
      ]);
    case "played":
      return moved(next, event, [...next.line, ...steps(next, event)]);
    case "undone": {
      const line = next.line.slice(0, event.to + 1);
      const last = line.at(-1);
      if (last) line[line.length - 1] = { ...last, view: { ...event.view, seat } };
      return moved(next, event, line);
    }
    case "undo_offered":
      return { ...next, undo: { seat: event.seat, to: event.to, agreed: [] } };
    case "undo_agreed":
      return next.undo ? { ...next, undo: { ...next.undo, agreed: [...next.undo.agreed, event.seat].sort() } } : next;
    case "undo_declined":
      return { ...next, undo: null };
    case "resigned":
      return gone(next, event.seat, "resigned");
    case "timed_out":
      return gone(next, event.seat, "timed out");
    case "withdrawn":
      return gone(next, event.seat, "withdrawn");
    case "taken_over":
      return moved({ ...next, seats: seatsWith(next.seats, event.seat, { bot: event.bot }) }, event, next.line);
    case "said": {
      const { seq, at, seat, text } = event;
      return { ...next, said: [...next.said, { seq, at, seat, text }] };
    }
    case "over": {
      const { ending, scores, places, winners } = event;
      return {
        ...ended(moved(next, event, next.line), event),
        phase: "over",
        outcome: { ending, scores, places, winners },
      };
    }
    case "aborted":
      return { ...ended(next, event), phase: "aborted", aborted: event.why };
    case "archived":
      return { ...next, archived: true };
    case "rematch_wanted":
      return {
        ...next,
        rematch: { ...next.rematch, wanted: [...next.rematch.wanted, event.seat].sort() },
      };
    case "rematch":
      return { ...next, rematch: { ...next.rematch, table: event.table } };
    default:
      return next;
  }
}

/** A player's seat, even after leaving it. */
export function originalSeatOf(state: TableState, player: string | null): number | null {
  if (player === null) return null;
  return state.seats.find((seat) => seat.player === player)?.seat ?? null;
}

/** A player's seat, unless they have left it. */
export function seatOf(state: TableState, player: string | null): number | null {
  if (player === null) return null;
  return state.seats.find((seat) => seat.player === player && seat.gone === null)?.seat ?? null;
}

/** The seat, or null for spectators, to which the server tells these events of a table. */
export function audienceOf(events: readonly TableEvent[], player: string | null): number | null {
  const others = events.filter(({ kind }) => kind !== "played");
  return seatOf(
    others.reduce((state, event) => applyEvent(state, event, null), emptyTable("")),
    player,
  );
}

/** The decisions to highlight in a position: those of the seat that decided last. */
export function lastDecisions(line: readonly Step[], index: number): Decision[] {
  const found: Decision[] = [];
  for (let at = index; at > 0; at -= 1) {
    const decision = line[at]?.decision;
    if (!decision || (found[0] && decision.seat !== found[0].seat)) break;
    found.unshift(decision);
  }
  return found;
}

function steps(state: TableState, event: TableEvent & { kind: "played" }): Step[] {
  const found: Step[] = [];
  let view = state.line.at(-1)?.view;
  for (const decision of event.decisions) {
    if (!view) break;
    view = follow(view, state.rules, decision);
    found.push({ view, decision, byBot: event.by_bot, at: event.at, seq: event.seq });
  }
  return found;
}

function moved(
  state: TableState,
  event: { position: number; to_move: number | null; clock: Clock | null },
  line: Step[],
): TableState {
  return {
    ...state,
    line,
    position: event.position,
    toMove: event.to_move,
    clock: event.clock,
    undo: null,
  };
}

function ended(state: TableState, { secret, dealt, start }: TableEvent & { kind: "over" | "aborted" }): TableState {
  const clock = state.clock && stopped(state.clock.turn_seconds);
  return { ...state, hints: false, toMove: null, clock, undo: null, secret, dealt, start: dealt ?? start ?? null };
}

function seated(state: TableState, number: number, seat: Seat): TableState {
  return {
    ...state,
    seats: state.seats.map((old) => (old.seat === number ? seat : old)),
    nonces: state.nonces.map((nonce, other) => (other === number ? "" : nonce)),
  };
}

function gone(state: TableState, seat: number, how: Seat["gone"]): TableState {
  const clock = state.clock && seat === state.toMove ? { ...state.clock, deadline: null } : state.clock;
  return { ...state, clock, seats: seatsWith(state.seats, seat, { gone: how }) };
}

/** A clock that is not running. */
function stopped(seconds: number): Clock {
  return { turn_seconds: seconds, turn_began: null, deadline: null };
}

function seatsWith(seats: Seat[], number: number, change: Partial<Seat>): Seat[] {
  return seats.map((seat) => (seat.seat === number ? { ...seat, ...change } : seat));
}

function free(seat: number): Seat {
  return { seat, player: null, name: null, bot: null, ready: false, gone: null };
}
