/** Advice of the guided first game: the rules one by one, then hints about the position. */

import type { Rules } from "../../server/types";
import { arboretumTexts } from "../../texts/arboretum";
import { known, letterOf } from "./cards";
import { cardName } from "./descriptions";
import { type Change, plantings } from "./paths";
import type { ArboretumView, Card, Player } from "./types";

const texts = arboretumTexts.guide;

/** Cards left per player from which the end of the game is announced. */
const FEW_EACH = 3;

export function guide(view: ArboretumView, rules: Rules, seat: number): string | null {
  const { phase, deck } = view;
  const player = view.players[seat];
  if (view.over || view.to_move !== seat || !player) return null;
  if (!deck) return texts.last;
  const trees = player.arboretum.length;
  switch (phase) {
    case "draw":
      if (deck <= FEW_EACH * view.players.length) return texts.ending(deck);
      return [texts.welcome, texts.piles][trees] ?? drawing(view, player);
    case "second draw":
      return [texts.secondDraw][trees] ?? drawing(view, player);
    case "discard":
      return ["", texts.discard, texts.keep, texts.oneAndEight][trees] || discarding(player);
    default:
      return [texts.firstPlant, texts.secondPlant, texts.four][trees] ?? planting(view, rules, player);
  }
}

function drawing(view: ArboretumView, player: Player): string {
  const open = view.players.flatMap(({ pile }) => pile.at(-1) ?? []);
  const [card] = open.filter((top) => plants(player, top)).sort((one, other) => other.rank - one.rank);
  return card ? texts.open(cardName(card), letterOf(card)) : texts.nothingOpen;
}

function planting(view: ArboretumView, rules: Rules, player: Player): string {
  const cards = view.picked && "id" in view.picked ? [view.picked] : known(player);
  let [most, best, named]: [number, Change | null, string] = [0, null, ""];
  for (const card of cards) {
    for (const change of plantings(view, rules, card).flatMap(({ changes }) => changes)) {
      const gain = change.after - change.before;
      if (gain > most) [most, best, named] = [gain, change, cardName(card)];
    }
  }
  return best ? texts.gain(named, best.species, best.after) : texts.noGain;
}

function discarding(player: Player): string {
  const [card] = known(player)
    .filter((held) => !plants(player, held))
    .sort((one, other) => one.rank - other.rank);
  return card ? texts.spare(cardName(card), letterOf(card)) : texts.noSpare;
}

/** Whether the player has planted a tree of the card's species. */
function plants(player: Player, card: Card): boolean {
  return player.arboretum.some((tree) => letterOf(tree) === letterOf(card));
}
