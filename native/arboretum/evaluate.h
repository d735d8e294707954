// The static evaluation of a position: each seat's probability of winning.
#pragma once

#include <string_view>

#include "arboretum/state.h"
#include "arboretum/turn_value.h"
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

// The points that each seat plays for, as `seat` sees it; `value` has been made for that seat.
std::array<int, kMaxPlayers> expected_points(const TurnValue& value, const State& seen, int seat);

// Each seat's features, as far as `seat` sees them.
EvaluationFeatures evaluation_features(const Variant& variant, const State& seen, int seat);

// The same from each seat's expected points.
EvaluationFeatures evaluation_features(const Variant& variant, const State& seen, int seat,
                                       const std::array<int, kMaxPlayers>& expected_points);

// From 0 at the beginning to 1 at the end of the game.
float game_progress(const Variant& variant, const State& state);

// `seen` is the state as far as `seat` may know it.
void evaluate(const Variant& variant, const State& seen, int seat, float* probabilities);
void evaluate(const Variant& variant, const State& seen, int seat,
              const std::array<int, kMaxPlayers>& expected_points, float* probabilities);

}  // namespace gemgrove::arboretum
