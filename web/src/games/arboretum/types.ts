/** Views and decisions of Arboretum as the server sends them. */

import type { Card, Held, Hidden, Planted } from "../../../engine/src/arboretum/view";
import type { Decision } from "../../server/types";

export type * from "../../../engine/src/arboretum/view";

export interface ArboretumDecision extends Decision {
  drawn?: { pile: number | null; card: Held | Hidden };
  planted?: Planted;
  discarded?: Card;
  /** At the end, by seat. */
  hands?: Held[][];
}
