#include "splendor/appraise.h"

#include <algorithm>
#include <bit>

#include "splendor/apply.h"
#include "splendor/promise.h"
#include "splendor/score.h"

namespace gemgrove::splendor {
namespace {

constexpr Value kWin = 1'000'000'000;  // more than all else together
constexpr Value kClaim = kWin / 2;     // having reached the target while others have a turn left

constexpr int kPatience = 40;  // rounds; most games have ended by then

// What it is worth that the others no longer find the card of a market slot: as much as it
// promised to the one who wanted it most.
Value denial(const Variant& variant, const State& seen, int slot) {
  const Worth worth = plain_worth(stage_of(variant, seen));
  const std::uint8_t card = seen.market[slot];
  Value most = 0;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    if (seat == seen.mover) continue;
    const Player& other = seen.seats[seat];
    Value value = share(promise(variant, other, worth, card), kWeights.deny);
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

// Makes the choices that follow a purchase in the plainest way: gold is paid last.
void complete_purchase(const Variant& variant, State& state) {
  while (state.phase == Phase::pay || state.phase == Phase::noble) {
    apply(variant, state, legal(variant, state).select(0));
  }
}

}  // namespace

std::int64_t appraise(const Variant& variant, const State& seen, int action) {
  const int seat = seen.mover;
  State after = seen;
  apply(variant, after, action);
  complete_purchase(variant, after);
  const Player& before = seen.seats[seat];
  const Player& player = after.seats[seat];
  if (over(after)) return (winners(variant, after) >> seat & 1) ? kWin : -kWin;

  Value value = promise_of_cards(variant, after, player) +
                promise_of_nobles(variant, after, player) + holdings(player);
  const Gems bonus = player.bonuses - before.bonuses;
  if (bonus != 0 || player.points != before.points) {
    const Worth worth = worth_to(variant, seen, before);
    value += worth.point * (player.points - before.points);
    if (bonus != 0) {
      const int late = std::max(0, seen.turns / variant.rules.players - kPatience);
      value += worth.bonus[std::countr_zero(bonus) / 8] + kWeights.haste * late;
    }
  }
  const int slot = emptied_slot(action);
  if (slot >= 0) value += denial(variant, seen, slot);
  if (player.points >= variant.rules.target_points) value += kClaim;
  return value;
}

void appraise(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
              std::int64_t* values) {
  for (int i = 0; i < count; ++i) values[i] = appraise(variant, seen, actions[i]);
}

}  // namespace gemgrove::splendor
