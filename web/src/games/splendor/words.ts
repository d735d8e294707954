/** What happens, in sentences. */

import type { Decision, Rules } from "../../server/types";
import { t } from "../../texts";
import { legal, owedNext, payment } from "./legal";
import { type Move, read } from "./notation";
import {
  type Color,
  type Row,
  type SplendorDecision,
  type SplendorView,
  TOKEN_LIMIT,
  cardAt,
  isHidden,
  isLastRound,
  mover,
  playerAt,
  some,
  total,
} from "./types";

const words = t.splendor;

/** What happened, told to who sits at `seat`. */
export function told(
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
    done(read(what.move), what, after, who),
    ...(what.nobles ?? []).map(({ noble }) => words.told.noble(noble.name, who, noble.points)),
    ...(!isLastRound(before, rules) && isLastRound(after, rules) ? [words.told.lastRound] : []),
  ];
  return sentences.filter(Boolean).join(" ");
}

function done(move: Move, what: SplendorDecision, after: SplendorView, who: string | null): string {
  const { told } = words;
  const gone = negative(what);
  switch (move.kind) {
    case "take":
      return told.take(who, taken(move.colors));
    case "reserve": {
      const card = what.reserved?.card;
      const row = move.place[0] as Row;
      const gold = (what.tokens?.gold ?? 0) > 0;
      if (!card || isHidden(card)) return told.reserve(who, told.hidden(row), gold);
      return told.reserve(who, move.place.length > 1 ? told.from(card, move.place) : told.drawn(card, row), gold);
    }
    case "buy":
      if (what.bought) return told.buy(who, told.from(what.bought.card, move.place), gone);
      return after.buying ? told.begin(who, told.from(after.buying.card, move.place)) : "";
    case "pay":
      return told.pay(who, gone);
    case "return":
      return told.return(who, gone);
    case "noble":
      return "";
    case "pass":
      return told.pass(who);
    case "skip":
      return told.skip(who);
  }
}

/** A move of the seat to move in words. */
export function described(view: SplendorView, text: string): string {
  const { described, told } = words;
  const move = read(text);
  switch (move.kind) {
    case "take":
      return described.take(taken(move.colors));
    case "buy":
    case "reserve": {
      const card = cardAt(view, move.place);
      if (move.place.length === 1) return described.reserve(described.topCard(move.place as Row));
      if (!card) return move.kind === "buy" ? described.buyUnseen : described.reserve(words.place(move.place));
      if (move.kind === "reserve") return described.reserve(told.from(card, move.place));
      return described.buy(told.from(card, move.place), payment(card, mover(view)));
    }
    case "return":
      return described.return(move.token);
    case "pay":
      return described.pay(move.token);
    case "noble":
      return described.noble(view.nobles[move.slot - 1]?.name ?? "");
    case "pass":
      return described.pass;
    case "skip":
      return described.skip;
  }
}

/** What the seat to move has to do. */
export function task(view: SplendorView, rules: Rules): string {
  const { task } = words;
  switch (view.phase) {
    case "play":
      return legal(view, rules)[0] === "pass" ? task.pass : task.play;
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

function taken(colors: readonly Color[]): string {
  const [first, second] = colors;
  if (first && first === second) return words.told.two(first);
  return t.common.listed(colors.map((color) => words.colors[color]));
}

/** What went back to the bank. */
function negative(what: SplendorDecision) {
  return Object.fromEntries(some(what.tokens ?? {}).flatMap(([token, count]) => (count < 0 ? [[token, -count]] : [])));
}
