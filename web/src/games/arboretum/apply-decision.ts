/** Computes the view after a decision from what the server reveals about it. */

import type { Decision } from "../../server/types";
import { isKnown, numberOf } from "./cards";
import type { ArboretumDecision, ArboretumView, Card, Hidden, Player } from "./types";

export function apply(view: ArboretumView, decision: Decision): ArboretumView {
  const { seat, now, actions, drawn, planted, discarded, hands } = decision as ArboretumDecision;
  const players = view.players.map((player) => ({ ...player }));
  const after = {
    ...view,
    ...(now as Partial<ArboretumView>),
    actions: [...view.actions, ...actions],
    players,
  };
  const player = players[seat];
  if (!player) return after;
  if (drawn) {
    const pile = drawn.pile === null ? undefined : players[drawn.pile];
    if (pile) pile.pile = pile.pile.slice(0, -1);
    player.hand = sorted([...player.hand, drawn.card]);
  }
  if (planted) {
    player.hand = without(player, planted);
    player.arboretum = sorted([...player.arboretum, planted]);
  }
  if (discarded) {
    player.hand = without(player, discarded);
    player.pile = [...player.pile, discarded];
  }
  hands?.forEach((hand, number) => {
    const holder = players[number];
    if (holder) holder.hand = hand;
  });
  return after;
}

/** By number, hidden ones last. */
function sorted<C extends Card | Hidden>(cards: C[]): C[] {
  const place = (card: C) => (isKnown(card) ? numberOf(card) : Infinity);
  // The difference of two hidden cards is NaN.
  return cards.sort((one, other) => place(one) - place(other) || 0);
}

/** The hand without a card, or without a hidden one if the card was not known to be there. */
function without(player: Player, card: Card): Player["hand"] {
  const place = player.hand.findIndex((held) => isKnown(held) && held.id === card.id);
  return player.hand.toSpliced(place, 1);
}
