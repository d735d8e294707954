#include "arboretum/evaluate.h"

#include "arboretum/evaluation_weights.h"

namespace gemgrove::arboretum {
namespace {

constexpr float kPoint = 1000;  // of TurnValue

// Indices of features.
constexpr int kHandKnown = 1;
constexpr int kPhaseIfKnown = 2;
constexpr int kPhase = 6;

int phase_number(Phase phase) {
  switch (phase) {
    case Phase::draw:
      return 0;
    case Phase::second_draw:
      return 1;
    case Phase::discard:
      return 3;
    default:
      return 2;
  }
}

}  // namespace

std::array<int, kMaxPlayers> expected_points(const TurnValue& value, const State& seen, int seat) {
  return value.expected_points(seen.mover == seat ? seen.phase : Phase::over, seen.picked);
}

EvaluationFeatures evaluation_features(const Variant& variant, const State& seen, int seat) {
  VisibleState visible = visible_state(variant, seen);
  visible.mover = seat;
  return evaluation_features(variant, seen, seat, expected_points(TurnValue(visible), seen, seat));
}

EvaluationFeatures evaluation_features(const Variant& variant, const State& seen, int seat,
                                       const std::array<int, kMaxPlayers>& expected_points) {
  EvaluationFeatures features{};
  for (int i = 0; i < variant.rules.players; ++i)
    features[i][0] = static_cast<float>(expected_points[i]) / kPoint;
  features[seat][kHandKnown] = 1;
  const int phases = seen.mover == seat ? kPhaseIfKnown : kPhase;
  features[seen.mover][phases + phase_number(seen.phase)] = 1;
  return features;
}

float game_progress(const Variant& variant, const State& state) {
  const int at_first = variant.cards - kHand * variant.rules.players;
  return 1 - static_cast<float>(state.deck_left) / static_cast<float>(at_first);
}

void evaluate(const Variant& variant, const State& seen, int seat, float* probabilities) {
  VisibleState visible = visible_state(variant, seen);
  visible.mover = seat;
  evaluate(variant, seen, seat, expected_points(TurnValue(visible), seen, seat), probabilities);
}

void evaluate(const Variant& variant, const State& seen, int seat,
              const std::array<int, kMaxPlayers>& expected_points, float* probabilities) {
  const int seats = variant.rules.players;
  win_probabilities(evaluation_features(variant, seen, seat, expected_points),
                    kEvaluationWeights[seats - 2], game_progress(variant, seen), seats,
                    probabilities);
}

}  // namespace gemgrove::arboretum
