/** Splendor at a table. */

import type { GameKind } from "../kind";
import { Board } from "./board";
import { cover } from "./cover";
import { describeDecision, describeMove, task } from "./descriptions";
import { guide } from "./guide";
import { Result } from "./result";
import { RulesText } from "./rules";
import type { SplendorView } from "./types";

export const splendor: GameKind<SplendorView> = {
  ...cover,
  describeDecision,
  describeMove,
  task,
  Board,
  Result,
  RulesText,
  guide,
};
