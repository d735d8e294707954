/** What a seat sees of a game of Arboretum, as the server sends it. */

import type { View } from "../view.js";

export interface Card {
  /** A letter and a rank, as in the notation: "M5". */
  id: string;
  species: string;
  rank: number;
}

export interface Hidden {
  hidden: true;
}

export interface Held extends Card {
  /** Whether everyone knows the card, since it came from a pile. */
  shown: boolean;
}

export interface Planted extends Card {
  x: number;
  y: number;
}

export interface Player {
  seat: number;
  /** By number, hidden ones last. */
  hand: (Held | Hidden)[];
  /** Top card last. */
  pile: Card[];
  arboretum: Planted[];
}

export type Phase = "draw" | "second draw" | "pick" | "plant" | "discard" | "over";

export interface ArboretumView extends View {
  phase: Phase;
  first: number;
  /** Completed turns of all seats. */
  turns: number;
  deck: number;
  picked: Card | Hidden | null;
  players: Player[];
}
