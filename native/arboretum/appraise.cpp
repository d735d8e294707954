#include "arboretum/appraise.h"

#include "arboretum/frame.h"

namespace gemgrove::arboretum {

std::int64_t appraise(const Variant& variant, const State& seen, int action) {
  const Sight sight = sight_of(variant, seen);
  return appraise(variant, seen, TurnValue(sight), action);
}

void appraise(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
              std::int64_t* values) {
  const Sight sight = sight_of(variant, seen);
  const TurnValue value(sight);
  for (int i = 0; i < count; ++i) values[i] = appraise(variant, seen, value, actions[i]);
}

std::int64_t appraise(const Variant& variant, const State& seen, const TurnValue& value,
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

}  // namespace gemgrove::arboretum
