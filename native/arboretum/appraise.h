// A look one turn ahead, for the bot `greedy@1` and for move_evaluator.
#pragma once

#include "arboretum/state.h"
#include "arboretum/turn_value.h"

namespace gemgrove::arboretum {

// How good a legal action looks to the seat that makes it; `seen` is the state as that seat may
// know it. Only the order of the values means anything.
std::int64_t appraise(const Variant& variant, const State& seen, int action);
// The same of several actions, for which most of the work is done once.
void appraise(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
              std::int64_t* values);
std::int64_t appraise(const Variant& variant, const State& seen, const TurnValue& value,
                      int action);

}  // namespace gemgrove::arboretum
