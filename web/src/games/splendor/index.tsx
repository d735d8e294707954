/** Splendor at the table. */

import { t } from "../../texts";
import type { GameKind } from "../kind";
import { Board } from "./board";
import { Emblem } from "./emblem";
import { follow } from "./follow";
import { guide } from "./guide";
import { legal } from "./legal";
import { Result } from "./result";
import { RulesText } from "./rules";
import type { SplendorView } from "./types";
import { described, task, told } from "./words";

export const splendor: GameKind<SplendorView> = {
  name: "splendor",
  title: t.splendor.title,
  about: t.splendor.about,
  variants: t.splendor.variants,
  follow,
  legal,
  told,
  described,
  task,
  Board,
  Result,
  RulesText,
  Emblem,
  guide,
};
