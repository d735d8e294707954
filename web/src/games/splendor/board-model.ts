/** The state that all parts of the board share. */

import { type Move, parseMove, text } from "../../../engine/src/splendor/notation";
import { legalMoves } from "../../engine/positions";
import { type BoardProps, inactiveReason } from "../kind";
import { whyNot } from "./reasons";
import { type Player, type SplendorDecision, type SplendorView, some, type Token } from "./types";

export interface BoardModel extends BoardProps<SplendorView> {
  /** The player at this seat; null for spectators. */
  me: Player | null;
  /** The legal moves, if the player may move. */
  moves: readonly string[];
  better: Move | null;
  fresh: Fresh;
  /** Why a move cannot be made now; null if it can. */
  reason(move: Move): string | null;
}

/** Changes to highlight after the last decisions. */
export interface Fresh {
  cards: ReadonlySet<number>;
  nobles: ReadonlySet<number>;
  /** Changes in number by seat and token, such as `0 red`. */
  tokens: ReadonlyMap<string, number>;
}

export function boardModel(props: BoardProps<SplendorView>): BoardModel {
  const { view, rules, seat, active, best, last } = props;
  const moves = active ? legalMoves(view, rules) : [];
  return {
    ...props,
    me: seat === null ? null : (view.players[seat] ?? null),
    moves,
    better: best === null ? null : parseMove(best),
    fresh: freshOf(last as readonly SplendorDecision[]),
    reason: (move) => (active ? whyNot(view, rules, move) : inactiveReason(view, seat, props.readOnly)),
  };
}

function freshOf(last: readonly SplendorDecision[]): Fresh {
  const cards = new Set<number>();
  const nobles = new Set<number>();
  const tokens = new Map<string, number>();
  for (const decision of last) {
    for (const card of [decision.bought?.card, decision.reserved?.card, decision.refilled?.card]) {
      if (card && "id" in card) cards.add(card.id);
    }
    for (const { noble } of decision.nobles ?? []) nobles.add(noble.id);
    for (const [token, count] of some(decision.tokens ?? {})) {
      const key = tokenKey(decision.seat, token);
      tokens.set(key, (tokens.get(key) ?? 0) + count);
    }
  }
  return { cards, nobles, tokens };
}

/** The key of one kind of token of one seat. */
export function tokenKey(seat: number, token: Token): string {
  return `${seat} ${token}`;
}

/** Whether `move` is the best move that a review marks; that is a move of the seat to move. */
export function isBetter(board: BoardModel, move: Move, seat = board.view.to_move): boolean {
  return board.better !== null && seat === board.view.to_move && text(board.better) === text(move);
}
