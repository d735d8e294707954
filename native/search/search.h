// Searches one decision after another, on one or several threads.
//
// Each thread has a separate tree and the trees are added up at the end, so the result depends on
// the seed, the iterations and the number of threads, but never on the clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "core/evaluation.h"
#include "core/fail.h"
#include "core/run_threads.h"
#include "core/session.h"
#include "search/search_thread.h"

namespace gemgrove {

// Statistics of a legal action at the root.
struct RootMove {
  int action = 0;
  std::int64_t visits = 0;
  std::int64_t available = 0;
  float prior = 0;
  float improved = 0;         // the prior, corrected by what the search has found
  std::vector<float> values;  // the mean result of each seat
};

struct SearchResult {
  std::int64_t iterations = 0;   // including those kept from earlier positions
  std::vector<float> values;     // the mean result of each seat
  std::vector<RootMove> moves;   // the most visited first
  std::vector<std::int16_t> pv;  // principal variation, up to the first hidden card
};

using Clock = std::chrono::steady_clock;

template <Game G>
class Search {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  explicit Search(const SearchOptions& options,
                  std::shared_ptr<const network::Network> network = nullptr)
      : options_(options), network_(std::move(network)) {
    if (options.threads < 1) fail("A search needs at least one thread.");
    Rng seeds(options.seed);
    for (int i = 0; i < options.threads; ++i) {
      threads_.emplace_back(options, seeds.next(), network_.get());
    }
    budgets_.resize(threads_.size());
  }

  // Sets the position as the seat to move sees it: a session made by seen_by. If it is a later
  // position of the same game, its subtree is kept, unless the seat has seen a new card since: then
  // most of it is about other cards. Returns the number of iterations kept.
  // Fails if the search has a network that does not fit.
  std::int64_t set_position(const Session<G>& seen) {
    if (network_ != nullptr && variant_ != seen.variant()) check_network(*seen.variant());
    const SeatHistory& history = seen.seat_history();
    const bool keep_tree = variant_ == seen.variant() && history.extends(history_) &&
                           unseen_cards(*variant_, seen_) == unseen_cards(*variant_, seen.state());
    for (SearchThread<G>& thread : threads_) {
      if (!keep_tree) {
        thread.tree().clear();
      } else if (history.actions.size() != history_.actions.size()) {
        thread.tree() = thread.tree().subtree(history.actions, history_.actions.size());
      }
    }
    variant_ = seen.variant();
    seen_ = seen.state();
    history_ = history;
    set_budget(0);
    return iterations();
  }

  void clear() {
    variant_.reset();
    leaves_.clear();
  }

  // Null until a position is set.
  const Variant* variant() const { return variant_.get(); }

  bool is_legal(int action) const {
    return action >= 0 && action < G::kActions && legal(*variant_, seen_).test(action);
  }

  // Divides the iterations of the next runs among the threads. The shares are fixed, however fast a
  // thread is: the result must not depend on the clock.
  void set_budget(std::int64_t iterations) {
    const auto threads = static_cast<std::int64_t>(threads_.size());
    for (std::int64_t i = 0; i < threads; ++i) {
      budgets_[static_cast<std::size_t>(i)] = iterations / threads + (i < iterations % threads);
    }
    shares_ = budgets_;
    halving_ = false;
  }

  // The same, for runs that share out the root's iterations by halving: `end` is when the last of
  // them must be over.
  void set_budget(std::int64_t iterations, Clock::time_point end) {
    set_budget(iterations);
    if (options_.root != RootPolicy::halving) return;
    halving_ = true;
    begin_ = Clock::now();
    end_ = end;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (shares_[i] != 0) threads_[i].begin_halving(*variant_, seen_, shares_[i]);
    }
  }

  bool done() const {
    return std::all_of(budgets_.begin(), budgets_.end(),
                       [](std::int64_t left) { return left == 0; });
  }

  // Searches until the budget is used up or the deadline has passed, but for at least one iteration
  // on each thread. `only` is a legal action that every iteration begins with.
  void run(Clock::time_point deadline, int only = SearchThread<G>::kAnyAction) {
    halving_ = halving_ && only == SearchThread<G>::kAnyAction;
    run_threads(threads_.size(), [&](std::size_t i) {
      while (budgets_[i] != 0) {
        const int first = halving_ ? threads_[i].next_candidate(seen_, progress(i)) : only;
        threads_[i].iterate(*variant_, seen_, first);
        --budgets_[i];
        if (Clock::now() >= deadline) break;
      }
    });
  }

  // For an evaluator outside the search, on one thread: these functions find leaves, show them, and
  // take the evaluations of all that are shown. The root comes first, unless its logits are known;
  // set_budget() and the iterations follow.
  void collect_root() {
    if (auto leaf = threads_[0].root_leaf(*variant_, seen_)) leaves_.push_back(std::move(*leaf));
  }

  // Makes `most` iterations, fewer where the budget or a round of halving ends, and collects their
  // leaves; those that come to the end of a game have none. `only` is as in run().
  void collect_leaves(int most, int only = SearchThread<G>::kAnyAction) {
    halving_ = halving_ && only == SearchThread<G>::kAnyAction;
    for (int i = 0; i < most && budgets_[0] != 0; ++i, --budgets_[0]) {
      const float used = halving_ ? progress(0) : 0;
      if (halving_ && !leaves_.empty() && threads_[0].round_ends(used)) return;
      const int first = halving_ ? threads_[0].next_candidate(seen_, used) : only;
      if (auto leaf = threads_[0].descend(*variant_, seen_, first)) {
        leaves_.push_back(std::move(*leaf));
      }
    }
  }

  int leaf_count() const { return static_cast<int>(leaves_.size()); }

  // A row for each leaf: what the seat to move observes there, and a flag for each action.
  void write_leaves(std::uint8_t* observations, std::uint8_t* masks) const {
    for (const Leaf& leaf : leaves_) {
      const int mover = to_move(leaf.state);
      observe(*variant_, redact(*variant_, leaf.state, mover), mover, observations);
      legal(*variant_, leaf.state).write_bytes(action_count(*variant_), masks);
      observations += observation_size(*variant_);
      masks += action_count(*variant_);
    }
  }

  // A row for each leaf: a logit for each action, finite for the legal ones, and each seat's chance
  // of winning, beginning with the seat to move.
  void finish_leaves(const float* logits, const float* chances) {
    const int seats = players(*variant_);
    for (const Leaf& leaf : leaves_) {
      Values values{};
      const int mover = to_move(leaf.state);
      for (int i = 0; i < seats; ++i) values[(mover + i) % seats] = chances[i];
      threads_[0].finish(*variant_, leaf, logits, values);
      logits += action_count(*variant_);
      chances += seats;
    }
    leaves_.clear();
  }

  std::int64_t iterations() const {
    std::int64_t sum = 0;
    for (const SearchThread<G>& thread : threads_) sum += thread.tree().root().visits;
    return sum;
  }

  SearchResult result() const {
    SearchResult result;
    result.iterations = iterations();
    Values sum{};
    for (const SearchThread<G>& thread : threads_) {
      add(sum, thread.tree().root().values, thread.tree().root().visits);
    }
    result.values = mean(sum, result.iterations);
    std::vector<float> priors;
    legal(*variant_, seen_).for_each([&](int action) {
      result.moves.push_back(root_move(action));
      priors.push_back(result.moves.back().prior);
    });
    softmax(priors.data(), static_cast<int>(priors.size()));
    for (std::size_t i = 0; i < priors.size(); ++i) result.moves[i].prior = priors[i];
    const int seat = to_move(seen_);
    improve_priors(result.moves, seat);
    std::stable_sort(result.moves.begin(), result.moves.end(),
                     [&](const RootMove& a, const RootMove& b) {
                       if (a.visits != b.visits) return a.visits > b.visits;
                       return a.values[seat] > b.values[seat];
                     });
    if (halving_) put_best_finalist_first(result.moves, seat);
    result.pv = principal_variation(result.moves.front().action);
    return result;
  }

 private:
  using Leaf = typename SearchThread<G>::Leaf;

  void check_network(const Variant& variant) const {
    if constexpr (HasNetworkInputs<G>) {
      network_->check_fits(players(variant), total_size(network_input_fields(variant)),
                           total_size(action_input_fields(variant)));
    } else {
      fail("This game does not say what a network sees of it.");
    }
  }

  // The share of the budget that a thread has used: of its iterations or of the time.
  float progress(std::size_t thread) const {
    const auto used = static_cast<float>(shares_[thread] - budgets_[thread]);
    float share = used / static_cast<float>(shares_[thread]);
    if (end_ != Clock::time_point::max()) {
      const std::chrono::duration<float> elapsed = Clock::now() - begin_;
      const std::chrono::duration<float> whole = end_ - begin_;
      if (whole.count() > 0) share = std::max(share, elapsed.count() / whole.count());
    }
    return share;
  }

  static constexpr float kVisitOffset = 50;
  static constexpr float kDoubtfulVisits = 20;  // up to here the mean counts more than the value
  static constexpr int kMaxPv = 60;
  static constexpr int kPvSamples = 4;

  static void add(Values& sum, const Values& values, std::int64_t times) {
    for (int seat = 0; seat < kMaxPlayers; ++seat) {
      sum[seat] += values[seat] * static_cast<float>(times);
    }
  }

  std::vector<float> mean(const Values& sum, std::int64_t count) const {
    std::vector<float> means(sum.begin(), sum.begin() + players(*variant_));
    if (count == 0) return means;
    for (float& each : means) each /= static_cast<float>(count);
    return means;
  }

  // The last candidates of sequential halving share its last round equally, so their values decide;
  // visits may be those of earlier positions.
  void put_best_finalist_first(std::vector<RootMove>& moves, int seat) const {
    std::array<int, G::kActions> threads{};  // in which an action is among the last
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (shares_[i] == 0) continue;
      for (const int action : threads_[i].candidates()) ++threads[action];
    }
    const auto best =
        std::max_element(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
          if (threads[a.action] != threads[b.action]) return threads[a.action] < threads[b.action];
          return a.values[seat] < b.values[seat];
        });
    std::rotate(moves.begin(), best, best + 1);
  }

  // The policy that a network learns: logits plus values (Danihelka and others 2022). Values of few
  // visits are drawn towards the mean of all by prior, which is that of unvisited actions.
  static void improve_priors(std::vector<RootMove>& moves, int seat) {
    float sum = 0;
    float weight = 0;
    std::int64_t most = 0;
    for (const RootMove& move : moves) {
      if (move.visits == 0) continue;
      sum += move.prior * move.values[seat];
      weight += move.prior;
      most = std::max(most, move.visits);
    }
    const float unvisited = weight == 0 ? 0 : sum / weight;
    const float scale = kVisitOffset + static_cast<float>(most);
    std::vector<float> improved;
    for (const RootMove& move : moves) {
      const auto visits = static_cast<float>(move.visits);
      const float gain = (move.values[seat] - unvisited) * visits / (visits + kDoubtfulVisits);
      improved.push_back(std::log(std::max(move.prior, 1e-9F)) + scale * gain);
    }
    softmax(improved.data(), static_cast<int>(improved.size()));
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i].improved = improved[i];
  }

  // With its prior as a logit.
  RootMove root_move(int action) const {
    RootMove move;
    move.action = action;
    const int canonical = canonical_action(*variant_, seen_, action);
    Values sum{};
    for (const SearchThread<G>& thread : threads_) {
      const Edge* edge = thread.tree().find(0, canonical);
      if (edge == nullptr) continue;
      move.visits += edge->visits;
      move.available += edge->available;
      move.prior = options_.prior_weight * edge->prior_logit;
      add(sum, edge->values, edge->visits);
    }
    move.values = mean(sum, move.visits);
    return move;
  }

  // Begins with an action and follows the most visited edges of all trees until one depends on a
  // hidden card: such an edge is not legal, or is another action, in what the seat sees or in some
  // sample of the rest.
  std::vector<std::int16_t> principal_variation(int first) const {
    std::vector<std::int16_t> pv;
    std::vector<int> at(threads_.size(), 0);
    std::vector<State> worlds = {seen_};
    Rng rng(options_.seed);
    for (int i = 0; i < kPvSamples; ++i) worlds.push_back(sample(*variant_, seen_, rng));
    while (static_cast<int>(pv.size()) < kMaxPv && !over(worlds[0])) {
      const int canonical =
          pv.empty() ? canonical_action(*variant_, seen_, first) : most_visited(at);
      const int action = canonical < 0 ? -1 : action_of(worlds[0], canonical);
      const auto known = [&](const State& world) { return action_of(world, canonical) == action; };
      if (action < 0 || !std::all_of(worlds.begin(), worlds.end(), known)) break;
      pv.push_back(static_cast<std::int16_t>(action));
      for (State& world : worlds) apply(*variant_, world, action);
      for (std::size_t i = 0; i < at.size(); ++i) {
        const Edge* next = at[i] < 0 ? nullptr : threads_[i].tree().find(at[i], canonical);
        at[i] = next == nullptr ? Edge::kNoChild : next->child;
      }
    }
    return pv;
  }

  // The legal action whose canonical action in this state is `canonical`, or -1.
  int action_of(const State& state, int canonical) const {
    int action = -1;
    legal(*variant_, state).for_each([&](int each) {
      if (canonical_action(*variant_, state, each) == canonical) action = each;
    });
    return action;
  }

  int most_visited(const std::vector<int>& at) const {
    std::array<std::int64_t, G::kCanonicalActions> visits{};
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (at[i] < 0) continue;
      const Tree& tree = threads_[i].tree();
      for (int k = 0; k < tree.edge_count(at[i]); ++k) {
        const Edge& each = tree.edges(at[i])[k];
        visits[each.action] += each.visits;
      }
    }
    const auto most = std::max_element(visits.begin(), visits.end());
    return *most == 0 ? -1 : static_cast<int>(most - visits.begin());
  }

  SearchOptions options_;
  std::shared_ptr<const network::Network> network_;
  std::vector<SearchThread<G>> threads_;
  std::vector<std::int64_t> budgets_;  // iterations left for each thread
  std::vector<std::int64_t> shares_;   // iterations for each thread in all
  bool halving_ = false;
  Clock::time_point begin_{};
  Clock::time_point end_{};
  std::shared_ptr<const Variant> variant_;  // null until a position is set
  State seen_{};
  SeatHistory history_;
  std::vector<Leaf> leaves_;  // waiting for their evaluations
};

}  // namespace gemgrove
