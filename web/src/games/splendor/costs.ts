/** Costs as cards and nobles show them to a player. */

import { type Move, text } from "../../../engine/src/splendor/notation";
import { lookAhead } from "../../engine/positions";
import type { Rules } from "../../server/types";
import {
  type Card,
  COLORS,
  type Color,
  type Gems,
  type Noble,
  type Player,
  type SplendorView,
  TOKENS,
  type Tokens,
  total,
} from "./types";

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

/** What a purchase that is possible now costs its buyer: the tokens paid for it, or what is then to be paid. */
export function payment(view: SplendorView, rules: Rules, purchase: Move): Partial<Tokens> {
  const after = lookAhead(view, rules, [text(purchase)], (seen) => seen.toJSON() as unknown as SplendorView);
  if (after.buying) return after.buying.owed;
  const [before, left] = [view, after].map(({ players }) => players[view.to_move]!.tokens);
  return Object.fromEntries(TOKENS.map((token) => [token, before![token] - left![token]]));
}

/** What a player still needs for a noble. */
export function lacking(noble: Noble, player: Player): Record<Color, number> {
  return minus(noble.requirement, player.bonuses);
}

/** The difference by color, never below zero. */
function minus(some: Gems, others: Gems): Record<Color, number> {
  const counts = {} as Record<Color, number>;
  for (const color of COLORS) counts[color] = Math.max(0, some[color] - others[color]);
  return counts;
}
