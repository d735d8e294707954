#include "splendor/outlook.h"

#include <algorithm>
#include <bit>

#include "splendor/appraise.h"
#include "splendor/legal.h"
#include "splendor/outlook_weights.h"
#include "splendor/promise.h"

namespace gemgrove::splendor {
namespace {

constexpr float kPromiseUnit = 1000;
constexpr int kClose = 9;         // points from which on each counts once more
constexpr float kLeanStep = 400;  // of greedy's judgement

float in_units(Value promise) { return static_cast<float>(promise) / kPromiseUnit; }

// The most points that a player can come to with one purchase now.
int points_within_reach(const Variant& variant, const State& state, const Player& player) {
  const auto places = places_to_buy(state, player);
  int most = player.points;
  for (unsigned can = affordable(variant, state, player); can != 0; can &= can - 1) {
    most = std::max(most, points_with(variant, state, player, places[std::countr_zero(can)]));
  }
  return most;
}

}  // namespace

OutlookTerms outlook_terms(const Variant& variant, const State& state, int) {
  const int seats = variant.rules.players;
  const int target = variant.rules.target_points;
  const auto places_after = [&](int seat, int other) { return (seat - other + seats) % seats; };
  int leader = 0;
  for (int seat = 0; seat < seats; ++seat) leader = std::max<int>(leader, state.seats[seat].points);
  const bool last_round = leader >= target;

  OutlookTerms terms{};
  for (int seat = 0; seat < seats; ++seat) {
    const Player& player = state.seats[seat];
    int reserved = 0;
    for (const std::uint8_t card : player.reserved) reserved += card != kEmpty;
    const bool turn_left =
        places_after(seat, state.first) >= places_after(state.mover, state.first);
    const int reach =
        !last_round || turn_left ? points_within_reach(variant, state, player) : player.points;
    const float wait = static_cast<float>(places_after(seat, state.mover));
    terms[seat] = {
        static_cast<float>(player.points),
        static_cast<float>(player.cards),
        static_cast<float>(std::min(total(player.tokens), kTokenLimit)),
        static_cast<float>(count_of(player.tokens, kGold)),
        in_units(promise_of_cards(variant, state, player)),
        in_units(promise_of_nobles(variant, state, player)),
        static_cast<float>(reserved),
        1 - wait / static_cast<float>(seats),
        reach >= target && reach > player.points ? 1.0F : 0.0F,
        static_cast<float>(reach - player.points),
        last_round && player.points == leader ? 1.0F : 0.0F,
        static_cast<float>(std::max(0, player.points - kClose)),
        static_cast<float>(count_bits(at_least(player.bonuses, 1))),
        turn_left ? 1.0F : 0.0F,
    };
  }
  return terms;
}

float outlook_stage(const Variant& variant, const State& state) {
  return static_cast<float>(stage_of(variant, state)) / kLastStage;
}

void outlook(const Variant& variant, const State& seen, int seat, float* chances) {
  const int seats = variant.rules.players;
  weigh(outlook_terms(variant, seen, seat), kOutlookWeights[seats - 2],
        outlook_stage(variant, seen), seats, chances);
}

void lean(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
          float* leans) {
  for (int i = 0; i < count; ++i) {
    leans[i] = static_cast<float>(appraise(variant, seen, actions[i]));
  }
  lean_to_the_best(leans, count, kLeanStep);
}

}  // namespace gemgrove::splendor
