// The observation: what a seat sees as a vector of bytes, its own seat first.
#pragma once

#include <array>
#include <vector>

#include "arboretum/state.h"

namespace gemgrove::arboretum {

// Incremented whenever the meaning of any entry changes.
inline constexpr int kObservationVersion = 1;

int observation_size(const Variant& variant);

// Writes observation_size(variant) bytes. `seen` is the state as far as `seat` may know it.
void observe(const Variant& variant, const State& seen, int seat, std::uint8_t* out);

// A cache for one game of what is slow to compute and changes only when a card is planted.
struct ObservationMemo {
  std::array<Cards, kMaxPlayers> planted{};
  std::array<std::array<int, kMaxSpecies>, kMaxPlayers> paths{};
};

// The same, with a memo that has followed the game from its beginning.
void observe(const Variant& variant, const State& seen, int seat, std::uint8_t* out,
             ObservationMemo& memo);

std::vector<ObservationField> observation_fields(const Variant& variant);

}  // namespace gemgrove::arboretum
