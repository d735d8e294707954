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
    Value value =
        share(card_potential(prospect(variant, other, values, card), other.tokens), kWeights.deny);
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

// Scores the actions of one position, which have most of the work in common.
class ActionScorer {
 public:
  ActionScorer(const Variant& variant, const State& seen)
      : variant_(variant),
        seen_(seen),
        before_(seen.player()),
        prospects_(variant, seen, before_),
        nobles_(noble_potential(variant, seen, before_)) {}

  Value score(int action) const {
    State after = seen_;
    apply(variant_, after, action);
    complete_purchase(variant_, after);
    const int seat = seen_.mover;
    const Player& player = after.seats[seat];
    if (over(after)) return (winners(variant_, after) >> seat & 1) ? kWin : -kWin;

    Value value = holdings(player);
    const int slot = emptied_slot(action);
    const Gems bonus = player.bonuses - before_.bonuses;
    const bool refilled = slot >= 0 && is_card(after.market[slot]);
    if (bonus == 0 && player.points == before_.points && !refilled) {
      value += prospects_.total(player.tokens, slot) + nobles_;
    } else {
      value += Prospects(variant_, after, player).total(player.tokens) +
               noble_potential(variant_, after, player) +
               prospects_.values.point * (player.points - before_.points);
    }
    if (bonus != 0) {
      const int late = std::max(0, seen_.turns / variant_.rules.players - kUsualRounds);
      value += prospects_.values.bonus[std::countr_zero(bonus) / 8] + kWeights.haste * late;
    }
    if (slot >= 0) value += denial(variant_, seen_, slot);
    if (player.points >= variant_.rules.target_points) value += kClaim;
    return value;
  }

 private:
  const Variant& variant_;
  const State& seen_;
  const Player& before_;
  Prospects prospects_;
  Value nobles_;
};

}  // namespace

void score_actions(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::int64_t* values) {
  const ActionScorer scorer(variant, seen);
  for (int i = 0; i < count; ++i) values[i] = scorer.score(actions[i]);
}

void prior_logits(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
                  float* logits) {
  const ActionScorer scorer(variant, seen);
  for (int i = 0; i < count; ++i) logits[i] = static_cast<float>(scorer.score(actions[i]));
  logits_from_scores(logits, count, kPriorTemperature);
}

}  // namespace gemgrove::splendor
