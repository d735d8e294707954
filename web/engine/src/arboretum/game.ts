/** Arboretum: its rules and positions as records, its moves, its views. */

import { EngineError } from "../core.js";
import { PRESETS, SPECIES } from "../data.js";
import { firstPlayer, type GameKind, type Rules } from "../kind.js";
import { choice, type Field, flag, group, list, number, type ValueOf } from "../record.js";
import { type ArboretumReason, reasons } from "./reasons.js";
import type { ArboretumView, Card, Held, Hidden, Planted } from "./view.js";

const NOTHING = -1;
const HIDDEN = -2;
const RANKS = 8;
const PHASES = ["draw", "second draw", "pick", "plant", "discard", "over"] as const;
export const LETTERS = Object.keys(SPECIES) as (keyof typeof SPECIES)[];

const seat = group({
  hand: list(number),
  /** The cards of the hand that everybody knows. */
  shown: list(number),
  /** How many further cards are in the hand. */
  hidden: number,
  pile: list(number),
  /** Cards, each with x and y. */
  arboretum: list(list(number)),
});

/**
 * A position, with the numbers of cards: -1 is nothing, -2 a hidden card. The deck's next card comes
 * first, a pile's top card last.
 */
const position = group({
  to_move: number,
  phase: choice(PHASES),
  first: number,
  turns: number,
  picked: number,
  deck: list(number),
  players: list(seat),
});
export type ArboretumPosition = ValueOf<typeof position>;

const options = group({ players: number, seed_discards: flag, first_player: firstPlayer });
export type ArboretumRules = ValueOf<typeof options>;

/** The action numbers, in the order of native/arboretum/variant.h. */
function moveText(at: ArboretumPosition, action: number): string {
  const players = at.players.length;
  const cards = RANKS * (2 + 2 * players);
  const width = frameWidth(players);
  const cell = 1 + players + cards;
  const discard = cell + width * width;
  if (action < 0 || action >= discard + cards) throw new EngineError(`There is no action ${action}.`);
  if (action === 0) return "draw deck";
  if (action <= players) return `draw ${action}`;
  if (action < cell) return `pick ${cardId(action - 1 - players)}`;
  if (action >= discard) return `discard ${cardId(action - discard)}`;
  const planted = at.players[at.to_move]!.arboretum;
  const [left, low] = [1, 2].map((place) => Math.min(...(planted.length ? planted.map((c) => c[place]!) : [0])) - 1);
  const [column, row] = [(action - cell) % width, Math.floor((action - cell) / width)];
  return `at ${left! + column} ${low! + row}`;
}

/** The columns of the frame in which cells are numbered. */
function frameWidth(players: number): number {
  return { 2: 18, 3: 15 }[players] ?? 14;
}

function table(at: ArboretumPosition): Record<string, unknown> {
  return {
    phase: at.phase,
    first: at.first,
    turns: at.turns,
    deck: at.deck.some((id) => id >= 0) ? at.deck.map(card) : at.deck.length,
    picked: at.picked === NOTHING ? null : card(at.picked),
    players: at.players.map((held, number) => ({
      seat: number,
      hand: hand(held),
      pile: held.pile.map(card),
      arboretum: held.arboretum.map(planted),
    })),
  };
}

function positionOf(view: ArboretumView): ArboretumPosition {
  return {
    to_move: view.to_move,
    phase: view.phase,
    first: view.first,
    turns: view.turns,
    picked: view.picked ? numberOf(view.picked) : NOTHING,
    deck: Array<number>(view.deck).fill(HIDDEN),
    players: view.players.map((player) => {
      const known = player.hand.filter((held) => "id" in held);
      return {
        hand: known.map(numberOf),
        shown: known.filter((held) => held.shown).map(numberOf),
        hidden: player.hand.length - known.length,
        pile: player.pile.map(numberOf),
        arboretum: player.arboretum.map((tree) => [numberOf(tree), tree.x, tree.y]),
      };
    }),
  };
}

function numberOf(shown: Card | Hidden): number {
  return "id" in shown ? cardNumber(shown.id) : HIDDEN;
}

/** A card with x and y. */
export function planted([id, x, y]: readonly number[]): Planted {
  return { ...(card(id!) as Card), x: x!, y: y! };
}

function hand(held: ValueOf<typeof seat>): (Held | Hidden)[] {
  return [
    ...held.hand.map((id) => ({ ...(card(id) as Card), shown: held.shown.includes(id) })),
    ...Array.from({ length: held.hidden }, (): Hidden => ({ hidden: true })),
  ];
}

function card(id: number): Card | Hidden {
  if (id === HIDDEN) return { hidden: true };
  const letter = LETTERS[Math.floor(id / RANKS)]!;
  return { id: cardId(id), species: SPECIES[letter], rank: (id % RANKS) + 1 };
}

function cardId(id: number): string {
  return `${LETTERS[Math.floor(id / RANKS)]}${(id % RANKS) + 1}`;
}

/** The inverse of `cardId`. */
function cardNumber(id: number | string): number {
  const [letter = "", rank = ""] = String(id);
  const species = LETTERS.indexOf(letter as keyof typeof SPECIES);
  if (species < 0 || !/^[1-8]$/.test(rank)) throw new EngineError(`${JSON.stringify(id)} is not a card.`);
  return species * RANKS + Number(rank) - 1;
}

export const arboretum: GameKind<ArboretumPosition, ArboretumReason> = {
  number: 1,
  name: "arboretum",
  presets: PRESETS.arboretum,
  singleDeck: true,
  rules: options as unknown as Field<Rules>,
  position,
  reasons,
  moveText,
  table,
  positionOf: (view) => positionOf(view as ArboretumView),
  cardNumber,
  // Others see which card was picked only when it is planted.
  knownActions: (at, actions, seen) =>
    at.phase === "plant" && seen !== at.to_move ? actions.slice(0, -1) : [...actions],
};
