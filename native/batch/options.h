// How a batch of games is run.
#pragma once

#include <array>
#include <cstdint>

#include "batch/rewards.h"
#include "core/game.h"

namespace gemgrove {

// Who decides for a seat.
enum class Controller : std::uint8_t { caller, random, greedy };

// When the game after a finished one begins.
enum class Autoreset : std::uint8_t {
  same_step,  // in the step that ends the game
  next_step,  // in the one after, whose action counts for nothing
  disabled,   // when the caller says so
};

struct BatchOptions {
  static constexpr int kRotate = -1;

  int size = 1;
  int threads = 1;
  std::uint64_t seed = 0;
  Autoreset autoreset = Autoreset::same_step;
  bool illegal_loses = false;
  RewardTerms reward;
  // Where others play: the caller's seat, or kRotate, and who has the seats after it.
  bool has_others = false;
  int seat = 0;
  std::array<Controller, kMaxPlayers - 1> others{};
};

}  // namespace gemgrove
