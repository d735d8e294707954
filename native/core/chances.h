// From what speaks for each seat to its chance of winning.
//
// A game's outlook is a few terms for every seat, weighed by how far the game has come, and the
// chances are in proportion to the exponentials of the sums. The weights are fitted to the results
// of games between bots (tools/fit_outlook.py).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/game.h"

namespace gemgrove {

template <std::size_t N>
using Terms = std::array<float, N>;

template <std::size_t N>
using TermsBySeat = std::array<Terms<N>, kMaxPlayers>;

template <std::size_t N>
struct TermWeights {
  Terms<N> early;
  Terms<N> late;
};

// `stage` runs from 0 at the beginning to 1 at the end.
template <std::size_t N>
void weigh(const TermsBySeat<N>& terms, const TermWeights<N>& weights, float stage, int players,
           float* chances) {
  float most = -1e30F;
  for (int seat = 0; seat < players; ++seat) {
    float sum = 0;
    for (std::size_t i = 0; i < N; ++i) {
      sum += terms[seat][i] * (weights.early[i] + (weights.late[i] - weights.early[i]) * stage);
    }
    chances[seat] = sum;
    most = std::max(most, sum);
  }
  float whole = 0;
  for (int seat = 0; seat < players; ++seat)
    whole += chances[seat] = std::exp(chances[seat] - most);
  for (int seat = 0; seat < players; ++seat) chances[seat] /= whole;
}

// From what each action is thought to be worth to how much it suggests itself: the logarithm of a
// weight that falls to a third with every `step` below the best, and is never quite nothing.
inline void lean_to_the_best(float* values, int count, float step) {
  constexpr float kLeast = -12;
  const float best = *std::max_element(values, values + count);
  for (int i = 0; i < count; ++i) values[i] = std::max(kLeast, (values[i] - best) / step);
}

}  // namespace gemgrove
