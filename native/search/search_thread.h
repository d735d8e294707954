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
#include "search/halving.h"
#include "search/options.h"
#include "search/simulation.h"
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
        rng_(seed),
        simulation_(options, network),
        policy_state_(static_cast<std::size_t>(simulation_.policy_state_size())) {}

  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }

  static constexpr int kAnyAction = -1;

  // An edge on the path of an iteration.
  struct Step {
    std::int32_t node;
    int edge_index;
  };

  // The end of an iteration that waits for an evaluation from outside the search.
  struct Leaf {
    State state;
    std::vector<Step> path;
    std::int32_t node;
  };

  // Begins sequential halving of the next iterations at the root.
  void begin_halving(const Variant& variant, const State& seen, std::int64_t iterations) {
    expand(variant, seen, legal(variant, seen), kRoot);
    halving_.begin(moves_, tree_.edges(kRoot), iterations, options_.root_noise, rng_);
  }

  // True if the next candidate belongs to another round, so that all results of this one must be
  // known. `progress` is the share of the budget that is used up.
  bool round_ends(float progress) const { return halving_.round_ends(progress); }

  // The action for the next iteration to begin with.
  int next_candidate(const State& seen, float progress) {
    return halving_.next(tree_.edges(kRoot), to_move(seen), progress);
  }

  // The actions that halving still considers.
  std::vector<int> candidates() const { return halving_.candidates(); }

  // `seen` is what the seat to move sees; the game is not over. `first` is a legal action that the
  // iteration must begin with.
  void iterate(const Variant& variant, const State& seen, int first = kAnyAction) {
    State state = sample(variant, seen, rng_);
    path_.clear();
    std::int32_t node = kRoot;
    while (!over(state)) {
      if (!expand(variant, state, legal(variant, state), node)) break;  // the tree is full
      int choice = select<false>(state, node);
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
    back_up(path_, simulation_.run(variant, state, to_move(seen), rng_));
  }

  // The root as a leaf, if it has a legal action without an edge. Its evaluation must come before
  // all others; it is not an iteration.
  std::optional<Leaf> root_leaf(const Variant& variant, const State& seen) {
    if (find_edges(variant, seen, legal(variant, seen), kRoot) == 0) return std::nullopt;
    return Leaf{seen, {}, kRoot};
  }

  // As iterate(), but the leaf is not evaluated: finish() must follow with what an evaluator
  // outside the search says about it. Until then its path is avoided. An action that was never
  // legal at a node before makes the node a leaf again, since it has no prior yet. Returns nothing
  // if the iteration has come to the end of the game: then it is complete.
  std::optional<Leaf> descend(const Variant& variant, const State& seen, int first = kAnyAction) {
    Leaf leaf{sample(variant, seen, rng_), {}, kRoot};
    while (!over(leaf.state)) {
      const int unknown = find_edges(variant, leaf.state, legal(variant, leaf.state), leaf.node);
      if (unknown != 0 && (!tree_.full() || !keep_known_moves())) return leaf;
      int choice = select<true>(leaf.state, leaf.node);
      if (first != kAnyAction && leaf.path.empty()) choice = index_of(first);
      const auto [action, edge_index] = moves_[choice];
      leaf.path.push_back({leaf.node, edge_index});
      apply(variant, leaf.state, action);
      Edge& edge = tree_.edges(leaf.node)[edge_index];
      ++edge.pending;
      if (edge.child == Edge::kNoChild) edge.child = tree_.add_node();
      leaf.node = edge.child;
    }
    end_wait(leaf);
    back_up(leaf.path, final_values<G>(variant, leaf.state));
    return std::nullopt;
  }

  // `logits` has one for each action; those of illegal ones are ignored.
  void finish(const Variant& variant, const Leaf& leaf, const float* logits, const Values& values) {
    const int unknown = find_edges(variant, leaf.state, legal(variant, leaf.state), leaf.node);
    if (unknown != 0 && (!tree_.full() || leaf.node == kRoot)) {
      choose_logits(leaf.node, logits);
      add_edges(variant, leaf.state, leaf.node, unknown);
    }
    if (leaf.path.empty()) return;
    end_wait(leaf);
    back_up(leaf.path, values);
  }

 private:
  static constexpr int kRoot = 0;
  static constexpr float kLowestLogit = -80;  // below the highest: there the prior is 0
  static constexpr float kMostExponent = 40;  // of a prior above the highest so far
  static constexpr float kMostPrior = 1e30F;  // a hundred of them can be added up

  void back_up(const std::vector<Step>& path, const Values& result) {
    tree_.root().add(result);
    for (const auto& [at, edge_index] : path) tree_.edges(at)[edge_index].add(result);
  }

  void end_wait(const Leaf& leaf) {
    for (const auto& [at, edge_index] : leaf.path) --tree_.edges(at)[edge_index].pending;
  }

  // Selects one of moves_, which all have edges, by PUCT and returns its index. With kPending, a
  // visit whose result is pending counts as a loss (virtual loss).
  template <bool kPending>
  int select(const State& state, int node) {
    const int count = static_cast<int>(moves_.size());
    Edge* edges = tree_.edges(node);
    float sum = 0;
    float total_value = 0;
    int visits = 0;
    const int mover = to_move(state);
    for (int i = 0; i < count; ++i) {
      Edge& edge = edges[moves_[i].edge_index];
      ++edge.available;
      sum += edge.prior;
      if (edge.visits != 0) {
        total_value += edge.values[mover] * static_cast<float>(edge.visits);
        visits += static_cast<int>(edge.visits);
      }
    }
    const float unvisited =
        visits == 0 ? 0.5F : total_value / static_cast<float>(visits) - fpu_reduction_;
    const float weight = exploration_ / sum;
    int best = 0;
    float best_score = -1e9F;
    for (int i = 0; i < count; ++i) {
      const Edge& edge = edges[moves_[i].edge_index];
      std::uint32_t tries = edge.visits;
      float value = edge.visits == 0 ? unvisited : edge.values[mover];
      if constexpr (kPending) {
        tries += edge.pending;
        if (edge.pending != 0) {
          value = edge.values[mover] * static_cast<float>(edge.visits) / static_cast<float>(tries);
        }
      }
      const float bonus = weight * edge.prior * std::sqrt(static_cast<float>(edge.available)) /
                          static_cast<float>(1 + tries);
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
    const int unknown = find_edges(variant, state, mask, node);
    if (unknown == 0) return true;
    if (tree_.full() && node != kRoot) return keep_known_moves();
    compute_logits(variant, state, node);
    add_edges(variant, state, node, unknown);
    return true;
  }

  // Fills moves_ with the legal actions and their edges. Returns how many have none.
  int find_edges(const Variant& variant, const State& state, const BitSet<G::kActions>& mask,
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
    return unknown;
  }

  // Leaves only those of moves_ that have an edge. Returns whether there are any.
  bool keep_known_moves() {
    std::erase_if(moves_, [](const Move& move) { return move.edge_index < 0; });
    return !moves_.empty();
  }

  // Adds edges for the moves without one, `unknown` in number, whose logits are in logits_. Their
  // priors are relative to the node's highest.
  void add_edges(const Variant& variant, const State& state, int node, int unknown) {
    tree_.reserve_edges(node, unknown);
    float highest = *std::max_element(logits_.begin(), logits_.begin() + unknown);
    float highest_prior = 1;
    const Edge* known = tree_.edges(node);
    for (int i = 0; i < tree_.edge_count(node); ++i) {
      if (i != 0 && known[i].prior_logit <= highest) continue;
      highest = known[i].prior_logit;
      highest_prior = known[i].prior;
    }
    std::size_t next = 0;
    for (Move& move : moves_) {
      if (move.edge_index >= 0) continue;
      move.edge_index = tree_.edge_count(node);
      Edge& added = tree_.add_edge(node, canonical_action(variant, state, move.action));
      added.prior_logit = logits_[next++];
      const float exponent = options_.prior_weight * (added.prior_logit - highest);
      const float ratio = exponent <= 0 ? exp_of_negative(exponent)
                                        : 1 / exp_of_negative(std::max(-exponent, -kMostExponent));
      added.prior = std::min(kMostPrior, highest_prior * ratio);
    }
  }

  // Fills logits_ for the moves that are new at a node, in their order. A network's are comparable
  // if its policy state is the same. Else logits are relative to each other, so the best known move
  // is scored again with them as the common reference.
  void compute_logits(const Variant& variant, const State& state, int node) {
    actions_.clear();
    for (const Move& move : moves_) {
      if (move.edge_index < 0) actions_.push_back(static_cast<std::int16_t>(move.action));
    }
    if (const std::int32_t* known_state = tree_.policy_state(node); known_state != nullptr) {
      logits_.resize(actions_.size());
      simulation_.more_action_logits(variant, state, actions_, logits_.data(), known_state);
      return;
    }
    const Move* known = best_known_move(node);
    if (known != nullptr) actions_.push_back(static_cast<std::int16_t>(known->action));
    logits_.assign(actions_.size(), 0.0F);
    if (options_.prior_weight == 0 || actions_.size() == 1) return;
    simulation_.action_logits(variant, state, actions_, logits_.data(), policy_state_.data());
    // With a known move, logits are shifted, so those of later moves must be, too.
    if (known == nullptr && !policy_state_.empty()) tree_.set_policy_state(node, policy_state_);
    if (known == nullptr) return;
    const float shift = tree_.edges(node)[known->edge_index].prior_logit - logits_.back();
    for (float& each : logits_) each += shift;
  }

  // The same, from the logits of all actions.
  void choose_logits(int node, const float* logits) {
    float highest = logits[moves_.front().action];
    for (const Move& move : moves_) highest = std::max(highest, logits[move.action]);
    const auto relative = [&](const Move& move) {
      return std::max(kLowestLogit, logits[move.action] - highest);
    };
    const Move* known = best_known_move(node);
    const float shift =
        known == nullptr ? 0 : tree_.edges(node)[known->edge_index].prior_logit - relative(*known);
    logits_.clear();
    for (const Move& move : moves_) {
      if (move.edge_index < 0) logits_.push_back(relative(move) + shift);
    }
  }

  // The one of moves_ with the highest logit in the tree; null if none has an edge.
  const Move* best_known_move(int node) const {
    const Edge* edges = tree_.edges(node);
    const Move* best = nullptr;
    for (const Move& move : moves_) {
      if (move.edge_index < 0) continue;
      if (best == nullptr ||
          edges[move.edge_index].prior_logit > edges[best->edge_index].prior_logit) {
        best = &move;
      }
    }
    return best;
  }

  SearchOptions options_;
  float exploration_;
  float fpu_reduction_;
  Rng rng_;
  Simulation<G> simulation_;
  Tree tree_;
  std::vector<Step> path_;
  std::vector<Move> moves_;
  Halving halving_;
  std::vector<std::int16_t> actions_;
  std::vector<float> logits_;
  std::vector<std::int32_t> policy_state_;
  // The index plus one of each canonical action's edge; all zero except within expand().
  std::array<int, G::kCanonicalActions> edge_of_{};
};

}  // namespace gemgrove
