/** The Splendor module. */

import { t } from "../../texts";
import type { GameKind } from "../kind";
import { Board } from "./board";
import { describeDecision, describeMove, task } from "./descriptions";
import { guide } from "./guide";
import { Logo } from "./logo";
import { Result } from "./result";
import { RulesText } from "./rules";
import type { SplendorView } from "./types";

export const splendor: GameKind<SplendorView> = {
  name: "splendor",
  title: t.splendor.title,
  about: t.splendor.about,
  ruleLabels: t.splendor.ruleLabels,
  describeDecision,
  describeMove,
  task,
  Board,
  Result,
  RulesText,
  Logo,
  guide,
};
