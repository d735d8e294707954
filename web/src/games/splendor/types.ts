/** A view of Splendor and what is told of a decision, as the server writes them. */

import type { Decision, Rules, View } from "../../server/types";

export const COLORS = ["white", "blue", "green", "red", "black"] as const;
export const TOKENS = [...COLORS, "gold"] as const;
/** The rows of the market from tier 1 on, as the notation has them. */
export const ROWS = ["m", "t", "v"] as const;

export const TOKEN_LIMIT = 10;
export const RESERVE_LIMIT = 3;
/** Two alike are taken only where the bank has so many. */
export const PAIR_NEEDS = 4;

export type Row = (typeof ROWS)[number];
export type Color = (typeof COLORS)[number];
export type Token = (typeof TOKENS)[number];
export type Gems = Readonly<Record<Color, number>>;
export type Tokens = Readonly<Record<Token, number>>;
export type Phase = "play" | "pay" | "return" | "noble" | "over";

export interface Card {
  id: number;
  tier: number;
  color: Color;
  points: number;
  cost: Gems;
}

export type OwnReserved = Card & { blind: boolean };
export interface HiddenReserved {
  hidden: true;
  tier: number;
  blind: boolean;
}
export type Reserved = OwnReserved | HiddenReserved;

export interface Noble {
  id: number;
  name: string;
  points: number;
  requirement: Gems;
}

export interface Player {
  seat: number;
  points: number;
  tokens: Tokens;
  bonuses: Gems;
  bought: readonly Card[];
  reserved: readonly Reserved[];
  nobles: readonly Noble[];
}

/** A purchase that is being paid for. */
export interface Purchase {
  /** `m4` in the market, `r2` in the reserve. */
  place: string;
  card: Card;
  owed: Gems;
}

export interface SplendorView extends View {
  phase: Phase;
  first: number;
  round: number;
  turns: number;
  passes: number;
  bank: Tokens;
  market: readonly (readonly (Card | null)[])[];
  decks: readonly number[];
  nobles: readonly (Noble | null)[];
  buying: Purchase | null;
  players: readonly Player[];
}

/** What is told of a decision; what did not happen is left out. */
export interface SplendorDecision extends Decision {
  /** What the player got from the bank; below zero: what went back. */
  tokens?: Partial<Tokens>;
  bought?: { from: string; card: Card };
  reserved?: { from: string; card: Reserved };
  refilled?: { place: string; card: Card | null };
  nobles?: { place: number; noble: Noble }[];
}

/** The options that decide what is legal, with the printed rules where one is not given. */
export interface SplendorRules {
  deck_reserve: boolean;
  over_limit: "return" | "forbid";
  return_gold: boolean;
  nobles: "choose" | "first" | "all";
  take_fewer: "forced" | "free" | "never";
  payment: "auto" | "choose";
  target_points: number;
}

const PRINTED: SplendorRules = {
  deck_reserve: true,
  over_limit: "return",
  return_gold: true,
  nobles: "choose",
  take_fewer: "forced",
  payment: "auto",
  target_points: 15,
};

export function rulesOf(rules: Rules): SplendorRules {
  return { ...PRINTED, ...rules };
}

export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The colors of which there is any, with how many. */
export function some(counts: Readonly<Partial<Tokens>>): [Token, number][] {
  return TOKENS.flatMap((name): [Token, number][] => {
    const count = counts[name] ?? 0;
    return count ? [[name, count]] : [];
  });
}

/** Whether somebody has reached the points that bring the end, and the round is played out. */
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

/** The card at a place such as `m4` or, in the reserve of a seat, `r2`; null where none is to be seen. */
export function cardAt(view: SplendorView, place: string, seat = view.to_move): Card | null {
  const slot = Number(place[1]) - 1;
  if (place[0] !== "r") return view.market[ROWS.indexOf(place[0] as Row)]?.[slot] ?? null;
  const card = view.players[seat]?.reserved[slot];
  return card && !isHidden(card) ? card : null;
}
