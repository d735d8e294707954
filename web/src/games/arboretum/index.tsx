/** The Arboretum module. */

import { t } from "../../texts";
import type { GameKind } from "../kind";
import { apply } from "./apply-decision";
import { Board } from "./board";
import { describeDecision, describeMove, task } from "./descriptions";
import { guide } from "./guide";
import { legal } from "./legal-moves";
import { Logo } from "./logo";
import { Result } from "./result";
import { RulesText } from "./rules";
import type { ArboretumView } from "./types";

export const arboretum: GameKind<ArboretumView> = {
  name: "arboretum",
  title: t.arboretum.title,
  about: t.arboretum.about,
  ruleLabels: t.arboretum.ruleLabels,
  apply,
  legal,
  describeDecision,
  describeMove,
  task,
  Board,
  Result,
  RulesText,
  Logo,
  guide: (view, _rules, seat) => guide(view, seat),
};
