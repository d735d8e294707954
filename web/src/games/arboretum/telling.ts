/** Arboretum in words: what was done, what can be done, what is to be decided. */

import type { Decision } from "../../server/types";
import { t } from "../../texts";
import { isKnown, letterOf } from "./cards";
import { bestPaths } from "./score";
import type { ArboretumDecision, ArboretumView, Card } from "./types";

export function cardName(card: Card): string {
  return t.arboretum.card(letterOf(card), card.rank);
}

export function task(view: ArboretumView): string {
  return t.arboretum.steps[view.phase];
}

export function told(
  before: ArboretumView,
  decision: Decision,
  after: ArboretumView,
  names: readonly string[],
  seat: number | null,
): string {
  const text = t.arboretum.told;
  const { seat: mover, drawn, planted, discarded } = decision as ArboretumDecision;
  const name = mover === seat ? null : (names[mover] ?? "");
  if (drawn) {
    const { pile, card } = drawn;
    const from =
      pile === null
        ? text.fromDeck
        : pile === seat
          ? text.fromYours
          : pile === mover
            ? text.fromTheirOwn
            : text.fromPile(names[pile] ?? "");
    const what = isKnown(card)
      ? text.drewKnown(name, cardName(card), from)
      : text.drew(name, from);
    return before.deck && !after.deck ? `${what} ${text.lastCard}` : what;
  }
  if (planted) {
    const was = bestPaths(before.players[mover]?.arboretum ?? []);
    const gains = [...bestPaths(after.players[mover]?.arboretum ?? []).values()]
      .filter((path) => path.points > (was.get(path.species)?.points ?? 0))
      .map((path) => text.path(path.species, path.points));
    return text.planted(name, cardName(planted), planted.x, planted.y, t.common.listed(gains));
  }
  return discarded ? text.discarded(name, cardName(discarded)) : text.picked(name);
}

export function described(view: ArboretumView, move: string): string {
  const text = t.arboretum.described;
  const [kind = "", what = "", y = ""] = move.split(" ");
  const named = (id: string) => t.arboretum.card(id.charAt(0), Number(id.charAt(1)));
  switch (kind) {
    case "draw": {
      if (what === "deck") return text.drawDeck;
      const top = view.players[Number(what) - 1]?.pile.at(-1);
      const whose =
        Number(what) - 1 === view.to_move ? text.ownPile : text.seatsPile(Number(what));
      return text.drawPile(top ? cardName(top) : text.aCard, whose);
    }
    case "pick":
      return what ? text.pick(named(what)) : text.pickSecret;
    case "at": {
      const card = view.picked && isKnown(view.picked) ? cardName(view.picked) : text.theCard;
      return text.at(card, Number(what), Number(y));
    }
    case "discard":
      return text.discard(named(what));
    default:
      return move;
  }
}
