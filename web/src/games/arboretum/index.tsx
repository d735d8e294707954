/** Arboretum at the table. */

import { t } from "../../texts";
import type { GameKind } from "../kind";
import { Board } from "./board";
import { Emblem } from "./emblem";
import { follow } from "./follow";
import { guide } from "./guide";
import { legal } from "./legal";
import { Result } from "./result";
import { RulesText } from "./rules";
import { described, task, told } from "./telling";
import type { ArboretumView } from "./types";

export const arboretum: GameKind<ArboretumView> = {
  name: "arboretum",
  title: t.arboretum.title,
  about: t.arboretum.about,
  variants: t.arboretum.variants,
  follow,
  legal,
  told,
  described,
  task,
  Board,
  Result,
  RulesText,
  Emblem,
  guide: (view, _rules, seat) => guide(view, seat),
};
