// The static evaluation of a position: each seat's probability of winning.
#pragma once

#include <string_view>

#include "arboretum/state.h"
#include "core/evaluation.h"

namespace gemgrove::arboretum {

inline constexpr std::array<std::string_view, 10> kFeatureNames = {
    "expected points",
    "the hand is known",
    "to draw, hand known",
    "to draw once more, hand known",
    "to plant, hand known",
    "to discard, hand known",
    "to draw",
    "to draw once more",
    "to plant",
    "to discard",
};
using EvaluationFeatures = FeaturesBySeat<kFeatureNames.size()>;

// Each seat's features, as far as `seat` sees them.
EvaluationFeatures evaluation_features(const Variant& variant, const State& seen, int seat);

// From 0 at the beginning to 1 at the end of the game.
float game_progress(const Variant& variant, const State& state);

// `seen` is the state as far as `seat` may know it.
void evaluate(const Variant& variant, const State& seen, int seat, float* probabilities);

}  // namespace gemgrove::arboretum
