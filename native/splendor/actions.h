// The 72 actions. Their numbers are the same in every preset; a preset only masks them.
#pragma once

#include <array>

#include "splendor/gems.h"

namespace gemgrove::splendor {

inline constexpr int kTiers = 3;
inline constexpr int kSlots = 4;
inline constexpr int kMarket = kTiers * kSlots;
inline constexpr int kReserveLimit = 3;
inline constexpr int kMaxNobleSlots = 5;  // players + 1

inline constexpr int kTakeThree = 0;     // 10 combinations of colors, lexicographic
inline constexpr int kTakeTwo = 10;      // 10 pairs of different colors, lexicographic
inline constexpr int kTakeOne = 20;      // 5 colors
inline constexpr int kTakePair = 25;     // 5 colors, two alike
inline constexpr int kReserve = 30;      // 12 market slots, tier by tier
inline constexpr int kReserveDeck = 42;  // 3 decks
inline constexpr int kBuy = 45;          // 12 market slots
inline constexpr int kBuyReserved = 57;  // 3 reserved cards
inline constexpr int kToken = 60;        // 6 kinds: return one, or pay one
inline constexpr int kNoble = 66;        // 5 noble slots
inline constexpr int kPass = 71;
inline constexpr int kActions = 72;

// kTaken[action]: the tokens that a take action moves.
inline constexpr std::array<Gems, kReserve> kTaken = [] {
  std::array<Gems, kReserve> taken{};
  int three = kTakeThree;
  int two = kTakeTwo;
  for (int a = 0; a < kColors; ++a) {
    taken[kTakeOne + a] = gems(a);
    taken[kTakePair + a] = gems(a, 2);
    for (int b = a + 1; b < kColors; ++b) {
      taken[two++] = gems(a) + gems(b);
      for (int c = b + 1; c < kColors; ++c) taken[three++] = gems(a) + gems(b) + gems(c);
    }
  }
  return taken;
}();

}  // namespace gemgrove::splendor
