// Uniformly random play to the end.
#pragma once

#include "core/game.h"

namespace gemgrove {

// Plays `state` to its end and returns the number of decisions.
template <Game G>
std::int64_t playout(const typename G::Variant& variant, typename G::State& state, Rng& rng) {
  std::int64_t decisions = 0;
  while (!over(state)) {
    const BitSet<G::kActions> mask = legal(variant, state);
    apply(variant, state, mask.select(rng.below(mask.count())));
    ++decisions;
  }
  return decisions;
}

}  // namespace gemgrove
