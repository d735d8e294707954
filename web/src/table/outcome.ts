/** The outcome of a game in words. */

import { t } from "../texts";
import type { TableState } from "./state";

const texts = t.table.result;

/** Who won, addressed to the player who sits, or sat, at `originalSeat`. */
export function verdict(state: TableState, names: readonly string[], originalSeat: number | null): string {
  if (state.phase === "aborted") return texts.aborted;
  const winners = state.outcome?.winners ?? [];
  const shared = winners.length > 1;
  if (originalSeat !== null && winners.includes(originalSeat)) return shared ? texts.youShare : texts.youWon;
  const won = winners.map((seat) => names[seat] ?? "");
  const said = shared ? texts.shared(won) : texts.won(won);
  return originalSeat === null ? said : `${texts.youLost} ${said}`;
}

/** Why the game ended. */
export function reason(state: TableState, names: readonly string[]): string {
  if (state.aborted !== null) return state.aborted;
  const ending = state.outcome?.ending ?? "";
  // The player whose departure ended the game: the best placed of those who left that way.
  const places = state.outcome?.places ?? [];
  const [last] = state.seats
    .filter((seat) => seat.gone === ending)
    .sort((one, other) => (places[one.seat] ?? 0) - (places[other.seat] ?? 0));
  if (last) return texts.givenUp(names[last.seat] ?? "", t.table.gone[ending] ?? ending);
  return texts.endings[ending] ?? texts.ended(ending);
}

/** The seats by place, best first. */
export function ranking(state: TableState): { seat: number; place: number; points: number }[] {
  const { places, scores } = state.outcome ?? { places: [], scores: [] };
  return places
    .map((place, seat) => ({ seat, place, points: scores[seat] ?? 0 }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** The seats that must agree to a rematch: all people with a result who were not removed. */
export function rematchSeats(state: TableState): number[] {
  const moved = new Set(state.line.map((step) => step.decision?.seat));
  return state.seats
    .filter(({ seat, player, gone }) => {
      if (player === null || gone === "withdrawn") return false;
      return gone === null || moved.has(seat);
    })
    .map(({ seat }) => seat);
}
