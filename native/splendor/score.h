// Points, ranking and endings.
#pragma once

#include <array>
#include <string_view>

#include "core/ranking.h"
#include "splendor/state.h"

namespace gemgrove::splendor {

inline void scores(const Variant& variant, const State& state, int* points) {
  for (int seat = 0; seat < variant.rules.players; ++seat) points[seat] = state.seats[seat].points;
}

// Most points, then fewest bought cards, then shared.
inline void rank_keys(const Variant& variant, const State& state, int* keys) {
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    keys[seat] = state.seats[seat].points * (kMaxCards + 1) - state.seats[seat].cards;
  }
}

inline unsigned winners(const Variant& variant, const State& state) {
  if (!over(state)) return 0;
  std::array<int, kMaxPlayers> keys;
  rank_keys(variant, state, keys.data());
  return best_seats(keys.data(), variant.rules.players);
}

// What a seat's bonuses saved on the card it bought, minus the increase in its tokens. It may have
// bought at most one card: with several, their order would matter.
inline int tokens_gained(const Variant& variant, const State& before, const State& after,
                         int seat) {
  const Player& then = before.seats[seat];
  const Player& now = after.seats[seat];
  int gained = total(then.tokens) - total(now.tokens);
  now.bought.without(then.bought).for_each([&](int id) {
    const Gems cost = variant.cost[id];
    gained += total(cost) - total(saturating_difference(cost, then.bonuses));
  });
  return gained;
}

// Splendor's own reward terms: cards bought and tokens gained in a step.
inline constexpr std::array<std::string_view, 2> kRewardTerms = {"cards", "tokens"};

inline std::array<int, kRewardTerms.size()> reward_terms(const Variant& variant,
                                                         const State& before, const State& after,
                                                         int seat) {
  return {after.seats[seat].cards - before.seats[seat].cards,
          tokens_gained(variant, before, after, seat)};
}

inline Ending ending(const Variant& variant, const State& state) {
  if (!over(state)) return Ending::none;
  if (state.passes == variant.rules.players) return Ending::dead_end;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    if (state.seats[seat].points >= variant.rules.target_points) return Ending::finished;
  }
  return Ending::turn_limit;
}

}  // namespace gemgrove::splendor
