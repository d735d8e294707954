/** Legal moves of the seat to move, in notation and in the order of the action numbers. */

import type { Rules } from "../../server/types";
import {
  type Card,
  COLORS,
  type Color,
  type Gems,
  isHidden,
  mover,
  type Noble,
  PAIR_NEEDS,
  type Player,
  RESERVE_LIMIT,
  ROWS,
  rulesOf,
  type SplendorRules,
  type SplendorView,
  some,
  TOKEN_LIMIT,
  type Token,
  type Tokens,
  total,
} from "./types";

/** The view must be that of the seat to move, since hidden cards cannot be bought. */
export function legal(view: SplendorView, rules: Rules): string[] {
  const options = rulesOf(rules);
  switch (view.phase) {
    case "play": {
      const moves = [...takes(view, options), ...reserves(view, options), ...buys(view)];
      return moves.length ? moves : ["pass"];
    }
    case "pay":
      return payments(view).map((token) => `pay ${token}`);
    case "return":
      return some(returnable(view, options)).map(([token]) => `return ${token}`);
    case "noble":
      return view.nobles.flatMap((noble, slot) => (noble && canVisit(noble, mover(view)) ? [`noble ${slot + 1}`] : []));
    case "over":
      return [];
  }
}

/** A card's price for a player: its cost less the bonuses. */
export function price(card: Card, player: Player): Record<Color, number> {
  return minus(card.cost, player.bonuses);
}

/** The part of a card's price that the player's colored tokens do not cover. */
export function missing(card: Card, player: Player): Record<Color, number> {
  return minus(price(card, player), player.tokens);
}

export function affordable(card: Card, player: Player): boolean {
  return total(missing(card, player)) <= player.tokens.gold;
}

/** The tokens paid for a card, with gold only for what is missing. */
export function payment(card: Card, player: Player): Record<Token, number> {
  const lacking = missing(card, player);
  return { ...minus(price(card, player), lacking), gold: total(lacking) };
}

/** What a player still needs for a noble. */
export function lacking(noble: Noble, player: Player): Record<Color, number> {
  return minus(noble.requirement, player.bonuses);
}

export function canVisit(noble: Noble, player: Player): boolean {
  return total(lacking(noble, player)) === 0;
}

/** The color to be paid next in the current purchase. */
export function owedNext(view: SplendorView): Color | null {
  return COLORS.find((color) => view.buying?.owed[color]) ?? null;
}

/** Whether reserving a card brings gold. */
export function reserveGivesGold(view: SplendorView, rules: SplendorRules): boolean {
  return view.bank.gold > 0 && (rules.over_limit !== "forbid" || total(mover(view).tokens) < TOKEN_LIMIT);
}

function takes(view: SplendorView, rules: SplendorRules): string[] {
  const there = COLORS.filter((color) => view.bank[color] > 0);
  const room = rules.over_limit === "forbid" ? TOKEN_LIMIT - total(mover(view).tokens) : 3;
  const allowed = (size: number) =>
    size === 3 || rules.take_fewer === "free" || (rules.take_fewer === "forced" && there.length === size);
  const different = [3, 2, 1]
    .filter((size) => size <= room && allowed(size))
    .flatMap((size) => combinations(there, size).map((colors) => `p${size} ${colors.join(" ")}`));
  const alike = room < 2 ? [] : there.filter((color) => view.bank[color] >= PAIR_NEEDS);
  return [...different, ...alike.map((color) => `p2 ${color}`)];
}

function reserves(view: SplendorView, rules: SplendorRules): string[] {
  if (mover(view).reserved.length >= RESERVE_LIMIT) return [];
  const shown = places(view).map(([place]) => `r ${place}`);
  if (!rules.deck_reserve) return shown;
  return [...shown, ...ROWS.filter((_, tier) => view.decks[tier]).map((row) => `r ${row} deck`)];
}

function buys(view: SplendorView): string[] {
  const player = mover(view);
  const shown = places(view).filter(([, card]) => affordable(card, player));
  return [
    ...shown.map(([place]) => `b ${place}`),
    ...player.reserved.flatMap((card, slot) => (!isHidden(card) && affordable(card, player) ? [`br ${slot + 1}`] : [])),
  ];
}

/** The cards of the market, with their places as moves name them. */
function places(view: SplendorView): [string, Card][] {
  return view.market.flatMap((row, tier) =>
    row.flatMap((card, slot): [string, Card][] => (card ? [[`${ROWS[tier]} ${slot + 1}`, card]] : [])),
  );
}

/** Each unit is paid in its color, or in gold if enough remains for what only gold can pay. */
function payments(view: SplendorView): Token[] {
  const owed = view.buying?.owed;
  const next = owedNext(view);
  if (!owed || !next) return [];
  const { tokens } = mover(view);
  const short = total(minus({ ...owed, [next]: owed[next] - 1 }, tokens));
  return [...(tokens[next] > 0 ? [next] : []), ...(tokens.gold > short ? (["gold"] as const) : [])];
}

/** The number of tokens of each color that may be returned. */
export function returnable(view: SplendorView, rules: SplendorRules): Partial<Tokens> {
  const tokens = rules.over_limit === "return_drawn" ? (view.escrow?.tokens ?? {}) : mover(view).tokens;
  return rules.return_gold ? tokens : { ...tokens, gold: 0 };
}

/** The difference by color, never below zero. */
function minus(some: Gems, others: Gems): Record<Color, number> {
  const counts = {} as Record<Color, number>;
  for (const color of COLORS) counts[color] = Math.max(0, some[color] - others[color]);
  return counts;
}

function combinations<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, place) => combinations(items.slice(place + 1), size - 1).map((rest) => [item, ...rest]));
}
