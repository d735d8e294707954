/** The Splendor module. */

import { t } from "../../texts";
import type { GameKind } from "../kind";
import { apply } from "./apply-decision";
import { Board } from "./board";
import { describeDecision, describeMove, task } from "./descriptions";
import { Emblem } from "./emblem";
import { guide } from "./guide";
import { legal } from "./legal-moves";
import { Result } from "./result";
import { RulesText } from "./rules";
import type { SplendorView } from "./types";

export const splendor: GameKind<SplendorView> = {
  name: "splendor",
  title: t.splendor.title,
  about: t.splendor.about,
  ruleLabels: t.splendor.ruleLabels,
  apply,
  legal,
  describeDecision,
  describeMove,
  task,
  Board,
  Result,
  RulesText,
  Emblem,
  guide,
};
