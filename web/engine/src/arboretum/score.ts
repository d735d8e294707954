/** What a seat's paths are worth, and whether it may score them. */

import type { Table } from "../game.js";
import { flag, group, list, number, read } from "../record.js";
import { type ArboretumPosition, LETTERS, planted } from "./game.js";
import type { Planted } from "./view.js";

const details = list(group({ right: flag, sum: number, points: number, path: list(number) }));

export interface SpeciesScore {
  /** The species' letter. */
  species: string;
  /** Whether the seat may score it, by the hands as far as they are known. */
  right: boolean;
  /** The sum of the seat's hand that counts for the right to score. */
  sum: number;
  /** The points of the best path, whoever may score it; 0 if there is none. */
  points: number;
  /** The smallest of the best paths as a list of card numbers. */
  path: Planted[];
}

/** A seat's score of each species in the game, in the order of the cards. */
export function speciesScores(table: Table<ArboretumPosition>, seat: number): SpeciesScore[] {
  const record = table.core.integers((exports) => exports.game_score_details(table.handle, table.variant.seat(seat)));
  const trees = new Map(table.position.players[seat]!.arboretum.map((tree) => [tree[0], planted(tree)]));
  return read(details, record).map(({ path, ...score }, species) => ({
    ...score,
    species: LETTERS[species]!,
    path: path.map((id) => trees.get(id)!),
  }));
}
