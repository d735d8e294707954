// What a step is worth to each seat: the weights of some terms, added up.
#pragma once

#include <algorithm>
#include <array>

#include "core/game.h"
#include "core/standing.h"

namespace gemgrove {

struct RewardTerms {
  // Once, when the game ends.
  float win = 0;
  float draw = 0;  // for those who share the win
  float loss = 0;
  float rank = 0;    // +1 for the first place to -1 for the last
  float margin = 0;  // for each point ahead of the best opponent
  // With every step.
  float points = 0;
  float lead = 0;
  float cards = 0;

  bool needs_points() const { return points != 0 || lead != 0; }
  bool needs_cards() const { return cards != 0; }
};

using Seats = std::array<int, kMaxPlayers>;

inline int lead_of(const Seats& points, int seats, int seat) {
  int best = points[seat == 0 ? 1 : 0];
  for (int other = 0; other < seats; ++other) {
    if (other != seat) best = std::max(best, points[other]);
  }
  return points[seat] - best;
}

// The reward of the end: by merit, more being better, and the final points.
inline float reward_of_end(const RewardTerms& terms, const Seats& merits, const Seats& points,
                           int seats, int seat) {
  const int ahead = seats_ahead(merits.data(), seats, seat);
  const int behind = seats_behind(merits.data(), seats, seat);
  const float outcome = ahead != 0 ? terms.loss : behind == seats - 1 ? terms.win : terms.draw;
  return outcome + terms.rank * static_cast<float>(behind - ahead) / static_cast<float>(seats - 1) +
         terms.margin * static_cast<float>(lead_of(points, seats, seat));
}

// The same where `loser` has lost by its own doing: it is last, and the others share the win.
inline float reward_of_forfeit(const RewardTerms& terms, int seats, int loser, int seat) {
  Seats merits{};
  merits[loser] = -1;
  return reward_of_end(terms, merits, Seats{}, seats, seat);
}

}  // namespace gemgrove
