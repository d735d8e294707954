/** The cards: ranks 1 to 8 of six, eight or ten species. */

import type { Card, Held, Hidden, Player } from "./types";

export const RANKS = 8;
/** In the order of the cards' numbers. */
export const LETTERS = "JRCMOWBDTL";

export function letterOf(card: Card): string {
  return card.id.charAt(0);
}

/** The card's place in the order of all cards. */
export function numberOf(card: Card): number {
  return LETTERS.indexOf(letterOf(card)) * RANKS + card.rank - 1;
}

/** The letters of the species that so many players use. */
export function inPlay(players: number): string[] {
  return [...LETTERS.slice(0, 2 + 2 * players)];
}

export function isKnown<C extends Card>(card: C | Hidden): card is C {
  return "id" in card;
}

/** The cards of a hand that one may know. */
export function known(player: Player): Held[] {
  return player.hand.filter(isKnown);
}
