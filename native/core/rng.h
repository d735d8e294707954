// The generator for playouts and samples: fast, small, not secret. Deals use core/deal.h.
#pragma once

#include <bit>
#include <cstdint>

namespace gemgrove {

// xoshiro256++ (Blackman and Vigna), its state filled from a 64-bit seed by splitmix64.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9E3779B97F4A7C15;
      std::uint64_t mixed = seed;
      mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
      mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
      word = mixed ^ (mixed >> 31);
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // A number from 0 to n - 1. The bias is below n / 2^32, far less than a playout can show.
  int below(int n) {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
  }

 private:
  std::uint64_t state_[4];
};

template <class Item>
void shuffle(Item* items, int count, Rng& rng) {
  for (int i = count - 1; i > 0; --i) {
    const int j = rng.below(i + 1);
    const Item held = items[i];
    items[i] = items[j];
    items[j] = held;
  }
}

}  // namespace gemgrove
