#include "arboretum/outlook.h"

#include "arboretum/appraise.h"
#include "arboretum/outlook_weights.h"
#include "arboretum/turn_value.h"

namespace gemgrove::arboretum {
namespace {

constexpr float kPoint = 1000;     // of greedy's judgement
constexpr float kLeanStep = 1000;  // the same
constexpr int kDeckStep = 3;       // every third card that may lie on the deck tells enough

constexpr int kKnown = 1;
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

OutlookTerms outlook_terms(const Variant& variant, const State& seen, int seat) {
  Sight sight = sight_of(variant, seen);
  sight.mover = seat;
  const Phase phase = seen.mover == seat ? seen.phase : Phase::over;
  const auto points = TurnValue(sight).expectations(phase, seen.picked);
  OutlookTerms terms{};
  for (int i = 0; i < variant.rules.players; ++i)
    terms[i][0] = static_cast<float>(points[i]) / kPoint;
  terms[seat][kKnown] = 1;
  const int phases = seen.mover == seat ? kPhaseIfKnown : kPhase;
  terms[seen.mover][phases + phase_number(seen.phase)] = 1;
  return terms;
}

float outlook_stage(const Variant& variant, const State& state) {
  const int at_first = variant.cards - kHand * variant.rules.players;
  return 1 - static_cast<float>(state.deck_left) / static_cast<float>(at_first);
}

void outlook(const Variant& variant, const State& seen, int seat, float* chances) {
  const int seats = variant.rules.players;
  weigh(outlook_terms(variant, seen, seat), kOutlookWeights[seats - 2],
        outlook_stage(variant, seen), seats, chances);
}

// Greedy's judgement, with a quicker look at the many cells and the many cards of the deck.
void lean(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
          float* leans) {
  const Sight sight = sight_of(variant, seen);
  const TurnValue value(sight);
  for (int i = 0; i < count; ++i) {
    const int action = actions[i];
    if (action == 0) {
      leans[i] = static_cast<float>(value.draw_from_deck(kDeckStep));
    } else if (action >= variant.pick_begin && action < variant.cell_begin) {
      leans[i] = static_cast<float>(value.glance_at(action - variant.pick_begin));
    } else {
      leans[i] = static_cast<float>(appraise(variant, seen, value, action));
    }
  }
  lean_to_the_best(leans, count, kLeanStep);
}

}  // namespace gemgrove::arboretum
