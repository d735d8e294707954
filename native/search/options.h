// Parameters of a search.
#pragma once

#include <cstdint>

namespace gemgrove {

// The policy that plays on from a leaf of the tree.
enum class Rollout : std::uint8_t {
  random,  // uniform over the legal actions
  prior,   // in proportion to the game's priors
};

// How the root shares its iterations between the legal actions.
enum class RootPolicy : std::uint8_t {
  puct,     // as every other node
  halving,  // sequential halving: many get a fair look, then the better half, and so on
};

struct SearchOptions {
  static constexpr int kToTheEnd = -1;

  // The constant of PUCT. Negative: the game's default.
  float exploration = -1;
  // The exponent of the priors: 0 ignores them, 1 leaves them as they are.
  float prior_weight = 1.0F;
  // First-play urgency: how much worse than its parent an unvisited edge is assumed to be.
  // Negative: the game's default.
  float fpu_reduction = -1;
  RootPolicy root = RootPolicy::puct;
  // The scale of the Gumbel noise on the root's logits: 0 to play well, 1 to explore in self-play.
  float root_noise = 0;
  Rollout rollout = Rollout::prior;
  // The number of decisions in a rollout before its position is evaluated, or kToTheEnd.
  int cutoff = 0;
  int threads = 1;
  std::uint64_t seed = 0;
};

}  // namespace gemgrove
