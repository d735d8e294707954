/** What a game's folder gives to the table. A new game is a folder and a line in `index.ts`. */

import type { ComponentType } from "preact";
import type { Decision, Rules, View } from "../server/types";
import type { RuleWords } from "../texts/rules";

/** How a board is shown, and what it may ask for. */
export interface BoardProps<V extends View = View> {
  view: V;
  rules: Rules;
  /** Whose board it is: drawn nearest, and the one who may act; null for who looks on. */
  seat: number | null;
  /** Who looks does not sit there: nothing is called theirs. */
  visiting?: boolean;
  /** By seat. */
  names: readonly string[];
  /** Whether the seat may decide now, at the newest position of a game that goes on. */
  active: boolean;
  /** Nothing is to be decided here any more: the game has gone on since, or it is over. */
  still?: boolean;
  /** The decisions that led here since the turn before, for the highlight of what just happened. */
  last: readonly Decision[];
  /** Another move to be shown on the board, in notation: what a review holds for the best. */
  best: string | null;
  /** Ask for one decision, or several that belong to one turn. */
  play: (moves: readonly string[]) => void;
}

export interface GameKind<V extends View = View> {
  readonly name: string;
  readonly title: string;
  /** A line about the game for who does not know it. */
  readonly about: string;
  /** What the options and presets of its rules are called. */
  readonly variants?: RuleWords;
  /** The view after a decision; the one given stays as it is. */
  follow(view: V, decision: Decision): V;
  /** The legal moves of the seat to move, in notation; `view` must be that seat's. */
  legal(view: V, rules: Rules): string[];
  /** What happened, in a sentence, told to who sits at `seat`. */
  told(
    before: V,
    decision: Decision,
    after: V,
    names: readonly string[],
    seat: number | null,
    rules: Rules,
  ): string;
  /** A move in words where the notation alone is cryptic. */
  described(view: V, move: string): string;
  /** What the seat to move has to do now, in a few words: "Take tokens, reserve or buy". */
  task(view: V, rules: Rules): string;
  readonly Board: ComponentType<BoardProps<V>>;
  /** How the points came about; shown when the game is over. */
  readonly Result: ComponentType<{ view: V; rules: Rules; names: readonly string[] }>;
  /** The rules, for people. */
  readonly RulesText: ComponentType;
  /** A small picture that stands for the game. */
  readonly Emblem: ComponentType;
  /** What a guided first game says in a position; null where it has nothing to say. */
  guide(view: V, rules: Rules, seat: number, turn: number): string | null;
}
