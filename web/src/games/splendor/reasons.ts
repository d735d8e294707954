/** Why something cannot be done: a sentence for who tries it. */

import type { Rules } from "../../server/types";
import { t } from "../../texts";
import { lacking, missing, owedNext } from "./legal";
import type { Move } from "./notation";
import type { Stage } from "./staging";
import {
  COLORS,
  type Color,
  PAIR_NEEDS,
  RESERVE_LIMIT,
  type SplendorView,
  TOKEN_LIMIT,
  cardAt,
  mover,
  rulesOf,
  total,
} from "./types";

const { why } = t.splendor;

/** Why a move that is not legal is not. */
export function whyNot(view: SplendorView, rules: Rules, move: Move): string {
  const busy = whyBusy(view, move);
  if (busy) return busy;
  const options = rulesOf(rules);
  const player = mover(view);
  switch (move.kind) {
    case "take":
      return whyNotTake(view, rules, move.colors);
    case "buy": {
      const card = cardAt(view, move.place);
      return card ? why.lack(missing(card, player), player.tokens.gold) : why.noCard;
    }
    case "reserve":
      if (player.reserved.length >= RESERVE_LIMIT) return why.reserveFull(RESERVE_LIMIT);
      if (move.place.length > 1) return why.noCard;
      return options.deck_reserve ? why.deckEmpty : why.deckForbidden;
    case "return":
      if (view.phase !== "return") return why.nothingToReturn(TOKEN_LIMIT);
      return move.token === "gold" && !options.return_gold ? why.goldStays : why.holdNone(move.token);
    case "noble": {
      const noble = view.nobles[move.slot - 1];
      if (view.phase !== "noble") return why.nobleUnasked;
      return noble ? why.nobleLack(lacking(noble, player)) : why.noNoble;
    }
    case "pay":
      return why.nothingOwed;
    case "pass":
    case "skip":
      return why.passLast;
  }
}

/** Why one more token cannot be laid to those that are staged. */
export function whyNotStage(view: SplendorView, rules: Rules, stage: Stage, color: Color): string | null {
  const busy = whyBusy(view, { kind: "take", colors: [color] });
  if (busy) return busy;
  const left = view.bank[color];
  if (left === 0) return why.noneLeft(color);
  const kinds = new Set(stage);
  if (kinds.size < stage.length) return why.twoAreAll;
  if (!kinds.has(color)) {
    if (stage.length >= 3) return why.threeAreAll;
    // The fewest different tokens that it could come to.
    return whyOver(view, rules, Math.max(stage.length + 1, fewest(view, rules))) ?? whyFewer(view, rules);
  }
  if (stage.length > 1) return why.alikeAlone(color);
  return left < PAIR_NEEDS ? why.pairNeeds(color, left, PAIR_NEEDS) : (whyOver(view, rules, 2) ?? why.twoAreAll);
}

/** What must be done before anything else of that kind. */
function whyBusy(view: SplendorView, move: Move): string | null {
  switch (view.phase) {
    case "over":
      return t.common.idle.over;
    case "return":
      return move.kind === "return" ? null : why.returnFirst(total(mover(view).tokens) - TOKEN_LIMIT);
    case "noble":
      return move.kind === "noble" ? null : why.nobleFirst;
    case "pay": {
      const color = owedNext(view);
      return color && why.payFirst(color);
    }
    case "play":
      return null;
  }
}

function whyNotTake(view: SplendorView, rules: Rules, colors: readonly Color[]): string {
  const over = whyOver(view, rules, colors.length);
  if (over) return over;
  const [first = "white", second] = colors;
  if (first === second) return why.pairNeeds(first, view.bank[first], PAIR_NEEDS);
  const gone = colors.find((color) => view.bank[color] === 0);
  return gone ? why.noneLeft(gone) : whyFewer(view, rules);
}

/** Why no more tokens come, if so many would pass the limit. */
function whyOver(view: SplendorView, rules: Rules, count: number): string | null {
  const held = total(mover(view).tokens);
  const over = rulesOf(rules).over_limit === "forbid" && held + count > TOKEN_LIMIT;
  return over ? why.overLimit(held, count, TOKEN_LIMIT) : null;
}

/** Why fewer different tokens are not enough. */
function whyFewer(view: SplendorView, rules: Rules): string {
  return rulesOf(rules).take_fewer === "never" ? why.threeOrPair : why.moreColors(colorsLeft(view));
}

/** How many different tokens must be taken at least. */
function fewest(view: SplendorView, rules: Rules): number {
  const { take_fewer } = rulesOf(rules);
  return take_fewer === "free" ? 1 : take_fewer === "never" ? 3 : Math.min(3, colorsLeft(view));
}

function colorsLeft(view: SplendorView): number {
  return COLORS.filter((color) => view.bank[color] > 0).length;
}
