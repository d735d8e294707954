/** Why an action is not legal: the codes and arguments of native/arboretum/reasons.h, in their order. */

import { cases, number, type ValueOf } from "../record.js";

const cell = { x: number, y: number };

export const reasons = cases({
  game_over: {},
  /** The first or second card of a turn. */
  must_draw: { number },
  must_pick: {},
  must_plant: { card: number },
  must_discard: {},
  deck_empty: {},
  own_pile_empty: {},
  pile_empty: { seat: number },
  not_in_hand: { card: number },
  first_cell: cell,
  cell_taken: { ...cell, card: number },
  no_neighbor: cell,
});
export type ArboretumReason = ValueOf<typeof reasons>;
