/** What a seat sees of a game of Splendor, as the server sends it. */

import type { View } from "../view.js";

export const COLORS = ["white", "blue", "green", "red", "black"] as const;
export const TOKENS = [...COLORS, "gold"] as const;
/** The rows of the market from tier 1 up, as in the notation. */
export const ROWS = ["m", "t", "v"] as const;

export type Row = (typeof ROWS)[number];
export type Color = (typeof COLORS)[number];
export type Token = (typeof TOKENS)[number];
export type Gems = Readonly<Record<Color, number>>;
export type Tokens = Readonly<Record<Token, number>>;
/** Counts in the order of `COLORS`, by name. */
export function gems(counts: readonly number[]): Gems {
  return Object.fromEntries(COLORS.map((color, place) => [color, counts[place]!])) as Gems;
}

/** Counts in the order of `TOKENS`, by name. */
export function tokens(counts: readonly number[]): Tokens {
  return Object.fromEntries(TOKENS.map((token, place) => [token, counts[place]!])) as Tokens;
}

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

/** Tokens taken this turn and not returned. */
export interface Escrow {
  seat: number;
  tokens: Tokens;
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
  /** During a turn. */
  escrow: Escrow | null;
  players: readonly Player[];
}
