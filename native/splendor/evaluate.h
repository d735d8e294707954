// The static evaluation of a position: each seat's probability of winning.
#pragma once

#include <string_view>

#include "core/evaluation.h"
#include "splendor/state.h"

namespace gemgrove::splendor {

inline constexpr std::array<std::string_view, 14> kFeatureNames = {
    "points",
    "cards",
    "tokens",
    "gold",
    "card potential",
    "noble potential",
    "reserved",
    "soon to move",
    "can finish",
    "points to buy now",
    "has finished first",
    "points above nine",
    "colors of bonuses",
    "a turn left this round",
};
using EvaluationFeatures = FeaturesBySeat<kFeatureNames.size()>;

// Each seat's features, as far as `seat` sees them.
EvaluationFeatures evaluation_features(const Variant& variant, const State& seen, int seat);

// From 0 at the beginning to 1 at the end of the game.
float game_progress(const Variant& variant, const State& state);

// `seen` is the state as far as `seat` may know it.
void evaluate(const Variant& variant, const State& seen, int seat, float* probabilities);

}  // namespace gemgrove::splendor
