/** The Arboretum module. */

import { t } from "../../texts";
import type { GameKind } from "../kind";
import { Board } from "./board";
import { describeDecision, describeMove, task } from "./descriptions";
import { guide } from "./guide";
import { Logo } from "./logo";
import { Result } from "./result";
import { RulesText } from "./rules";
import type { ArboretumView } from "./types";

export const arboretum: GameKind<ArboretumView> = {
  name: "arboretum",
  title: t.arboretum.title,
  about: t.arboretum.about,
  ruleLabels: t.arboretum.ruleLabels,
  describeDecision,
  describeMove,
  task,
  Board,
  Result,
  RulesText,
  Logo,
  guide,
};
