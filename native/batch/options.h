// Parameters of a batch.
#pragma once

#include <cstdint>
#include <vector>

#include "batch/rewards.h"

namespace gemgrove {

// The bots built into a batch.
enum class BatchBot : std::uint8_t { random, greedy };

// When the next game begins after one has finished.
enum class Autoreset : std::uint8_t {
  same_step,  // in the step that ends the game
  next_step,  // in the one after, whose action is ignored
  disabled,   // when the caller resets the environment
};

struct BatchOptions {
  static constexpr int kRotate = -1;

  int size = 1;
  int threads = 1;
  std::uint64_t seed = 0;
  Autoreset autoreset = Autoreset::same_step;
  bool illegal_loses = false;
  RewardWeights reward;
  // The bots at the seats after the caller's; empty if the caller plays all seats.
  std::vector<BatchBot> opponents;
  int seat = kRotate;  // the caller's, if there are opponents; kRotate: another in every game
};

}  // namespace gemgrove
