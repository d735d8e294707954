// Turns a position's features into win probabilities, and action scores into priors.
//
// A game's evaluation is a softmax over the seats of a linear function of a few features. Its
// weights are interpolated between the beginning and the end of the game, and fitted to the results
// of games between bots (tools/fit_evaluation.py).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "core/game.h"

namespace gemgrove {

template <std::size_t N>
using Features = std::array<float, N>;

template <std::size_t N>
using FeaturesBySeat = std::array<Features<N>, kMaxPlayers>;

template <std::size_t N>
struct FeatureWeights {
  Features<N> early;
  Features<N> late;
};

// e to the power of x, for x up to 0. Unlike std::exp it gives the same bits with every library.
inline float exp_of_negative(float x) {
  constexpr float kLog2E = 1.44269504F;
  constexpr float kLn2High = 0.693359375F;
  constexpr float kLn2Low = -2.12194440e-4F;
  if (x < -80) return 0;
  const int power = static_cast<int>(x * kLog2E - 0.5F);
  const float whole = static_cast<float>(power);
  const float r = x - whole * kLn2High - whole * kLn2Low;  // at most half of ln 2 from 0
  float sum = 1.0F / 720;
  for (const float term : {1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F}) sum = sum * r + term;
  return sum * std::bit_cast<float>((power + 127) << 23);
}

// In place and numerically stable.
inline void softmax(float* values, int count) {
  const float most = *std::max_element(values, values + count);
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i] = exp_of_negative(values[i] - most);
  for (int i = 0; i < count; ++i) values[i] /= sum;
}

// `progress` runs from 0 at the beginning of the game to 1 at its end.
template <std::size_t N>
void win_probabilities(const FeaturesBySeat<N>& features, const FeatureWeights<N>& weights,
                       float progress, int players, float* probabilities) {
  for (int seat = 0; seat < players; ++seat) {
    float sum = 0;
    for (std::size_t i = 0; i < N; ++i) {
      sum +=
          features[seat][i] * (weights.early[i] + (weights.late[i] - weights.early[i]) * progress);
    }
    probabilities[seat] = sum;
  }
  softmax(probabilities, players);
}

// Turns action scores into the logits of priors: an action's weight falls by a factor of e with
// every `temperature` below the best, down to a floor.
inline void logits_from_scores(float* values, int count, float temperature) {
  constexpr float kLowest = -12;
  const float best = *std::max_element(values, values + count);
  for (int i = 0; i < count; ++i) values[i] = std::max(kLowest, (values[i] - best) / temperature);
}

}  // namespace gemgrove
