/** The cards: ranks 1 to 8 of six, eight or ten species. */

import type { Card, Held, Hidden, Player } from "./types";

export const RANKS = 8;
/** In the order of the card numbers. */
export const LETTERS = "JRCMOWBDTL";

export function letterOf(card: Card): string {
  return card.id.charAt(0);
}

/** The card's index in the order of all cards. */
export function numberOf(card: Card): number {
  return LETTERS.indexOf(letterOf(card)) * RANKS + card.rank - 1;
}

/** The letters of the species in a game with that many players. */
export function inPlay(players: number): string[] {
  return [...LETTERS.slice(0, 2 + 2 * players)];
}

export function isKnown<C extends Card>(card: C | Hidden): card is C {
  return "id" in card;
}

/** The cards of a hand that the viewer may see. */
export function known(player: Player): Held[] {
  return player.hand.filter(isKnown);
}
