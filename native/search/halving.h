// Sequential halving at the root (Karnin, Koren and Somekh 2013), with actions ranked as in Gumbel
// AlphaZero (Danihelka and others 2022): each is visited equally often in a round, and the better
// half goes on to the next.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/rng.h"
#include "search/tree.h"

namespace gemgrove {

// A legal action and its edge.
struct Move {
  int action;
  int edge_index;  // among the edges of the node
};

class Halving {
 public:
  // `edges` are those of the root. Only actions with the highest priors take part, fewer of them if
  // there are few iterations. `noise` is the scale of the Gumbel noise on the logits.
  void begin(const std::vector<Move>& moves, const Edge* edges, std::int64_t iterations,
             float noise, Rng& rng) {
    float highest = edges[moves.front().edge_index].prior_logit;
    for (const Move& move : moves) {
      highest = std::max(highest, edges[move.edge_index].prior_logit);
    }
    candidates_.clear();
    for (const Move& move : moves) {
      const float logit = std::max(kLowestLogit, edges[move.edge_index].prior_logit - highest);
      const float drawn = noise == 0 ? 0 : noise * gumbel(rng);
      candidates_.push_back({move.action, move.edge_index, logit + drawn});
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.logit > b.logit; });
    std::size_t most = std::min(kMostCandidates, candidates_.size());
    while (most > 2 &&
           static_cast<std::int64_t>(most) * rounds_for(most) * kLeastVisits > iterations) {
      --most;
    }
    candidates_.resize(most);
    rounds_ = rounds_for(most);
    round_ = 0;
    cursor_ = 0;
  }

  // True if the next action belongs to another round. `progress` is the share of the budget that is
  // used up.
  bool round_ends(float progress) const {
    return round_ < round_at(progress) && candidates_.size() > 1;
  }

  // The action for the next iteration to begin with. `seat` is the seat to move.
  int next(const Edge* edges, int seat, float progress) {
    for (const int due = round_at(progress); round_ < due && candidates_.size() > 1; ++round_) {
      rank(edges, seat);
      candidates_.resize((candidates_.size() + 1) / 2);
    }
    return candidates_[cursor_++ % candidates_.size()].action;
  }

  // The actions that are still considered.
  std::vector<int> candidates() const {
    std::vector<int> actions;
    for (const Candidate& each : candidates_) actions.push_back(each.action);
    return actions;
  }

 private:
  // An action at the root that is still considered.
  struct Candidate {
    int action;
    int edge_index;
    float logit;  // of its prior, with noise
  };

  static constexpr std::size_t kMostCandidates = 16;  // more would cost the best their iterations
  static constexpr int kLeastVisits = 4;              // of a candidate in the first round
  static constexpr float kLowestLogit = -5;           // below the highest
  static constexpr float kVisitOffset = 50;

  static int rounds_for(std::size_t candidates) {
    int rounds = 1;
    while ((std::size_t{1} << rounds) < candidates) ++rounds;
    return rounds;
  }

  static float gumbel(Rng& rng) {
    const float uniform = (static_cast<float>(rng.next() >> 40) + 0.5F) * 0x1p-24F;
    return -std::log(-std::log(uniform));
  }

  int round_at(float progress) const {
    return static_cast<int>(progress * static_cast<float>(rounds_));
  }

  // By logit and value: the more visits, the more the value counts.
  void rank(const Edge* edges, int seat) {
    std::uint32_t most = 0;
    for (const Candidate& each : candidates_) most = std::max(most, edges[each.edge_index].visits);
    const float weight = kVisitOffset + static_cast<float>(most);
    const auto score = [&](const Candidate& each) {
      const Edge& edge = edges[each.edge_index];
      return each.logit + weight * (edge.visits == 0 ? 0 : edge.values[seat]);
    };
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [&](const Candidate& a, const Candidate& b) { return score(a) > score(b); });
  }

  std::vector<Candidate> candidates_;
  int rounds_ = 1;
  int round_ = 0;
  std::size_t cursor_ = 0;
};

}  // namespace gemgrove
