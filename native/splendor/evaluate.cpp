#include "splendor/evaluate.h"

#include <algorithm>
#include <bit>

#include "splendor/evaluation_weights.h"
#include "splendor/heuristics.h"
#include "splendor/legal.h"

namespace gemgrove::splendor {
namespace {

constexpr float kPotentialUnit = 1000;  // a point
constexpr int kManyPoints = 9;          // each point above these counts once more

float in_points(Value potential) { return static_cast<float>(potential) / kPotentialUnit; }

// The most points that a player can reach with one purchase now.
int points_within_reach(const Variant& variant, const State& state, const Player& player) {
  const auto places = buyable_cards(state, player);
  int most = player.points;
  for (unsigned can = affordable(variant, state, player); can != 0; can &= can - 1) {
    most = std::max(most, points_with(variant, state, player, places[std::countr_zero(can)]));
  }
  return most;
}

}  // namespace

EvaluationFeatures evaluation_features(const Variant& variant, const State& state, int) {
  const int seats = variant.rules.players;
  const int target = variant.rules.target_points;
  const auto places_after = [&](int seat, int other) { return (seat - other + seats) % seats; };
  int leader = 0;
  for (int seat = 0; seat < seats; ++seat) leader = std::max<int>(leader, state.seats[seat].points);
  const bool last_round = leader >= target;

  EvaluationFeatures features{};
  for (int seat = 0; seat < seats; ++seat) {
    const Player& player = state.seats[seat];
    int reserved = 0;
    for (const std::uint8_t card : player.reserved) reserved += card != kEmpty;
    const bool turn_left =
        places_after(seat, state.first) >= places_after(state.mover, state.first);
    const int reach =
        !last_round || turn_left ? points_within_reach(variant, state, player) : player.points;
    const float wait = static_cast<float>(places_after(seat, state.mover));
    features[seat] = {
        static_cast<float>(player.points),
        static_cast<float>(player.cards),
        static_cast<float>(std::min(total(player.tokens), kTokenLimit)),
        static_cast<float>(count_of(player.tokens, kGold)),
        in_points(Prospects(variant, state, player).total(player.tokens)),
        in_points(noble_potential(variant, state, player)),
        static_cast<float>(reserved),
        1 - wait / static_cast<float>(seats),
        reach >= target && reach > player.points ? 1.0F : 0.0F,
        static_cast<float>(reach - player.points),
        last_round && player.points == leader ? 1.0F : 0.0F,
        static_cast<float>(std::max(0, player.points - kManyPoints)),
        static_cast<float>(count_bits(at_least(player.bonuses, 1))),
        turn_left ? 1.0F : 0.0F,
    };
  }
  return features;
}

float game_progress(const Variant& variant, const State& state) {
  return static_cast<float>(game_stage(variant, state)) / kLastStage;
}

void evaluate(const Variant& variant, const State& seen, int seat, float* probabilities) {
  const int seats = variant.rules.players;
  win_probabilities(evaluation_features(variant, seen, seat), kEvaluationWeights[seats - 2],
                    game_progress(variant, seen), seats, probabilities);
}

}  // namespace gemgrove::splendor
