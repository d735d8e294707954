// How it stands and how it ended.
#pragma once

#include <algorithm>

#include "splendor/state.h"

namespace gemgrove::splendor {

inline void scores(const Variant& variant, const State& state, int* points) {
  for (int seat = 0; seat < variant.rules.players; ++seat) points[seat] = state.seats[seat].points;
}

// Most points, then fewest bought cards, then shared.
inline unsigned winners(const Variant& variant, const State& state) {
  if (!over(state)) return 0;
  const auto merit = [&](int seat) {
    return state.seats[seat].points * (kMaxCards + 1) - state.seats[seat].cards;
  };
  int best = merit(0);
  for (int seat = 1; seat < variant.rules.players; ++seat) best = std::max(best, merit(seat));
  unsigned result = 0;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    if (merit(seat) == best) result |= 1U << seat;
  }
  return result;
}

inline Ending ending(const Variant& variant, const State& state) {
  if (!over(state)) return Ending::none;
  if (state.passes == variant.rules.players) return Ending::dead_end;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    if (state.seats[seat].points >= variant.rules.target_points) return Ending::finished;
  }
  return Ending::turn_limit;
}

}  // namespace gemgrove::splendor
