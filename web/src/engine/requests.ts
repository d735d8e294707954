/** What the page asks a worker, and the answers. */

import type { View } from "../../engine/src/view";
import type { BotRequest } from "./bot-player";

/** How a game begins: the id of its deal, or a position by named fields. */
export type GameStart = string | Readonly<Record<string, unknown>>;

/** A position as one seat sees it. */
export type SearchedPosition =
  /** The view of the seat to move. */
  | { view: View; seat: number }
  /** A game whose start has been published, after some decisions: its mover's view is searched. */
  | { start: GameStart; actions: readonly number[] };

export interface SearchRequest {
  game: string;
  /** Every option by name. */
  rules: Readonly<Record<string, number | boolean | string>>;
  position: SearchedPosition;
  iterations?: number;
  seconds?: number;
  /** The action that every iteration begins with. */
  only?: number;
}

export interface FoundMove {
  action: number;
  /** In notation. */
  move: string;
  visits: number;
  /** Each seat's chance of winning. */
  values: number[];
}

/** A decision of the best line, and the position before it. */
export interface LineStep {
  view: View;
  move: string;
}

/** What a search has found so far. */
export interface Found {
  /** The seat to move. */
  seat: number;
  iterations: number;
  /** Each seat's chance of winning. */
  values: number[];
  /** All legal moves, the best first. */
  moves: FoundMove[];
  /** The best line, as far as the seat can tell. */
  line: LineStep[];
}

/** Addresses, which the page knows and a worker does not. */
export interface Addresses {
  /** The WebAssembly module. */
  module: string;
  /** The networks by game and number of players, such as `splendor-2p`. */
  networks: Readonly<Record<string, string>>;
}

/** What a worker does at a time. */
export type Work = { search: SearchRequest } | { choose: BotRequest };

export type ToWorker = { addresses: Addresses } | ({ id: number } & Work) | { cancel: number };

export type FromWorker =
  | { id: number; progress: Found }
  | { id: number; found: Found }
  | { id: number; chosen: number }
  /** Null if the search was cancelled. */
  | { id: number; failed: string | null };
