// Rewards as weighted sums of terms.
//
// Every game has the terms below. A game may add its own, which it names in G::kRewardTerms and
// computes in reward_terms(variant, before, after, seat).
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/ranking.h"

namespace gemgrove {

struct RewardWeights {
  // At the end of the game.
  float win = 0;
  float draw = 0;  // for those who share the win
  float loss = 0;
  float rank = 0;    // from +1 for first place to -1 for last place
  float margin = 0;  // per point ahead of the best opponent
  // With every step.
  float points = 0;
  float lead = 0;
  std::vector<float> game_terms;  // in the order of G::kRewardTerms; empty if none counts

  bool needs_points() const { return points != 0 || lead != 0; }
  bool needs_states() const { return !game_terms.empty(); }
};

struct RewardTerm {
  std::string_view name;
  float RewardWeights::* weight;
};

inline constexpr std::array<RewardTerm, 7> kCommonRewardTerms = {{
    {"win", &RewardWeights::win},
    {"draw", &RewardWeights::draw},
    {"loss", &RewardWeights::loss},
    {"rank", &RewardWeights::rank},
    {"margin", &RewardWeights::margin},
    {"points", &RewardWeights::points},
    {"lead", &RewardWeights::lead},
}};

template <class G>
concept HasRewardTerms = requires { G::kRewardTerms; };

// Sets a term's weight by name. Returns false if the game has no such term.
template <Game G>
bool set_weight(RewardWeights& weights, std::string_view name, float weight) {
  for (const RewardTerm& term : kCommonRewardTerms) {
    if (term.name == name) {
      weights.*term.weight = weight;
      return true;
    }
  }
  if constexpr (HasRewardTerms<G>) {
    const auto found = std::find(G::kRewardTerms.begin(), G::kRewardTerms.end(), name);
    if (found != G::kRewardTerms.end()) {
      weights.game_terms.resize(G::kRewardTerms.size());
      weights.game_terms[static_cast<std::size_t>(found - G::kRewardTerms.begin())] = weight;
      return true;
    }
  }
  return false;
}

using Seats = std::array<int, kMaxPlayers>;

inline int lead_of(const Seats& points, int seats, int seat) {
  int best = points[seat == 0 ? 1 : 0];
  for (int other = 0; other < seats; ++other) {
    if (other != seat) best = std::max(best, points[other]);
  }
  return points[seat] - best;
}

// The reward at the end of a game, from the rank keys and the final points.
inline float final_reward(const RewardWeights& weights, const Seats& rank_keys, const Seats& points,
                          int seats, int seat) {
  const int ahead = seats_ahead(rank_keys.data(), seats, seat);
  const int behind = seats_behind(rank_keys.data(), seats, seat);
  const float outcome = ahead != 0            ? weights.loss
                        : behind == seats - 1 ? weights.win
                                              : weights.draw;
  return outcome +
         weights.rank * static_cast<float>(behind - ahead) / static_cast<float>(seats - 1) +
         weights.margin * static_cast<float>(lead_of(points, seats, seat));
}

}  // namespace gemgrove
