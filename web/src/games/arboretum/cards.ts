/** The cards: ranks 1 to 8 of six, eight or ten species. */

import type { Card, Held, Hidden, Player } from "./types";

export const RANKS = 8;

export function letterOf(card: Card): string {
  return card.id.charAt(0);
}

export function isKnown<C extends Card>(card: C | Hidden): card is C {
  return "id" in card;
}

/** The cards of a hand that the viewer may see. */
export function known(player: Player): Held[] {
  return player.hand.filter(isKnown);
}

/** The sum of the known ranks in a hand, by species. */
export function handSums(hand: readonly (Held | Hidden)[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const card of hand.filter(isKnown)) sums.set(letterOf(card), (sums.get(letterOf(card)) ?? 0) + card.rank);
  return sums;
}
