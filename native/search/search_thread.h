// Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) on one thread.
//
// Every iteration samples what the seat cannot see and descends one tree, choosing edges by PUCT.
// A node stands for the decisions that led to it, not for a position: other samples show other
// cards there, so an edge is a canonical action (the card, not its slot) and counts how often it
// was available.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "core/game.h"
#include "search/options.h"
#include "search/tree.h"

namespace gemgrove {

template <Game G>
class SearchThread {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  SearchThread(const SearchOptions& options, std::uint64_t seed)
      : options_(options),
        exploration_(options.exploration < 0 ? G::kExploration : options.exploration),
        fpu_reduction_(options.fpu_reduction < 0 ? G::kFpuReduction : options.fpu_reduction),
        rng_(seed) {}

  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }

  static constexpr int kAnyAction = -1;

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
      priors_[i] = std::exp(options_.prior_weight * (edge.prior_logit - most));
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
  // other, so the best known move is scored again with them as the common reference.
  void compute_logits(const Variant& variant, const State& state, int node) {
    actions_.clear();
    const Edge* edges = tree_.edges(node);
    const Move* known = nullptr;
    for (const Move& move : moves_) {
      if (move.edge_index < 0) {
        actions_.push_back(static_cast<std::int16_t>(move.action));
      } else if (known == nullptr ||
                 edges[move.edge_index].prior_logit > edges[known->edge_index].prior_logit) {
        known = &move;
      }
    }
    logits_.assign(actions_.size() + 1, 0.0F);
    if (options_.prior_weight == 0 || moves_.size() == 1) return;
    if (known != nullptr) actions_.push_back(static_cast<std::int16_t>(known->action));
    prior_logits(variant, redact(variant, state, to_move(state)), actions_.data(),
                 static_cast<int>(actions_.size()), logits_.data());
    if (known == nullptr) return;
    const float shift = edges[known->edge_index].prior_logit - logits_[actions_.size() - 1];
    for (float& each : logits_) each += shift;
  }

  // The result of a rollout from here, evaluated where it is cut off. The evaluation takes the
  // searching seat's view: the others' cards as they were sampled would only add noise.
  Values simulate(const Variant& variant, State& state, int seat) {
    for (int left = options_.cutoff; left != 0 && !over(state); --left) {
      const BitSet<G::kActions> mask = legal(variant, state);
      apply(variant, state, rollout_action(variant, state, mask));
    }
    Values result{};
    if (!over(state)) {
      evaluate(variant, redact(variant, state, seat), seat, result.data());
      return result;
    }
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
    prior_logits(variant, redact(variant, state, to_move(state)), actions_.data(), count,
                 logits_.data());
    const float most = *std::max_element(logits_.begin(), logits_.end());
    float sum = 0;
    for (float& each : logits_) sum += each = std::exp(each - most);
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
  Tree tree_;
  std::vector<Step> path_;
  std::vector<Move> moves_;
  std::vector<std::int16_t> actions_;
  std::vector<float> logits_;
  std::array<float, G::kActions> priors_;
  // The index plus one of each canonical action's edge; all zero except within expand().
  std::array<int, G::kCanonicalActions> edge_of_{};
};

}  // namespace gemgrove
