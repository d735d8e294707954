// The observation: what a seat sees as a vector of bytes, its own seat first.
#pragma once

#include <vector>

#include "splendor/state.h"

namespace gemgrove::splendor {

// Incremented whenever the meaning of any entry changes.
inline constexpr int kObservationVersion = 2;

int observation_size(const Variant& variant);

// Writes observation_size(variant) bytes. `seen` is the state as far as `seat` may know it.
void observe(const Variant& variant, const State& seen, int seat, std::uint8_t* out);

std::vector<ObservationField> observation_fields(const Variant& variant);

}  // namespace gemgrove::splendor
