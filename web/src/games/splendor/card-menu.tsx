/** The menu of a card, so that nothing is bought or reserved by a single stray click. */

import { type Move, text } from "../../../engine/src/splendor/notation";
import { t } from "../../texts";
import { Menu } from "../../ui/popover";
import type { BoardModel } from "./board-model";
import { payment, price, reserveGivesGold } from "./legal-moves";
import { type Card, cardAt, type Row, rulesOf } from "./types";

const texts = t.splendor.board;

interface CardMenuProps {
  board: BoardModel;
  place: string;
  anchor: HTMLElement;
  close: () => void;
}

export function CardMenu({ board, place, anchor, close }: CardMenuProps) {
  const card = place.length > 1 ? cardAt(board.view, place, board.seat ?? undefined) : null;
  const title = card ? t.splendor.card(card) : t.splendor.moves.topCard(place as Row);
  const items = options(board, place, card).map(([move, label]) => ({
    key: move.kind,
    label,
    refused: board.reason(move),
    choose: () => board.play([text(move)]),
  }));
  return <Menu anchor={anchor} label={texts.choice(title)} items={items} onClose={close} />;
}

/** The moves for what lies at a place. */
function options(board: BoardModel, place: string, card: Card | null): [Move, string][] {
  const rules = rulesOf(board.rules);
  const gold = reserveGivesGold(board.view, rules);
  if (!card) return [[{ kind: "reserve", place }, texts.reserveBlind(gold)]];
  const buy: [Move, string] = [{ kind: "buy", place }, buyLabel(board, place, card)];
  if (place.startsWith("r")) return [buy];
  return [buy, [{ kind: "reserve", place }, gold ? texts.reserveGold : texts.reserveOnly]];
}

function buyLabel(board: BoardModel, place: string, card: Card): string {
  if (!board.me || board.reason({ kind: "buy", place }) !== null) return texts.buy;
  if (rulesOf(board.rules).payment === "choose") return texts.buyChoosing(price(card, board.me));
  return texts.buyFor(payment(card, board.me));
}
