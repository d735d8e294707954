/** All that the parts of the board need to know to draw themselves. */

import { whyIdle } from "../idle";
import type { BoardProps } from "../kind";
import { legal } from "./legal";
import { type Move, read, text } from "./notation";
import { whyNot } from "./reasons";
import { type Player, type SplendorDecision, type SplendorView, type Token, some } from "./types";

export interface Scene extends BoardProps<SplendorView> {
  /** Who sits here; null for who looks on. */
  me: Player | null;
  /** What may be asked for now. */
  moves: readonly string[];
  better: Move | null;
  fresh: Fresh;
  /** Why a move cannot be made now; null where it can. */
  reason(move: Move): string | null;
}

/** What came with the last decisions. */
export interface Fresh {
  cards: ReadonlySet<number>;
  nobles: ReadonlySet<number>;
  /** By seat and token, as `0 red`: how many came or went. */
  tokens: ReadonlyMap<string, number>;
}

export function sceneOf(props: BoardProps<SplendorView>): Scene {
  const { view, rules, seat, active, best, last } = props;
  const moves = active ? legal(view, rules) : [];
  return {
    ...props,
    me: seat === null ? null : (view.players[seat] ?? null),
    moves,
    better: best === null ? null : read(best),
    fresh: freshOf(last as readonly SplendorDecision[]),
    reason: (move) => {
      if (moves.includes(text(move))) return null;
      return active ? whyNot(view, rules, move) : whyIdle(view, seat, props.still);
    },
  };
}

function freshOf(last: readonly SplendorDecision[]): Fresh {
  const cards = new Set<number>();
  const nobles = new Set<number>();
  const tokens = new Map<string, number>();
  for (const told of last) {
    for (const card of [told.bought?.card, told.reserved?.card, told.refilled?.card]) {
      if (card && "id" in card) cards.add(card.id);
    }
    for (const { noble } of told.nobles ?? []) nobles.add(noble.id);
    for (const [token, count] of some(told.tokens ?? {})) {
      const whose = purseKey(told.seat, token);
      tokens.set(whose, (tokens.get(whose) ?? 0) + count);
    }
  }
  return { cards, nobles, tokens };
}

/** The name of one kind of token before one seat. */
export function purseKey(seat: number, token: Token): string {
  return `${seat} ${token}`;
}

/** Whether the move shown as better is this one; it is a move of the seat to move. */
export function isBetter(scene: Scene, move: Move, seat = scene.view.to_move): boolean {
  return scene.better !== null && seat === scene.view.to_move && text(scene.better) === text(move);
}
