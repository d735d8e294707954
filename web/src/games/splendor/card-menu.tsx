/** The menu of a card, so that nothing is bought or reserved by a single stray click. */

import { type Move, text } from "../../../engine/src/splendor/notation";
import { lookAhead } from "../../engine/positions";
import { splendorTexts } from "../../texts/splendor";
import { Menu } from "../../ui/popover";
import type { BoardModel } from "./board-model";
import { payment } from "./costs";
import { type Card, cardAt, type Row, rulesOf, type SplendorView } from "./types";

const texts = splendorTexts.board;

interface CardMenuProps {
  board: BoardModel;
  place: string;
  anchor: HTMLElement;
  close: () => void;
}

export function CardMenu({ board, place, anchor, close }: CardMenuProps) {
  const card = place.length > 1 ? cardAt(board.view, place, board.seat ?? undefined) : null;
  const title = card ? splendorTexts.card(card) : splendorTexts.moves.topCard(place as Row);
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
  const reserve: Move = { kind: "reserve", place };
  if (!card) return [[reserve, texts.reserveBlind(givesGold(board, reserve))]];
  const buy: [Move, string] = [{ kind: "buy", place }, buyLabel(board, place, card)];
  if (place.startsWith("r")) return [buy];
  return [buy, [reserve, givesGold(board, reserve) ? texts.reserveGold : texts.reserveOnly]];
}

/** Whether a reserve that is possible now brings gold. */
function givesGold(board: BoardModel, reserve: Move): boolean {
  const { view, rules } = board;
  if (board.reason(reserve) !== null) return false;
  const { bank } = lookAhead(view, rules, [text(reserve)], (seen) => seen.toJSON() as unknown as SplendorView);
  return bank.gold < view.bank.gold;
}

function buyLabel(board: BoardModel, place: string, card: Card): string {
  if (!board.me || board.reason({ kind: "buy", place }) !== null) return texts.buy;
  const paid = payment(card, board.me, board.rules);
  return rulesOf(board.rules).payment === "choose" ? texts.buyChoosing(paid) : texts.buyFor(paid);
}
