/** How a game has ended, in words. */

import { t } from "../texts";
import type { TableState } from "./state";

const words = t.table.result;

/** Who has won, told to who sits, or sat, at `chair`. */
export function verdict(state: TableState, names: readonly string[], chair: number | null): string {
  if (state.phase === "aborted") return words.aborted;
  const winners = state.outcome?.winners ?? [];
  const shared = winners.length > 1;
  if (chair !== null && winners.includes(chair)) return shared ? words.youShare : words.youWon;
  const won = winners.map((seat) => names[seat] ?? "");
  const said = shared ? words.shared(won) : words.won(won);
  return chair === null ? said : `${words.youLost} ${said}`;
}

/** Why it was over. */
export function reason(state: TableState, names: readonly string[]): string {
  if (state.aborted !== null) return state.aborted;
  const ending = state.outcome?.ending ?? "";
  // Whose going ended it: of all who went in that way, the one who is placed best.
  const places = state.outcome?.places ?? [];
  const [last] = state.seats
    .filter((seat) => seat.gone === ending)
    .sort((one, other) => (places[one.seat] ?? 0) - (places[other.seat] ?? 0));
  if (last) return words.givenUp(names[last.seat] ?? "", t.table.gone[ending] ?? ending);
  return words.endings[ending] ?? words.ended(ending);
}

/** The seats by their places, the best first. */
export function ranking(state: TableState): { seat: number; place: number; points: number }[] {
  const { places, scores } = state.outcome ?? { places: [], scores: [] };
  return places
    .map((place, seat) => ({ seat, place, points: scores[seat] ?? 0 }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** The seats of those whom a rematch needs: all who played to a result and are still there. */
export function rematchSeats(state: TableState): number[] {
  const moved = new Set(state.line.map((step) => step.decision?.seat));
  return state.seats
    .filter(({ seat, player, gone }) => {
      if (player === null || gone === "withdrawn") return false;
      return gone === null || moved.has(seat);
    })
    .map(({ seat }) => seat);
}
