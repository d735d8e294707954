/** Views and decisions of Splendor as the server sends them. */

import type {
  Card,
  Color,
  HiddenReserved,
  Noble,
  Player,
  Reserved,
  Row,
  SplendorView,
  Token,
  Tokens,
} from "../../../engine/src/splendor/view";
import { COLORS, ROWS, TOKENS } from "../../../engine/src/splendor/view";
import type { Decision, Rules } from "../../server/types";

export * from "../../../engine/src/splendor/view";

export const TOKEN_LIMIT = 10;

/** Parts of a decision that did not happen are left out. */
export interface SplendorDecision extends Decision {
  /** The player's gain from the bank; negative for tokens that went back. */
  tokens?: Partial<Tokens>;
  bought?: { from: string; card: Card };
  reserved?: { from: string; card: Reserved };
  refilled?: { place: string; card: Card | null };
  nobles?: { place: number; noble: Noble }[];
}

/** The options that matter for what is said; the printed rules are the default. */
export interface SplendorRules {
  over_limit: "return" | "return_drawn" | "forbid";
  payment: "auto" | "choose";
  target_points: number;
}

const PRINTED: SplendorRules = { over_limit: "return", payment: "auto", target_points: 15 };

export function rulesOf(rules: Rules): SplendorRules {
  return { ...PRINTED, ...rules };
}

export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The colors that have a count, with their counts. */
export function some(counts: Readonly<Partial<Tokens>>): [Token, number][] {
  return TOKENS.flatMap((name): [Token, number][] => {
    const count = counts[name] ?? 0;
    return count ? [[name, count]] : [];
  });
}

/** Whether somebody has reached the target, so that the round is being finished. */
export function isLastRound(view: SplendorView, rules: Rules): boolean {
  return !view.over && Math.max(...view.scores) >= rulesOf(rules).target_points;
}

export function isHidden(card: Reserved): card is HiddenReserved {
  return "hidden" in card;
}

/** The player to move. */
export function mover(view: SplendorView): Player {
  return playerAt(view, view.to_move);
}

export function playerAt(view: SplendorView, seat: number): Player {
  const player = view.players[seat];
  if (!player) throw new RangeError(`There is no seat ${seat} in this game of ${view.players.length}.`);
  return player;
}

/** The color to be paid next in the current purchase. */
export function owedNext(view: SplendorView): Color | null {
  return COLORS.find((color) => view.buying?.owed[color]) ?? null;
}

/** The card at a place such as `m4` or, in a seat's reserve, `r2`; null if none is visible. */
export function cardAt(view: SplendorView, place: string, seat = view.to_move): Card | null {
  const slot = Number(place[1]) - 1;
  if (place[0] !== "r") return view.market[ROWS.indexOf(place[0] as Row)]?.[slot] ?? null;
  const card = view.players[seat]?.reserved[slot];
  return card && !isHidden(card) ? card : null;
}
