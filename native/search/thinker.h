// Information-set Monte Carlo tree search: one thread's share of it.
//
// Every iteration draws what the seat cannot see anew and walks down one tree. A node stands for
// the decisions that led to it, not for a position: other draws show other cards there, so an edge
// is the card and not its slot, and counts how often it could be chosen. At each node the seat to
// move follows its own mean result, its inclination, and how seldom an edge was tried.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "core/game.h"
#include "search/options.h"
#include "search/tree.h"

namespace gemgrove {

template <Game G>
class Thinker {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  Thinker(const SearchOptions& options, std::uint64_t seed)
      : options_(options),
        exploration_(options.exploration < 0 ? G::kExploration : options.exploration),
        doubt_(options.doubt < 0 ? G::kDoubt : options.doubt),
        rng_(seed) {}

  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }

  static constexpr int kAnyAction = -1;

  // `seen` is what the seat to move sees, and it has a decision to make. `first` is a legal action
  // that is to be tried whatever it is worth.
  void iterate(const Variant& variant, const State& seen, int first = kAnyAction) {
    State state = sample(variant, seen, rng_);
    path_.clear();
    std::int32_t node = kRoot;
    while (!over(state)) {
      int index = choose(variant, state, node);
      if (index == kNoEdge) break;  // a tree without room for more
      if (first != kAnyAction && path_.empty()) index = index_of(first);
      const auto [action, place] = moves_[index];
      path_.push_back({node, place});
      apply(variant, state, action);
      Edge& edge = tree_.edges(node)[place];
      if (edge.child == Edge::kNoChild) {
        const int child = tree_.add_node();
        tree_.edges(node)[place].child = child;
        break;
      }
      node = edge.child;
    }
    const Values result = play_on(variant, state, to_move(seen));
    tree_.root().add(result);
    for (const auto& [at, place] : path_) tree_.edges(at)[place].add(result);
  }

 private:
  static constexpr int kNoEdge = -1;
  static constexpr int kRoot = 0;

  struct Move {
    int action;
    int place;  // of its edge among those of the node
  };
  struct Step {
    std::int32_t node;
    int place;
  };

  // Finds the edges of the legal actions, adding those that are new here, and picks one.
  int choose(const Variant& variant, const State& state, int node) {
    const BitSet<G::kActions> mask = legal(variant, state);
    if (!match_edges(variant, state, mask, node)) return kNoEdge;
    const int count = static_cast<int>(moves_.size());
    Edge* edges = tree_.edges(node);
    float most = edges[moves_[0].place].lean;
    for (int i = 1; i < count; ++i) most = std::max(most, edges[moves_[i].place].lean);
    float sum = 0;
    float best_known = 0;
    int visited = 0;
    const int mover = to_move(state);
    for (int i = 0; i < count; ++i) {
      Edge& edge = edges[moves_[i].place];
      ++edge.available;
      weights_[i] = std::exp(options_.bias * (edge.lean - most));
      sum += weights_[i];
      if (edge.visits != 0) {
        best_known += edge.values[mover] * static_cast<float>(edge.visits);
        visited += static_cast<int>(edge.visits);
      }
    }
    const float parent = visited == 0 ? 0.5F : best_known / static_cast<float>(visited) - doubt_;
    int best = 0;
    float best_score = -1e9F;
    for (int i = 0; i < count; ++i) {
      const Edge& edge = edges[moves_[i].place];
      const float value = edge.visits == 0 ? parent : edge.values[mover];
      const float draw = exploration_ * weights_[i] / sum *
                         std::sqrt(static_cast<float>(edge.available)) /
                         static_cast<float>(1 + edge.visits);
      if (value + draw > best_score) {
        best_score = value + draw;
        best = i;
      }
    }
    return best;
  }

  // Where a legal action is among the moves.
  int index_of(int action) const {
    int index = 0;
    while (moves_[index].action != action) ++index;
    return index;
  }

  bool match_edges(const Variant& variant, const State& state, const BitSet<G::kActions>& mask,
                   int node) {
    moves_.clear();
    const Edge* edges = tree_.edges(node);
    const int known = tree_.edge_count(node);
    for (int place = 0; place < known; ++place) place_of_[edges[place].meaning] = place + 1;
    int unknown = 0;
    mask.for_each([&](int action) {
      const int place = place_of_[edge(variant, state, action)] - 1;
      unknown += place < 0;
      moves_.push_back({action, place});
    });
    for (int place = 0; place < known; ++place) place_of_[edges[place].meaning] = 0;
    if (unknown == 0) return true;
    if (tree_.full() && node != kRoot) {
      std::erase_if(moves_, [](const Move& move) { return move.place < 0; });
      return !moves_.empty();
    }
    tree_.make_room(node, unknown);
    find_leans(variant, state, node);
    std::size_t next = 0;
    for (Move& move : moves_) {
      if (move.place >= 0) continue;
      move.place = tree_.edge_count(node);
      tree_.add_edge(node, edge(variant, state, move.action)).lean = leans_[next++];
    }
    return true;
  }

  // leans_: of the moves that are new at a node, in their order. Inclinations are relative to each
  // other, so the best of the moves that are known there is asked about once more, for comparison.
  void find_leans(const Variant& variant, const State& state, int node) {
    actions_.clear();
    const Edge* edges = tree_.edges(node);
    const Move* known = nullptr;
    for (const Move& move : moves_) {
      if (move.place < 0) {
        actions_.push_back(static_cast<std::int16_t>(move.action));
      } else if (known == nullptr || edges[move.place].lean > edges[known->place].lean) {
        known = &move;
      }
    }
    leans_.assign(actions_.size() + 1, 0.0F);
    if (options_.bias == 0 || moves_.size() == 1) return;
    if (known != nullptr) actions_.push_back(static_cast<std::int16_t>(known->action));
    lean(variant, redact(variant, state, to_move(state)), actions_.data(),
         static_cast<int>(actions_.size()), leans_.data());
    if (known == nullptr) return;
    const float shift = edges[known->place].lean - leans_[actions_.size() - 1];
    for (float& each : leans_) each += shift;
  }

  // The result of a game that goes on from here, by rollout and outlook. The outlook is that of the
  // seat that thinks: to look at the others' cards as they were drawn would only add noise.
  Values play_on(const Variant& variant, State& state, int seat) {
    for (int left = options_.cutoff; left != 0 && !over(state); --left) {
      const BitSet<G::kActions> mask = legal(variant, state);
      apply(variant, state, roll(variant, state, mask));
    }
    Values result{};
    if (!over(state)) {
      outlook(variant, redact(variant, state, seat), seat, result.data());
      return result;
    }
    const unsigned won = winners(variant, state);
    const float share = 1.0F / static_cast<float>(count_bits(won));
    for (int each = 0; each < players(variant); ++each) {
      result[each] = (won >> each & 1) ? share : 0;
    }
    return result;
  }

  int roll(const Variant& variant, const State& state, const BitSet<G::kActions>& mask) {
    const int count = mask.count();
    if (options_.rollout == Rollout::random || count == 1) return mask.select(rng_.below(count));
    actions_.clear();
    mask.for_each([&](int action) { actions_.push_back(static_cast<std::int16_t>(action)); });
    leans_.resize(actions_.size());
    lean(variant, redact(variant, state, to_move(state)), actions_.data(), count, leans_.data());
    const float most = *std::max_element(leans_.begin(), leans_.end());
    float sum = 0;
    for (float& each : leans_) sum += each = std::exp(each - most);
    float left = static_cast<float>(rng_.next() >> 40) * 0x1p-24F * sum;
    for (int i = 0; i + 1 < count; ++i) {
      left -= leans_[i];
      if (left < 0) return actions_[i];
    }
    return actions_.back();
  }

  SearchOptions options_;
  float exploration_;
  float doubt_;
  Rng rng_;
  Tree tree_;
  std::vector<Step> path_;
  std::vector<Move> moves_;
  std::vector<std::int16_t> actions_;
  std::vector<float> leans_;
  std::array<float, G::kActions> weights_;
  std::array<int, G::kEdges> place_of_{};  // 0, but while edges are being matched
};

}  // namespace gemgrove
