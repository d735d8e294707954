// How it stands and how it ended.
#pragma once

#include <array>

#include "core/standing.h"
#include "splendor/state.h"

namespace gemgrove::splendor {

inline void scores(const Variant& variant, const State& state, int* points) {
  for (int seat = 0; seat < variant.rules.players; ++seat) points[seat] = state.seats[seat].points;
}

// Most points, then fewest bought cards, then shared.
inline void merits(const Variant& variant, const State& state, int* merits) {
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    merits[seat] = state.seats[seat].points * (kMaxCards + 1) - state.seats[seat].cards;
  }
}

inline unsigned winners(const Variant& variant, const State& state) {
  if (!over(state)) return 0;
  std::array<int, kMaxPlayers> merit;
  merits(variant, state, merit.data());
  return best_seats(merit.data(), variant.rules.players);
}

inline int cards_bought(const State& state, int seat) { return state.seats[seat].cards; }

inline Ending ending(const Variant& variant, const State& state) {
  if (!over(state)) return Ending::none;
  if (state.passes == variant.rules.players) return Ending::dead_end;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    if (state.seats[seat].points >= variant.rules.target_points) return Ending::finished;
  }
  return Ending::turn_limit;
}

}  // namespace gemgrove::splendor
