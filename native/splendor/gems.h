// Gem vectors: six counts, one byte each, packed in a 64-bit word.
//
// Byte 0 white, 1 blue, 2 green, 3 red, 4 black, 5 gold. Every count stays below 128, so a whole
// vector is added, subtracted and compared with a few integer operations.
#pragma once

#include <cstdint>

#include "core/bits.h"

namespace gemgrove::splendor {

using Gems = std::uint64_t;

inline constexpr int kColors = 5;
inline constexpr int kGold = 5;
inline constexpr int kTokenKinds = 6;

inline constexpr Gems kColoredBytes = 0x000000FFFFFFFFFF;
inline constexpr Gems kHighBits = 0x8080808080808080;

constexpr Gems gems(int color, int count = 1) { return static_cast<Gems>(count) << (8 * color); }

constexpr int count_of(Gems vector, int color) {
  return static_cast<int>((vector >> (8 * color)) & 0xFF);
}

constexpr Gems colored(Gems vector) { return vector & kColoredBytes; }

// The sum of all counts; it must be below 256.
constexpr int total(Gems vector) { return static_cast<int>((vector * 0x0101010101010101) >> 56); }

// Byte by byte: a - b, or 0 if b is larger.
constexpr Gems saturating_difference(Gems a, Gems b) {
  const Gems difference = (a | kHighBits) - b;
  const Gems not_less = difference & kHighBits;
  return difference & (not_less - (not_less >> 7));
}

// True if every count of `a` is at least that of `b`.
constexpr bool covers(Gems a, Gems b) { return (((a | kHighBits) - b) & kHighBits) == kHighBits; }

// Bit c is set if the count of color c is at least `least` (1 to 128).
inline unsigned at_least(Gems vector, int least) {
  const Gems lift = static_cast<Gems>(128 - least) * 0x0101010101010101;
  return gather_bytes(((vector + lift) & kHighBits) >> 7);
}

}  // namespace gemgrove::splendor
