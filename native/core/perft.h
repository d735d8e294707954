// Perft: counts all sequences of decisions, the classic check of legal() and apply().
#pragma once

#include "core/game.h"

namespace gemgrove {

// The number of sequences of `depth` decisions; a game that ends earlier counts once.
template <Game G>
std::int64_t perft(const typename G::Variant& variant, const typename G::State& state, int depth) {
  if (depth == 0 || over(state)) return 1;
  const BitSet<G::kActions> mask = legal(variant, state);
  if (depth == 1) return mask.count();
  std::int64_t sequences = 0;
  mask.for_each([&](int action) {
    typename G::State next = state;
    apply(variant, next, action);
    sequences += perft<G>(variant, next, depth - 1);
  });
  return sequences;
}

}  // namespace gemgrove
