/** Why nothing at all can be done on a board now, whatever the game. */

import type { View } from "../server/types";
import { t } from "../texts";

/** For who sits at `seat` and may not decide; `still` as a board is told. */
export function whyIdle(view: View, seat: number | null, still = false): string {
  const { idle } = t.common;
  if (view.over) return idle.over;
  if (still) return idle.still;
  if (seat === null) return idle.lookingOn;
  return seat === view.to_move ? idle.notNow : idle.notYourTurn;
}
