/** What a guided first game says: the rules one by one, then what the position offers. */

import { t } from "../../texts";
import { known, letterOf } from "./cards";
import { freeCells } from "./legal";
import { preview, type Change } from "./score";
import { cardName } from "./telling";
import type { ArboretumView, Card, Player } from "./types";

const words = t.arboretum.guide;

/** When the deck has so few cards left for each player, its end is in sight. */
const FEW_EACH = 3;

export function guide(view: ArboretumView, seat: number): string | null {
  const { phase, deck } = view;
  const player = view.players[seat];
  if (view.over || view.to_move !== seat || !player) return null;
  if (!deck) return words.last;
  const trees = player.arboretum.length;
  switch (phase) {
    case "draw":
      if (deck <= FEW_EACH * view.players.length) return words.ending(deck);
      return [words.welcome, words.piles][trees] ?? drawing(view, player);
    case "second draw":
      return [words.secondDraw][trees] ?? drawing(view, player);
    case "discard":
      return ["", words.discard, words.keep, words.oneAndEight][trees] || discarding(player);
    default:
      return [words.firstPlant, words.secondPlant, words.four][trees] ?? planting(view, player);
  }
}

function drawing(view: ArboretumView, player: Player): string {
  const open = view.players.flatMap(({ pile }) => pile.at(-1) ?? []);
  const [card] = open.filter((top) => plants(player, top)).sort((one, other) => other.rank - one.rank);
  return card ? words.open(cardName(card), letterOf(card)) : words.nothingOpen;
}

function planting(view: ArboretumView, player: Player): string {
  const cards = view.picked && "id" in view.picked ? [view.picked] : known(player);
  const cells = freeCells(player.arboretum);
  let [most, best, named]: [number, Change | null, string] = [0, null, ""];
  for (const card of cards) {
    for (const change of cells.flatMap((cell) => preview(player.arboretum, card, cell))) {
      const gain = change.after - change.before;
      if (gain > most) [most, best, named] = [gain, change, cardName(card)];
    }
  }
  return best ? words.gain(named, best.species, best.after) : words.noGain;
}

function discarding(player: Player): string {
  const [card] = known(player)
    .filter((held) => !plants(player, held))
    .sort((one, other) => one.rank - other.rank);
  return card ? words.spare(cardName(card), letterOf(card)) : words.noSpare;
}

/** Whether a tree of the card's species stands in the player's arboretum. */
function plants(player: Player, card: Card): boolean {
  return player.arboretum.some((tree) => letterOf(tree) === letterOf(card));
}
