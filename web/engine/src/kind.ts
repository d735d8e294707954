/** What the engine must know of a game, besides what WebAssembly does. */

import { type Field, number, type Readable } from "./record.js";
import type { View } from "./view.js";

/** Every option of the rules by name. */
export type Rules = Readonly<Record<string, number | boolean | string>>;

/** Why an action is not legal: a code of the game, and the values that a sentence about it needs. */
export interface Reason {
  code: string;
}

export interface GameKind<Position = unknown, Why extends Reason = Reason> {
  /** Its number in native/wasm/exports.cpp. */
  number: number;
  name: string;
  presets: Readonly<Record<string, Rules>>;
  /** Whether the whole id of a deal decides every part. */
  singleDeck: boolean;
  rules: Field<Rules>;
  position: Field<Position>;
  reasons: Readable<Why>;
  /** An action of the seat to move in notation. */
  moveText(at: Position, action: number): string;
  /** The game's part of a view. */
  table(at: Position): Record<string, unknown>;
  /** The inverse: the position that a view shows. */
  positionOf(view: View): Position;
  /** The number of a card whose id an event reveals. */
  cardNumber(id: number | string): number;
  /** The actions so far that a seat, or a spectator (null), knows. */
  knownActions(at: Position, actions: readonly number[], seat: number | null): number[];
}

const RANDOM = -1;

/** The option that every game has: a seat, or `random`, which leaves it to the deal. */
export const firstPlayer: Field<number | "random"> = {
  read(next) {
    const seat = next();
    return seat === RANDOM ? "random" : seat;
  },
  write: (value, record) => number.write(value === "random" ? RANDOM : value, record),
};
