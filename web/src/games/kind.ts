/** The interface of a game's folder: a cover, and what a table loads. A new game is a folder and a line in `index.ts`. */

import type { ComponentType } from "preact";
import type { Decision, Rules, View } from "../server/types";
import { t } from "../texts";
import type { RuleLabels } from "../texts/rules";

/** A board's position and how it plays moves. */
export interface BoardProps<V extends View = View> {
  view: V;
  rules: Rules;
  /** The seat that is drawn nearest and may act; null for spectators. */
  seat: number | null;
  /** The viewer does not sit there, so nothing is labeled as theirs. */
  visiting?: boolean;
  /** By seat. */
  names: readonly string[];
  /** Whether the seat may decide now, in the newest position of a running game. */
  active: boolean;
  /** No more decisions are made in this position: the game has moved on, or is over. */
  readOnly?: boolean;
  /** The decisions of the last turn, to highlight what just happened. */
  last: readonly Decision[];
  /** The best move according to a review, in notation, to be marked on the board. */
  best: string | null;
  /** Plays one decision, or several that belong to one turn. */
  play: (moves: readonly string[]) => void;
}

/** What is shown of a game before anybody plays it. */
export interface GameCover {
  readonly name: string;
  readonly title: string;
  /** One line for people who do not know the game. */
  readonly about: string;
  /** Labels of its rule options and presets. */
  readonly ruleLabels: RuleLabels;
  /** A small picture that stands for the game. */
  readonly Logo: ComponentType;
  load(): Promise<AnyGame>;
}

// biome-ignore lint/suspicious/noExplicitAny: each game has its own type of view
export type AnyGame = GameKind<any>;

export interface GameKind<V extends View = View> extends GameCover {
  /** A sentence about a decision, addressed to the player at `seat`. */
  describeDecision(
    before: V,
    decision: Decision,
    after: V,
    names: readonly string[],
    seat: number | null,
    rules: Rules,
  ): string;
  /** A move in words, where the notation alone is cryptic, addressed to the player at `seat`. */
  describeMove(view: V, move: string, names: readonly string[], seat: number | null, rules: Rules): string;
  /** The decision the seat to move faces, in a few words: "Take tokens, reserve or buy". */
  task(view: V, rules: Rules): string;
  readonly Board: ComponentType<BoardProps<V>>;
  /** The score details, shown when the game is over. */
  readonly Result: ComponentType<{ view: V; rules: Rules; names: readonly string[] }>;
  /** The rules for human readers. */
  readonly RulesText: ComponentType;
  /** The guided first game's advice in a position; null if it has none. */
  guide(view: V, rules: Rules, seat: number, turn: number): string | null;
}

/** Why a board accepts no moves from a seat that may not decide now. */
export function inactiveReason(view: View, seat: number | null, readOnly = false): string {
  const { inactive } = t.common;
  if (view.over) return inactive.over;
  if (readOnly) return inactive.readOnly;
  if (seat === null) return inactive.watching;
  return seat === view.to_move ? inactive.notNow : inactive.notYourTurn;
}
