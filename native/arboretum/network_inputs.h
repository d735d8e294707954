// What a network sees of a position and of an action: bytes, most of them zero.
//
// Unlike an observation these are made for small networks: what the heuristics make of a position
// beside the cards themselves, and species in an order that does not depend on their numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/state.h"

namespace gemgrove::arboretum {

std::vector<ObservationField> network_input_fields(const Variant& variant);
std::vector<ObservationField> action_input_fields(const Variant& variant);

// `seen` is the state as `seat` may know it.
void network_inputs(const Variant& variant, const State& seen, int seat, std::uint8_t* out);

// Of the redacted state of the seat to move, for each of the actions.
void action_inputs(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::uint8_t* out);

// Both for the seat to move, sharing most of the work.
void policy_inputs(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::uint8_t* inputs, std::uint8_t* action_inputs);

}  // namespace gemgrove::arboretum
