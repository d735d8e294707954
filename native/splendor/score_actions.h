// Heuristic scores of actions by the positions they lead to: for greedy@1 and the search's priors.
#pragma once

#include <cstdint>

#include "splendor/state.h"

namespace gemgrove::splendor {

// The scores of legal actions for the seat that makes them. `seen` must be that seat's redacted
// state. Only the order of the scores is meaningful, and only among the legal actions of one
// state. Frozen: a better heuristic becomes a new version next to this one.
void score_actions(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::int64_t* values);

// The logits of the search's priors, from the scores.
void prior_logits(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
                  float* logits);

}  // namespace gemgrove::splendor
