/** Reasons why a move cannot be made, as sentences for the player. */

import { type Move, text } from "../../../engine/src/splendor/notation";
import type { SplendorReason } from "../../../engine/src/splendor/reasons";
import { legalMoves, reasonAgainst } from "../../engine/positions";
import type { Rules } from "../../server/types";
import { t } from "../../texts";
import { splendorTexts } from "../../texts/splendor";
import type { Selection } from "./token-selection";
import { COLORS, type Color, type SplendorView } from "./types";

const { why, selecting } = splendorTexts;
const MOST_TAKEN = 3;

/** The reason why a move is not legal; null if it is. */
export function whyNot(view: SplendorView, rules: Rules, move: Move): string | null {
  const said = text(move);
  if (legalMoves(view, rules).includes(said)) return null;
  return inWords(reasonAgainst(view, rules, said) as SplendorReason | null) ?? t.common.inactive.notNow;
}

/** The reason why a token cannot be added to the selection. */
export function whyNotSelect(view: SplendorView, rules: Rules, selection: Selection, color: Color): string | null {
  const against = (colors: Selection) =>
    reasonAgainst(view, rules, text({ kind: "take", colors })) as SplendorReason | null;
  const alone = against([color]);
  if (alone && !asksForMore(alone)) return inWords(alone);
  const kinds = new Set(selection);
  if (kinds.size < selection.length) return selecting.twoAreAll;
  if (kinds.has(color)) {
    return selection.length > 1
      ? selecting.alikeAlone(color)
      : (inWords(against([color, color])) ?? selecting.twoAreAll);
  }
  if (selection.length >= MOST_TAKEN) return selecting.threeAreAll;
  const found = takesWith([...selection, color]).map(against);
  return inWords(found.find((reason) => reason?.code === "over_token_limit") ?? found[0] ?? null);
}

/** The take of these different tokens, and the larger ones that contain it. */
function takesWith(colors: Selection): Selection[] {
  if (colors.length === MOST_TAKEN) return [colors];
  const others = COLORS.filter((color) => !colors.includes(color));
  return [colors, ...others.flatMap((color) => takesWith([...colors, color]))];
}

/** Whether a take is refused only for being too small. */
function asksForMore({ code }: SplendorReason): boolean {
  return code === "more_colors_left" || code === "three_or_pair";
}

function inWords(reason: SplendorReason | null): string | null {
  // The type of a code's function and of its arguments belong together, which is not inferred.
  return reason && (why[reason.code] as (found: SplendorReason) => string)(reason);
}
