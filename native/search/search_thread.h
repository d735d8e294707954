// Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) on one thread.
//
// Every iteration samples what the seat cannot see and descends one tree, choosing edges by PUCT.
// A node stands for the decisions that led to it, not for a position: other samples show other
// cards there, so an edge is a canonical action (the card, not its slot) and counts how often it
// was available.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "core/evaluation.h"
#include "core/game.h"
#include "network/network.h"
#include "search/options.h"
#include "search/tree.h"

namespace gemgrove {

template <Game G>
class SearchThread {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  // Without a network, priors and values are the game's own.
  SearchThread(const SearchOptions& options, std::uint64_t seed, const network::Network* network)
      : options_(options),
        exploration_(options.exploration < 0 ? G::kExploration : options.exploration),
        fpu_reduction_(options.fpu_reduction < 0 ? G::kFpuReduction : options.fpu_reduction),
        rng_(seed) {
    if (network != nullptr) evaluator_.emplace(*network);
  }

  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }

  static constexpr int kAnyAction = -1;

  // Begins sequential halving at the root (Karnin, Koren and Somekh 2013), with actions ranked as
  // in Gumbel AlphaZero (Danihelka and others 2022): each is visited equally often in a round, and
  // the better half goes on to the next. Only actions with the highest priors take part, fewer of
  // them if there are few iterations.
  void begin_halving(const Variant& variant, const State& seen, std::int64_t iterations) {
    expand(variant, seen, legal(variant, seen), kRoot);
    const Edge* edges = tree_.edges(kRoot);
    float highest = edges[moves_.front().edge_index].prior_logit;
    for (const Move& move : moves_) {
      highest = std::max(highest, edges[move.edge_index].prior_logit);
    }
    candidates_.clear();
    for (const Move& move : moves_) {
      const float logit = std::max(kLowestLogit, edges[move.edge_index].prior_logit - highest);
      candidates_.push_back({move.action, move.edge_index, logit + options_.root_noise * gumbel()});
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

  // The action for the next iteration to begin with, `progress` being the share of the budget that
  // is used up.
  int next_candidate(const State& seen, float progress) {
    for (const int due = static_cast<int>(progress * static_cast<float>(rounds_));
         round_ < due && candidates_.size() > 1; ++round_) {
      rank_candidates(to_move(seen));
      candidates_.resize((candidates_.size() + 1) / 2);
    }
    return candidates_[cursor_++ % candidates_.size()].action;
  }

  // `seen` is what the seat to move sees; the game is not over. `first` is a legal action that the
  // iteration must begin with.
  void iterate(const Variant& variant, const State& seen, int first = kAnyAction) {
    State state = sample(variant, seen, rng_);
    path_.clear();
    std::int32_t node = kRoot;
    while (!over(state)) {
      int choice = select(variant, state, node);
      if (choice == kNoEdge) break;  // the tree is full
      if (first != kAnyAction && path_.empty()) choice = index_of(first);
      const auto [action, edge_index] = moves_[choice];
      path_.push_back({node, edge_index});
      apply(variant, state, action);
      Edge& edge = tree_.edges(node)[edge_index];
      if (edge.child == Edge::kNoChild) {
        edge.child = tree_.add_node();
        break;
      }
      node = edge.child;
    }
    const Values result = simulate(variant, state, to_move(seen));
    tree_.root().add(result);
    for (const auto& [at, edge_index] : path_) tree_.edges(at)[edge_index].add(result);
  }

 private:
  static constexpr int kNoEdge = -1;
  static constexpr int kRoot = 0;

  struct Move {
    int action;
    int edge_index;  // among the edges of the node
  };
  struct Step {
    std::int32_t node;
    int edge_index;
  };

  // An action at the root that sequential halving still considers.
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

  float gumbel() {
    if (options_.root_noise == 0) return 0;
    const float uniform = (static_cast<float>(rng_.next() >> 40) + 0.5F) * 0x1p-24F;
    return -std::log(-std::log(uniform));
  }

  // By logit and value: the more visits, the more the value counts.
  void rank_candidates(int seat) {
    const Edge* edges = tree_.edges(kRoot);
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

  // Finds the edges of the legal actions, adds the missing ones, and selects one by PUCT. Returns
  // its index in moves_.
  int select(const Variant& variant, const State& state, int node) {
    const BitSet<G::kActions> mask = legal(variant, state);
    if (!expand(variant, state, mask, node)) return kNoEdge;
    const int count = static_cast<int>(moves_.size());
    Edge* edges = tree_.edges(node);
    float most = edges[moves_[0].edge_index].prior_logit;
    for (int i = 1; i < count; ++i) {
      most = std::max(most, edges[moves_[i].edge_index].prior_logit);
    }
    float sum = 0;
    float total_value = 0;
    int visits = 0;
    const int mover = to_move(state);
    for (int i = 0; i < count; ++i) {
      Edge& edge = edges[moves_[i].edge_index];
      ++edge.available;
      priors_[i] = exp_of_negative(options_.prior_weight * (edge.prior_logit - most));
      sum += priors_[i];
      if (edge.visits != 0) {
        total_value += edge.values[mover] * static_cast<float>(edge.visits);
        visits += static_cast<int>(edge.visits);
      }
    }
    const float unvisited =
        visits == 0 ? 0.5F : total_value / static_cast<float>(visits) - fpu_reduction_;
    int best = 0;
    float best_score = -1e9F;
    for (int i = 0; i < count; ++i) {
      const Edge& edge = edges[moves_[i].edge_index];
      const float value = edge.visits == 0 ? unvisited : edge.values[mover];
      const float bonus = exploration_ * priors_[i] / sum *
                          std::sqrt(static_cast<float>(edge.available)) /
                          static_cast<float>(1 + edge.visits);
      if (value + bonus > best_score) {
        best_score = value + bonus;
        best = i;
      }
    }
    return best;
  }

  // The index of a legal action in moves_.
  int index_of(int action) const {
    int index = 0;
    while (moves_[index].action != action) ++index;
    return index;
  }

  // Fills moves_ with the legal actions and their edges, adding edges to the node as needed.
  // Returns false if the tree is full and none of the actions has an edge.
  bool expand(const Variant& variant, const State& state, const BitSet<G::kActions>& mask,
              int node) {
    moves_.clear();
    const Edge* edges = tree_.edges(node);
    const int known = tree_.edge_count(node);
    for (int i = 0; i < known; ++i) edge_of_[edges[i].action] = i + 1;
    int unknown = 0;
    mask.for_each([&](int action) {
      const int edge_index = edge_of_[canonical_action(variant, state, action)] - 1;
      unknown += edge_index < 0;
      moves_.push_back({action, edge_index});
    });
    for (int i = 0; i < known; ++i) edge_of_[edges[i].action] = 0;
    if (unknown == 0) return true;
    if (tree_.full() && node != kRoot) {
      std::erase_if(moves_, [](const Move& move) { return move.edge_index < 0; });
      return !moves_.empty();
    }
    tree_.reserve_edges(node, unknown);
    compute_logits(variant, state, node);
    std::size_t next = 0;
    for (Move& move : moves_) {
      if (move.edge_index >= 0) continue;
      move.edge_index = tree_.edge_count(node);
      Edge& added = tree_.add_edge(node, canonical_action(variant, state, move.action));
      added.prior_logit = logits_[next++];
    }
    return true;
  }

  // Fills logits_ for the moves that are new at a node, in their order. Logits are relative to each
  // other, so the best known move is scored again with them as the common reference. A network
  // compares all legal actions, so it gets all of them.
  void compute_logits(const Variant& variant, const State& state, int node) {
    actions_.clear();
    const Edge* edges = tree_.edges(node);
    const Move* known = nullptr;
    std::size_t reference = 0;
    std::size_t added = 0;
    for (const Move& move : moves_) {
      const bool is_new = move.edge_index < 0;
      added += is_new;
      if (!is_new && (known == nullptr ||
                      edges[move.edge_index].prior_logit > edges[known->edge_index].prior_logit)) {
        known = &move;
        reference = actions_.size();
      }
      if (is_new || evaluator_) actions_.push_back(static_cast<std::int16_t>(move.action));
    }
    if (known != nullptr && !evaluator_) {
      reference = actions_.size();
      actions_.push_back(static_cast<std::int16_t>(known->action));
    }
    logits_.assign(actions_.size(), 0.0F);
    if (options_.prior_weight == 0 || moves_.size() == 1) return;
    action_logits(variant, state);
    const float shift =
        known == nullptr ? 0 : edges[known->edge_index].prior_logit - logits_[reference];
    if (evaluator_ && added < moves_.size()) {
      std::size_t next = 0;
      for (std::size_t i = 0; i < moves_.size(); ++i) {
        if (moves_[i].edge_index < 0) logits_[next++] = logits_[i];
      }
    }
    for (float& each : logits_) each += shift;
  }

  // Fills logits_ with those of actions_, which are legal for the seat to move.
  void action_logits(const Variant& variant, const State& state) {
    const int mover = to_move(state);
    const int count = static_cast<int>(actions_.size());
    const State seen = redact(variant, state, mover);
    if constexpr (HasNetworkInputs<G>) {
      if (evaluator_) {
        network_inputs(variant, seen, mover, evaluator_->inputs());
        action_inputs(variant, seen, actions_.data(), count, evaluator_->action_inputs(count));
        evaluator_->run();
        evaluator_->policy_logits(count, logits_.data());
        return;
      }
    }
    prior_logits(variant, seen, actions_.data(), count, logits_.data());
  }

  // Each seat's chance of winning, as `seat` sees it.
  Values leaf_values(const Variant& variant, const State& state, int seat) {
    Values result{};
    const State seen = redact(variant, state, seat);
    if constexpr (HasNetworkInputs<G>) {
      if (evaluator_) {
        const int seats = players(variant);
        Values chances{};
        network_inputs(variant, seen, seat, evaluator_->inputs());
        evaluator_->run();
        evaluator_->value_logits(chances.data());
        softmax(chances.data(), seats);
        for (int i = 0; i < seats; ++i) result[(seat + i) % seats] = chances[i];
        return result;
      }
    }
    evaluate(variant, seen, seat, result.data());
    return result;
  }

  // The result of a rollout from here, evaluated where it is cut off. The evaluation takes the
  // searching seat's view: the others' cards as they were sampled would only add noise.
  Values simulate(const Variant& variant, State& state, int seat) {
    for (int left = options_.cutoff; left != 0 && !over(state); --left) {
      const BitSet<G::kActions> mask = legal(variant, state);
      apply(variant, state, rollout_action(variant, state, mask));
    }
    if (!over(state)) return leaf_values(variant, state, seat);
    Values result{};
    const unsigned won = winners(variant, state);
    const float share = 1.0F / static_cast<float>(count_bits(won));
    for (int each = 0; each < players(variant); ++each) {
      result[each] = (won >> each & 1) ? share : 0;
    }
    return result;
  }

  int rollout_action(const Variant& variant, const State& state, const BitSet<G::kActions>& mask) {
    const int count = mask.count();
    if (options_.rollout == Rollout::random || count == 1) return mask.select(rng_.below(count));
    actions_.clear();
    mask.for_each([&](int action) { actions_.push_back(static_cast<std::int16_t>(action)); });
    logits_.resize(actions_.size());
    action_logits(variant, state);
    const float most = *std::max_element(logits_.begin(), logits_.end());
    float sum = 0;
    for (float& each : logits_) sum += each = exp_of_negative(each - most);
    float left = static_cast<float>(rng_.next() >> 40) * 0x1p-24F * sum;
    for (int i = 0; i + 1 < count; ++i) {
      left -= logits_[i];
      if (left < 0) return actions_[i];
    }
    return actions_.back();
  }

  SearchOptions options_;
  float exploration_;
  float fpu_reduction_;
  Rng rng_;
  std::optional<network::Evaluator> evaluator_;
  Tree tree_;
  std::vector<Step> path_;
  std::vector<Move> moves_;
  std::vector<Candidate> candidates_;
  int rounds_ = 1;
  int round_ = 0;
  std::size_t cursor_ = 0;
  std::vector<std::int16_t> actions_;
  std::vector<float> logits_;
  std::array<float, G::kActions> priors_;
  // The index plus one of each canonical action's edge; all zero except within expand().
  std::array<int, G::kCanonicalActions> edge_of_{};
};

}  // namespace gemgrove
