/** Reasons why a move cannot be made, as sentences for the player. */

import type { Move } from "../../../engine/src/splendor/notation";
import type { Rules } from "../../server/types";
import { t } from "../../texts";
import { lacking, missing } from "./costs";
import type { Selection } from "./token-selection";
import {
  COLORS,
  type Color,
  cardAt,
  mover,
  owedNext,
  PAIR_NEEDS,
  RESERVE_LIMIT,
  rulesOf,
  type SplendorRules,
  type SplendorView,
  TOKEN_LIMIT,
  type Tokens,
  total,
} from "./types";

const { why } = t.splendor;

/** The reason why a move is not legal. */
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
      if (move.token === "gold" && !options.return_gold) return why.goldStays;
      return player.tokens[move.token] ? why.notDrawn(move.token, returnable(view, options)) : why.holdNone(move.token);
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

/** The reason why a token cannot be added to the selection. */
export function whyNotSelect(view: SplendorView, rules: Rules, selection: Selection, color: Color): string | null {
  const busy = whyBusy(view, { kind: "take", colors: [color] });
  if (busy) return busy;
  const left = view.bank[color];
  if (left === 0) return why.noneLeft(color);
  const kinds = new Set(selection);
  if (kinds.size < selection.length) return why.twoAreAll;
  if (!kinds.has(color)) {
    if (selection.length >= 3) return why.threeAreAll;
    // The fewest different tokens such a take could have.
    return whyOver(view, rules, Math.max(selection.length + 1, fewest(view, rules))) ?? whyFewer(view, rules);
  }
  if (selection.length > 1) return why.alikeAlone(color);
  return left < PAIR_NEEDS ? why.pairNeeds(color, left, PAIR_NEEDS) : (whyOver(view, rules, 2) ?? why.twoAreAll);
}

/** The step that must come before a move of that kind. */
function whyBusy(view: SplendorView, move: Move): string | null {
  switch (view.phase) {
    case "over":
      return t.common.inactive.over;
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

/** The reason if that many more tokens would exceed the limit. */
function whyOver(view: SplendorView, rules: Rules, count: number): string | null {
  const held = total(mover(view).tokens);
  const over = rulesOf(rules).over_limit === "forbid" && held + count > TOKEN_LIMIT;
  return over ? why.overLimit(held, count, TOKEN_LIMIT) : null;
}

/** The reason why fewer different tokens are not enough. */
function whyFewer(view: SplendorView, rules: Rules): string {
  return rulesOf(rules).take_fewer === "never" ? why.threeOrPair : why.moreColors(colorsLeft(view));
}

/** The fewest different tokens that may be taken. */
function fewest(view: SplendorView, rules: Rules): number {
  const { take_fewer } = rulesOf(rules);
  return take_fewer === "free" ? 1 : take_fewer === "never" ? 3 : Math.min(3, colorsLeft(view));
}

/** The number of tokens of each color that may be returned. */
function returnable(view: SplendorView, rules: SplendorRules): Partial<Tokens> {
  const tokens = rules.over_limit === "return_drawn" ? (view.escrow?.tokens ?? {}) : mover(view).tokens;
  return rules.return_gold ? tokens : { ...tokens, gold: 0 };
}

function colorsLeft(view: SplendorView): number {
  return COLORS.filter((color) => view.bank[color] > 0).length;
}
