/** Texts for decisions, moves and tasks. */

import type { Decision, Rules } from "../../server/types";
import { t } from "../../texts";
import { arboretumTexts } from "../../texts/arboretum";
import { isKnown, letterOf } from "./cards";
import { bestPaths } from "./paths";
import type { ArboretumDecision, ArboretumView, Card } from "./types";

export function cardName(card: Card): string {
  return arboretumTexts.card(letterOf(card), card.rank);
}

export function task(view: ArboretumView): string {
  return arboretumTexts.steps[view.phase];
}

export function describeDecision(
  before: ArboretumView,
  decision: Decision,
  after: ArboretumView,
  names: readonly string[],
  seat: number | null,
  rules: Rules,
): string {
  const texts = arboretumTexts.log;
  const { seat: mover, drawn, planted, discarded } = decision as ArboretumDecision;
  const name = mover === seat ? null : (names[mover] ?? "");
  if (drawn) {
    const { pile, card } = drawn;
    const from =
      pile === null
        ? texts.fromDeck
        : pile === seat
          ? texts.fromYours
          : pile === mover
            ? texts.fromTheirOwn
            : texts.fromPile(names[pile] ?? "");
    const what = isKnown(card) ? texts.drewKnown(name, cardName(card), from) : texts.drew(name, from);
    return before.deck && !after.deck ? `${what} ${texts.lastCard}` : what;
  }
  if (planted) {
    const was = new Map(bestPaths(before, rules, mover).map((path) => [path.species, path.points]));
    const gains = bestPaths(after, rules, mover)
      .filter((path) => path.points > (was.get(path.species) ?? 0))
      .map((path) => texts.path(path.species, path.points));
    return texts.planted(name, cardName(planted), planted.x, planted.y, t.common.listed(gains));
  }
  return discarded ? texts.discarded(name, cardName(discarded)) : texts.picked(name);
}

/** A move of the seat to move in words, addressed to the player at `seat`. */
export function describeMove(view: ArboretumView, move: string, names: readonly string[], seat: number | null): string {
  const texts = arboretumTexts.moves;
  const [kind = "", what = "", y = ""] = move.split(" ");
  const named = (id: string) => arboretumTexts.card(id.charAt(0), Number(id.charAt(1)));
  switch (kind) {
    case "draw": {
      if (what === "deck") return texts.drawDeck;
      const owner = Number(what) - 1;
      const top = view.players[owner]?.pile.at(-1);
      const whose = owner === seat ? texts.ownPile : texts.pileOf(names[owner] ?? t.common.seat(owner + 1));
      return texts.drawPile(top ? cardName(top) : texts.aCard, whose);
    }
    case "pick":
      return what ? texts.pick(named(what)) : texts.pickSecret;
    case "at": {
      const card = view.picked && isKnown(view.picked) ? cardName(view.picked) : texts.theCard;
      return texts.at(card, Number(what), Number(y));
    }
    case "discard":
      return texts.discard(named(what));
    default:
      return move;
  }
}
