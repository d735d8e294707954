// Heuristic scores of actions by the best turn they lead to: for greedy@1, move_evaluator and the
// search's priors.
#pragma once

#include "arboretum/state.h"
#include "arboretum/turn_value.h"

namespace gemgrove::arboretum {

// The score of a legal action for the seat that makes it; `seen` is that seat's redacted state.
// Only the order of the scores is meaningful.
std::int64_t score_action(const Variant& variant, const State& seen, int action);
std::int64_t score_action(const Variant& variant, const State& seen, const TurnValue& value,
                          int action);
// Shares most of the work among all actions.
void score_actions(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::int64_t* values);

// Like score_action, but with a quicker estimate of the many cells and possible draws.
std::int64_t quick_score(const Variant& variant, const State& seen, const TurnValue& value,
                         int action);

// The logits of the search's priors, from quicker scores.
void prior_logits(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
                  float* logits);

}  // namespace gemgrove::arboretum
