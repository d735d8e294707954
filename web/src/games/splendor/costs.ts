/** Costs as cards and nobles show them to a player. */

import type { Rules } from "../../server/types";
import {
  type Card,
  COLORS,
  type Color,
  type Gems,
  type Noble,
  type Player,
  rulesOf,
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

/** What a player gives for a card: gold only for what is missing, or the whole price if the player chooses how to pay. */
export function payment(card: Card, player: Player, rules: Rules): Readonly<Partial<Tokens>> {
  if (rulesOf(rules).payment === "choose") return price(card, player);
  const lacking = missing(card, player);
  return { ...minus(price(card, player), lacking), gold: total(lacking) };
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
