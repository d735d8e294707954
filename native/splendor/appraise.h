// A look one move ahead, for the bot `greedy@1`.
#pragma once

#include <cstdint>

#include "splendor/state.h"

namespace gemgrove::splendor {

// How good the position after a legal action looks to the seat that makes it. `seen` must be that
// seat's redacted state. Only the order of the values means anything, and only among the legal
// actions of one state. Frozen: a better judgement is a new version beside this one.
std::int64_t appraise(const Variant& variant, const State& seen, int action);
// The same of several actions.
void appraise(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
              std::int64_t* values);

}  // namespace gemgrove::splendor
