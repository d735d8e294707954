#include "arboretum/score_actions.h"

#include "arboretum/frame.h"
#include "core/evaluation.h"

namespace gemgrove::arboretum {
namespace {

constexpr float kPriorTemperature = 1000;
constexpr int kDeckStep = 3;  // a third of the possible top cards of the deck is enough

}  // namespace

std::int64_t score_action(const Variant& variant, const State& seen, int action) {
  const VisibleState visible = visible_state(variant, seen);
  return score_action(variant, seen, TurnValue(visible), action);
}

void score_actions(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::int64_t* values) {
  const VisibleState visible = visible_state(variant, seen);
  const TurnValue value(visible);
  for (int i = 0; i < count; ++i) values[i] = score_action(variant, seen, value, actions[i]);
}

std::int64_t score_action(const Variant& variant, const State& seen, const TurnValue& value,
                          int action) {
  if (action == 0) return value.draw_from_deck();
  if (action < variant.pick_begin) return value.draw_from_pile(action - 1);
  if (action < variant.cell_begin) {
    return value.best_of(action - variant.pick_begin).terms.total();
  }
  if (action < variant.discard_begin) {
    const Cell cell = cell_at(variant, seen.seat(), action - variant.cell_begin);
    return value.best_of(seen.picked, cell).terms.total();
  }
  return value.discard(action - variant.discard_begin);
}

std::int64_t quick_score(const Variant& variant, const State& seen, const TurnValue& value,
                         int action) {
  if (action == 0) return value.draw_from_deck(kDeckStep);
  if (action >= variant.pick_begin && action < variant.cell_begin) {
    return value.quick_estimate(action - variant.pick_begin);
  }
  return score_action(variant, seen, value, action);
}

void prior_logits(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
                  float* logits) {
  const VisibleState visible = visible_state(variant, seen);
  const TurnValue value(visible);
  for (int i = 0; i < count; ++i) {
    logits[i] = static_cast<float>(quick_score(variant, seen, value, actions[i]));
  }
  logits_from_scores(logits, count, kPriorTemperature);
}

}  // namespace gemgrove::arboretum
