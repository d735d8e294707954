// How a search thinks.
#pragma once

#include <cstdint>

namespace gemgrove {

// Who plays on from a leaf of the tree.
enum class Rollout : std::uint8_t {
  random,  // any legal action, each as likely as the other
  lean,    // by the game's own inclinations
};

struct SearchOptions {
  static constexpr int kToTheEnd = -1;

  // How much an edge that was seldom tried draws the search, against how well the others did.
  // Below 0: as much as suits the game.
  float exploration = -1;
  // How much the game's inclinations count: 0 not at all, 1 as they are.
  float bias = 1.0F;
  // How much worse than its parent an edge is thought to be that was not tried yet. Below 0: as
  // much as suits the game.
  float doubt = -1;
  Rollout rollout = Rollout::lean;
  // After so many decisions beyond the tree a rollout is judged by the game's outlook.
  int cutoff = 0;
  int threads = 1;
  std::uint64_t seed = 0;
};

}  // namespace gemgrove
