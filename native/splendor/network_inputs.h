// What a network sees of a position and of an action: bytes, most of them zero.
//
// Unlike an observation these are made for small networks: what each card still costs each seat
// instead of what is printed on it, counts as one of several flags, and cards in an order that does
// not depend on their slots.
#pragma once

#include <cstdint>
#include <vector>

#include "splendor/state.h"

namespace gemgrove::splendor {

std::vector<ObservationField> network_input_fields(const Variant& variant);
std::vector<ObservationField> action_input_fields(const Variant& variant);

// `seen` is the state as `seat` may know it.
void network_inputs(const Variant& variant, const State& seen, int seat, std::uint8_t* out);

// Of the redacted state of the seat to move, for each of the actions.
void action_inputs(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::uint8_t* out);

}  // namespace gemgrove::splendor
