/** Splendor: its rules and positions as records, its moves, its views. */

import { EngineError } from "../core.js";
import { CARDS, NOBLES, PRESETS } from "../data.js";
import { firstPlayer, type GameKind, type Rules } from "../kind.js";
import { choice, type Field, flag, group, list, number, pair, type ValueOf } from "../record.js";
import { type Move, text } from "./notation.js";
import { reasons, type SplendorReason } from "./reasons.js";
import {
  type Card,
  COLORS,
  type Color,
  gems,
  type Noble,
  type Player,
  type Reserved,
  ROWS,
  type SplendorView,
  TOKENS,
  tokens,
} from "./view.js";

const NOTHING = -1;
const HIDDEN = -2;
const SLOTS = [1, 2, 3, 4] as const;
const RESERVE_LIMIT = 3;
const NOBLE_SLOTS = 5;
const PHASES = ["play", "pay", "return", "noble", "over"] as const;

const player = group({
  tokens: list(number),
  points: number,
  bought: list(number),
  bonuses: list(number),
  /** The card, and whether it is blind: came unseen from a deck. */
  reserved: list(pair(number, flag)),
  nobles: list(number),
});

/**
 * A position, with the numbers of cards and nobles: -1 is nothing, -2, -3, -4 a hidden card of tier 1
 * to 3. Each deck's next card comes first. Tokens are in the order of `TOKENS`.
 */
const position = group({
  to_move: number,
  phase: choice(PHASES),
  first: number,
  turns: number,
  passes: number,
  /** The action that is being paid for. */
  pending: number,
  owed: list(number),
  escrow: list(number),
  bank: list(number),
  market: list(list(number)),
  decks: list(list(number)),
  nobles: list(number),
  players: list(player),
});
export type SplendorPosition = ValueOf<typeof position>;

const options = group({
  players: number,
  deck_reserve: flag,
  over_limit: choice(["return", "return_drawn", "forbid"]),
  return_gold: flag,
  nobles: choice(["choose", "first", "all"]),
  take_fewer: choice(["forced", "free", "never"]),
  payment: choice(["auto", "choose"]),
  target_points: number,
  first_player: firstPlayer,
  turn_limit: number,
});
export type SplendorRules = ValueOf<typeof options>;

const rules: Field<Rules> = {
  read() {
    throw new EngineError("Rules are only written.");
  },
  write(values, record) {
    options.write(values as unknown as SplendorRules, record);
    record.push(CARDS.length, ...CARDS.flatMap(([tier, ...card]) => [tier - 1, ...card]));
    record.push(NOBLES.length, ...NOBLES.flatMap(([, ...noble]) => noble));
  },
};

/** The moves by action number, for every phase but `pay`. */
const MOVES: readonly Move[] = [
  ...[3, 2, 1].flatMap((size) => combinations(COLORS, size)).map((colors): Move => ({ kind: "take", colors })),
  ...COLORS.map((color): Move => ({ kind: "take", colors: [color, color] })),
  ...ROWS.flatMap((row) => SLOTS.map((slot): Move => ({ kind: "reserve", place: `${row}${slot}` }))),
  ...ROWS.map((row): Move => ({ kind: "reserve", place: row })),
  ...ROWS.flatMap((row) => SLOTS.map((slot): Move => ({ kind: "buy", place: `${row}${slot}` }))),
  ...numbers(RESERVE_LIMIT).map((slot): Move => ({ kind: "buy", place: `r${slot}` })),
  ...TOKENS.map((token): Move => ({ kind: "return", token })),
  ...numbers(NOBLE_SLOTS).map((slot): Move => ({ kind: "noble", slot })),
  { kind: "pass" },
];

function moveText(at: SplendorPosition, action: number): string {
  const move = MOVES[action];
  if (!move) throw new EngineError(`There is no action ${action}.`);
  return text(move.kind === "return" && at.phase === "pay" ? { ...move, kind: "pay" } : move);
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place + 1);
}

function combinations(colors: readonly Color[], size: number): Color[][] {
  if (!size) return [[]];
  return colors.flatMap((color, place) =>
    combinations(colors.slice(place + 1), size - 1).map((others) => [color, ...others]),
  );
}

function table(at: SplendorPosition): Record<string, unknown> {
  const seats = at.players.length;
  return {
    phase: at.phase,
    first: at.first,
    round: Math.floor(at.turns / seats) + 1,
    turns: at.turns,
    passes: at.passes,
    bank: tokens(at.bank),
    market: at.market.map((row) => row.map((id) => (id < 0 ? null : card(id)))),
    decks: at.decks.map((deck) => (deck.some((id) => id >= 0) ? deck.map(card) : deck.length)),
    nobles: at.nobles.map((id) => (id < 0 ? null : noble(id))),
    buying: purchase(at),
    escrow: at.escrow.some((count) => count > 0) ? { seat: at.to_move, tokens: tokens(at.escrow) } : null,
    players: at.players.map(seen),
  };
}

function positionOf(view: SplendorView): SplendorPosition {
  const { buying } = view;
  const pending = MOVES.findIndex((move) => move.kind === "buy" && move.place === buying?.place);
  return {
    to_move: view.to_move,
    phase: view.phase,
    first: view.first,
    turns: view.turns,
    passes: view.passes,
    pending,
    owed: COLORS.map((color) => buying?.owed[color] ?? 0),
    escrow: TOKENS.map((token) => view.escrow?.tokens[token] ?? 0),
    bank: TOKENS.map((token) => view.bank[token]),
    market: view.market.map((row) => row.map((shown) => shown?.id ?? NOTHING)),
    decks: view.decks.map((size, tier) => Array<number>(size).fill(HIDDEN - tier)),
    nobles: view.nobles.map((shown) => shown?.id ?? NOTHING),
    players: view.players.map((held) => ({
      tokens: TOKENS.map((token) => held.tokens[token]),
      points: held.points,
      bought: held.bought.map(({ id }) => id),
      bonuses: COLORS.map((color) => held.bonuses[color]),
      reserved: held.reserved.map((shown) => ["id" in shown ? shown.id : HIDDEN + 1 - shown.tier, shown.blind]),
      nobles: held.nobles.map(({ id }) => id),
    })),
  };
}

function purchase(at: SplendorPosition): unknown {
  const move = MOVES[at.pending];
  if (at.pending === NOTHING || move?.kind !== "buy") return null;
  const slot = Number(move.place[1]) - 1;
  const row = ROWS.indexOf(move.place[0] as (typeof ROWS)[number]);
  const id = row < 0 ? at.players[at.to_move]!.reserved[slot]![0] : at.market[row]![slot]!;
  return { place: move.place, card: card(id), owed: gems(at.owed) };
}

function seen(held: ValueOf<typeof player>, seat: number): Player {
  return {
    seat,
    points: held.points,
    tokens: tokens(held.tokens),
    bonuses: gems(held.bonuses),
    bought: held.bought.map(card),
    reserved: held.reserved.map(
      ([id, blind]): Reserved => (id < 0 ? { hidden: true, tier: HIDDEN - id + 1, blind } : { ...card(id), blind }),
    ),
    nobles: held.nobles.map(noble),
  };
}

// Shared by all views, of which a game has hundreds.
const SHOWN_CARDS = CARDS.map(
  ([tier, color, points, ...cost], id): Card => ({ id, tier, color: COLORS[color]!, points, cost: gems(cost) }),
);
const SHOWN_NOBLES = NOBLES.map(
  ([name, points, ...requirement], id): Noble => ({ id, name, points, requirement: gems(requirement) }),
);

function card(id: number): Card {
  return SHOWN_CARDS[id]!;
}

function noble(id: number): Noble {
  return SHOWN_NOBLES[id]!;
}

export const splendor: GameKind<SplendorPosition, SplendorReason> = {
  number: 0,
  name: "splendor",
  presets: PRESETS.splendor,
  singleDeck: false,
  rules,
  position,
  reasons,
  moveText,
  table,
  positionOf: (view) => positionOf(view as SplendorView),
  cardNumber: (id) => Number(id),
  knownActions: (_at, actions) => [...actions],
};
