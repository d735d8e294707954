/** Advice of the guided first game: one thing at a time, about the current position. */

import { legalMoves } from "../../engine/positions";
import type { Rules } from "../../server/types";
import { splendorTexts } from "../../texts/splendor";
import { affordable, lacking, missing } from "./costs";
import {
  type Card,
  isHidden,
  isLastRound,
  type Player,
  playerAt,
  ROWS,
  rulesOf,
  type SplendorView,
  TOKEN_LIMIT,
  total,
} from "./types";

const texts = splendorTexts.guide;

/** Enough tokens that it is time to buy. */
const MANY = 8;
/** A noble that needs at most this many more cards is within reach. */
const NEAR = 4;

export function guide(view: SplendorView, rules: Rules, seat: number, turn: number): string | null {
  if (view.over || view.to_move !== seat) return null;
  switch (view.phase) {
    case "return":
      return texts.return(rulesOf(rules).over_limit === "return_drawn");
    case "pay":
      return texts.pay;
    case "noble":
      return texts.chooseNoble;
    default:
      return turnGuide(view, rules, playerAt(view, seat), turn);
  }
}

function turnGuide(view: SplendorView, rules: Rules, player: Player, turn: number): string {
  const { target_points } = rulesOf(rules);
  if (legalMoves(view, rules)[0] === "pass") return texts.pass;
  if (isLastRound(view, rules)) return texts.end(target_points);
  const within = reachable(view, player);
  const [nearest] = within;
  const bought = player.bought.length;
  const firstBuy = within.find(({ card }) => affordable(card, player));
  if (bought === 0 && firstBuy) return texts.firstBuy(firstBuy.card, firstBuy.where);
  if (total(player.tokens) >= MANY) return texts.limit(total(player.tokens), TOKEN_LIMIT);
  if (bought === 0 && nearest) {
    const say = turn <= 1 ? texts.first : texts.aim;
    return say(nearest.card, nearest.where, missing(nearest.card, player));
  }
  const [first] = player.bought;
  if (bought === 1 && first) return texts.bonus(first);
  if (bought === 2) return player.reserved.length ? texts.gold : texts.reserve;
  const noble = nearestNoble(view, player);
  if (noble && bought <= 5) return texts.noble(noble.name, lacking(noble, player));
  return texts.points(target_points);
}

/** The cards that the player might buy, closest first. */
function reachable(view: SplendorView, player: Player): { card: Card; where: string; steps: number }[] {
  type Place = [card: Card | null, place: string];
  const market = view.market.flatMap((row, tier) => row.map((card, slot): Place => [card, `${ROWS[tier]}${slot + 1}`]));
  const own = player.reserved.map((card, slot): Place => [isHidden(card) ? null : card, `r${slot + 1}`]);
  return [...market, ...own]
    .flatMap(([card, place]) =>
      card ? [{ card, where: splendorTexts.place(place), steps: total(missing(card, player)) - card.points / 2 }] : [],
    )
    .sort((one, other) => one.steps - other.steps);
}

function nearestNoble(view: SplendorView, player: Player) {
  const there = view.nobles.filter((noble) => noble !== null);
  const [nearest] = there.sort((one, other) => total(lacking(one, player)) - total(lacking(other, player)));
  return nearest && total(lacking(nearest, player)) <= NEAR ? nearest : null;
}
