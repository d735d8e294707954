#include "splendor/score_actions.h"

#include <algorithm>
#include <bit>

#include "core/evaluation.h"
#include "splendor/apply.h"
#include "splendor/heuristics.h"
#include "splendor/score.h"

namespace gemgrove::splendor {
namespace {

constexpr Value kWin = 1'000'000'000;  // more than everything else together
constexpr Value kClaim = kWin / 2;     // having reached the target while others have a turn left

constexpr int kUsualRounds = 40;  // most games have ended by then

constexpr float kPriorTemperature = 400;

// The value of denying the others the card in a market slot: its potential for the opponent who
// wants it most.
Value denial(const Variant& variant, const State& seen, int slot) {
  const UnitValues values = base_unit_values(game_stage(variant, seen));
  const std::uint8_t card = seen.market[slot];
  Value most = 0;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    if (seat == seen.mover) continue;
    const Player& other = seen.seats[seat];
    Value value = share(card_potential(variant, other, values, card), kWeights.deny);
    if (points_with(variant, seen, other, card) >= variant.rules.target_points &&
        (affordable(variant, seen, other) >> slot & 1)) {
      value += kWeights.threat;
    }
    most = std::max(most, value);
  }
  return most;
}

// The market slot that an action empties, or -1.
int emptied_slot(int action) {
  if (action >= kReserve && action < kReserveDeck) return action - kReserve;
  if (action >= kBuy && action < kBuyReserved) return action - kBuy;
  return -1;
}

// Makes the default choices that follow a purchase: gold is paid last.
void complete_purchase(const Variant& variant, State& state) {
  while (state.phase == Phase::pay || state.phase == Phase::noble) {
    apply(variant, state, legal(variant, state).select(0));
  }
}

}  // namespace

std::int64_t score_action(const Variant& variant, const State& seen, int action) {
  const int seat = seen.mover;
  State after = seen;
  apply(variant, after, action);
  complete_purchase(variant, after);
  const Player& before = seen.seats[seat];
  const Player& player = after.seats[seat];
  if (over(after)) return (winners(variant, after) >> seat & 1) ? kWin : -kWin;

  Value value = total_card_potential(variant, after, player) +
                noble_potential(variant, after, player) + holdings(player);
  const Gems bonus = player.bonuses - before.bonuses;
  if (bonus != 0 || player.points != before.points) {
    const UnitValues values = unit_values_for(variant, seen, before);
    value += values.point * (player.points - before.points);
    if (bonus != 0) {
      const int late = std::max(0, seen.turns / variant.rules.players - kUsualRounds);
      value += values.bonus[std::countr_zero(bonus) / 8] + kWeights.haste * late;
    }
  }
  const int slot = emptied_slot(action);
  if (slot >= 0) value += denial(variant, seen, slot);
  if (player.points >= variant.rules.target_points) value += kClaim;
  return value;
}

void score_actions(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::int64_t* values) {
  for (int i = 0; i < count; ++i) values[i] = score_action(variant, seen, actions[i]);
}

void prior_logits(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
                  float* logits) {
  for (int i = 0; i < count; ++i) {
    logits[i] = static_cast<float>(score_action(variant, seen, actions[i]));
  }
  logits_from_scores(logits, count, kPriorTemperature);
}

}  // namespace gemgrove::splendor
