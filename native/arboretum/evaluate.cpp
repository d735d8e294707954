#include "arboretum/evaluate.h"

#include "arboretum/evaluation_weights.h"
#include "arboretum/turn_value.h"

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

EvaluationFeatures evaluation_features(const Variant& variant, const State& seen, int seat) {
  VisibleState visible = visible_state(variant, seen);
  visible.mover = seat;
  const Phase phase = seen.mover == seat ? seen.phase : Phase::over;
  const auto points = TurnValue(visible).expected_points(phase, seen.picked);
  EvaluationFeatures features{};
  for (int i = 0; i < variant.rules.players; ++i)
    features[i][0] = static_cast<float>(points[i]) / kPoint;
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
  const int seats = variant.rules.players;
  win_probabilities(evaluation_features(variant, seen, seat), kEvaluationWeights[seats - 2],
                    game_progress(variant, seen), seats, probabilities);
}

}  // namespace gemgrove::arboretum
