/** Texts for decisions, moves and tasks. */

import { type Move, parseMove } from "../../../engine/src/splendor/notation";
import { legalMoves } from "../../engine/positions";
import type { Decision, Rules } from "../../server/types";
import { t } from "../../texts";
import { splendorTexts } from "../../texts/splendor";
import { payment } from "./costs";
import {
  type Color,
  cardAt,
  isHidden,
  isLastRound,
  mover,
  owedNext,
  playerAt,
  type Row,
  type SplendorDecision,
  type SplendorView,
  some,
  TOKEN_LIMIT,
  total,
} from "./types";

const texts = splendorTexts;

/** A sentence about a decision, addressed to the player at `seat`. */
export function describeDecision(
  before: SplendorView,
  decision: Decision,
  after: SplendorView,
  names: readonly string[],
  seat: number | null,
  rules: Rules,
): string {
  const what = decision as SplendorDecision;
  const who = what.seat === seat ? null : (names[what.seat] ?? t.common.seat(what.seat + 1));
  const sentences = [
    sentenceFor(parseMove(what.move), what, after, who),
    ...(what.nobles ?? []).map(({ noble }) => texts.log.noble(noble.name, who, noble.points)),
    ...(!isLastRound(before, rules) && isLastRound(after, rules) ? [texts.log.lastRound] : []),
  ];
  return sentences.filter(Boolean).join(" ");
}

function sentenceFor(move: Move, what: SplendorDecision, after: SplendorView, who: string | null): string {
  const { log } = texts;
  const gone = returnedTokens(what);
  switch (move.kind) {
    case "take":
      return log.take(who, takeText(move.colors));
    case "reserve": {
      const card = what.reserved?.card;
      const row = move.place[0] as Row;
      const gold = (what.tokens?.gold ?? 0) > 0;
      if (!card || isHidden(card)) return log.reserve(who, log.hidden(row), gold);
      return log.reserve(who, move.place.length > 1 ? log.from(card, move.place) : log.drawn(card, row), gold);
    }
    case "buy":
      if (what.bought) return log.buy(who, log.from(what.bought.card, move.place), gone);
      return after.buying ? log.begin(who, log.from(after.buying.card, move.place)) : "";
    case "pay":
      return log.pay(who, gone);
    case "return":
      return log.return(who, gone);
    case "noble":
      return "";
    case "pass":
      return log.pass(who);
    case "skip":
      return log.skip(who);
  }
}

/** A move of the seat to move, in words. */
export function describeMove(
  view: SplendorView,
  text: string,
  _names: readonly string[],
  _seat: number | null,
  rules: Rules,
): string {
  const { log, moves } = texts;
  const move = parseMove(text);
  switch (move.kind) {
    case "take":
      return moves.take(takeText(move.colors));
    case "buy":
    case "reserve": {
      const card = cardAt(view, move.place);
      if (move.place.length === 1) return moves.reserve(moves.topCard(move.place as Row));
      if (!card) return move.kind === "buy" ? moves.buyUnseen : moves.reserve(texts.place(move.place));
      if (move.kind === "reserve") return moves.reserve(log.from(card, move.place));
      return moves.buy(log.from(card, move.place), payment(card, mover(view), rules));
    }
    case "return":
      return moves.return(move.token);
    case "pay":
      return moves.pay(move.token);
    case "noble":
      return moves.noble(view.nobles[move.slot - 1]?.name ?? "");
    case "pass":
      return moves.pass;
    case "skip":
      return moves.skip;
  }
}

/** The decision the seat to move faces. */
export function task(view: SplendorView, rules: Rules): string {
  const { task } = texts;
  switch (view.phase) {
    case "play":
      return legalMoves(view, rules)[0] === "pass" ? task.pass : task.play;
    case "return":
      return task.return(total(playerAt(view, view.to_move).tokens) - TOKEN_LIMIT);
    case "pay":
      return task.pay(owedNext(view) ?? "gold");
    case "noble":
      return task.noble;
    case "over":
      return "";
  }
}

function takeText(colors: readonly Color[]): string {
  const [first, second] = colors;
  if (first && first === second) return texts.log.two(first);
  return t.common.listed(colors.map((color) => texts.colors[color]));
}

/** The tokens returned to the bank. */
function returnedTokens(what: SplendorDecision) {
  return Object.fromEntries(some(what.tokens ?? {}).flatMap(([token, count]) => (count < 0 ? [[token, -count]] : [])));
}
