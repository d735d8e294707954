// A search that thinks about one decision after another, on one thread or several.
//
// Each thread has a tree of its own and they are added up in the end, so that the result depends
// on the seed, the iterations and the number of threads, but never on the clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/session.h"
#include "search/thinker.h"

namespace gemgrove {

// What came of a legal action.
struct Choice {
  int action = 0;
  std::int64_t visits = 0;
  std::int64_t available = 0;
  float prior = 0;  // the share of the visits that the game's inclinations suggest
  Values values{};
};

struct Thoughts {
  std::int64_t iterations = 0;  // those of earlier decisions that led here included
  Values values{};
  std::vector<Choice> choices;     // the most visited first
  std::vector<std::int16_t> line;  // the principal variation, as far as the seat can see it
};

using Clock = std::chrono::steady_clock;

template <Game G>
class Search {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  explicit Search(const SearchOptions& options) : options_(options) {
    if (options.threads < 1) throw std::invalid_argument("A search needs a thread.");
    Rng seeds(options.seed);
    for (int i = 0; i < options.threads; ++i) thinkers_.emplace_back(options, seeds.next());
    left_.resize(thinkers_.size());
  }

  // Turns to a position, as the seat to move sees it: a session that seen_by made. What was found
  // out on the way to it is kept, unless the seat has come to know a card since: then most of it is
  // about other cards. Returns how many iterations are kept.
  std::int64_t look_at(const Session<G>& seen) {
    const Trail& trail = seen.trail();
    const bool nothing_new =
        variant_ == seen.variant() && trail.continues(trail_) &&
        unseen_cards(*variant_, seen_) == unseen_cards(*variant_, seen.state());
    for (Thinker<G>& thinker : thinkers_) {
      if (!nothing_new) {
        thinker.tree().clear();
      } else if (trail.edges.size() != trail_.edges.size()) {
        thinker.tree() = thinker.tree().below(trail.edges, trail_.edges.size());
      }
    }
    variant_ = seen.variant();
    seen_ = seen.state();
    trail_ = trail;
    allot(0);
    return iterations();
  }

  void forget() { variant_.reset(); }

  bool is_legal(int action) const {
    return action >= 0 && action < G::kActions && legal(*variant_, seen_).test(action);
  }

  // Shares out what is to be done now. Every thread has a part of its own, however fast it is: what
  // is found must not depend on the clock.
  void allot(std::int64_t iterations) {
    const auto threads = static_cast<std::int64_t>(thinkers_.size());
    for (std::int64_t i = 0; i < threads; ++i) {
      left_[static_cast<std::size_t>(i)] = iterations / threads + (i < iterations % threads);
    }
  }

  bool done() const {
    return std::all_of(left_.begin(), left_.end(), [](std::int64_t left) { return left == 0; });
  }

  // Thinks on until all is done or the deadline has come, but one iteration on each thread at
  // least. `only` is a legal action that every iteration begins with.
  void run(Clock::time_point deadline, int only = Thinker<G>::kAnyAction) {
    std::vector<std::exception_ptr> errors(thinkers_.size());
    const auto work = [&](std::size_t i) {
      try {
        while (left_[i] != 0) {
          thinkers_[i].iterate(*variant_, seen_, only);
          --left_[i];
          if (Clock::now() >= deadline) break;
        }
      } catch (...) {
        errors[i] = std::current_exception();
      }
    };
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < thinkers_.size(); ++i) others.emplace_back(work, i);
      work(0);
    }
    for (const std::exception_ptr& error : errors) {
      if (error) std::rethrow_exception(error);
    }
  }

  std::int64_t iterations() const {
    std::int64_t sum = 0;
    for (const Thinker<G>& thinker : thinkers_) sum += thinker.tree().root().visits;
    return sum;
  }

  Thoughts thoughts() const {
    Thoughts found;
    found.iterations = iterations();
    for (const Thinker<G>& thinker : thinkers_) {
      add(found.values, thinker.tree().root().values, thinker.tree().root().visits);
    }
    divide(found.values, found.iterations);
    legal(*variant_, seen_).for_each([&](int action) { found.choices.push_back(choice(action)); });
    float most = -1e30F;
    float sum = 0;
    for (const Choice& each : found.choices) most = std::max(most, each.prior);
    for (Choice& each : found.choices) sum += each.prior = std::exp(each.prior - most);
    for (Choice& each : found.choices) each.prior /= sum;
    const int seat = to_move(seen_);
    std::stable_sort(found.choices.begin(), found.choices.end(),
                     [&](const Choice& a, const Choice& b) {
                       if (a.visits != b.visits) return a.visits > b.visits;
                       return a.values[seat] > b.values[seat];
                     });
    found.line = line();
    return found;
  }

 private:
  static constexpr int kLongestLine = 60;
  static constexpr int kDraws = 4;

  static void add(Values& sum, const Values& values, std::int64_t times) {
    for (int seat = 0; seat < kMaxPlayers; ++seat) {
      sum[seat] += values[seat] * static_cast<float>(times);
    }
  }

  static void divide(Values& sum, std::int64_t by) {
    if (by == 0) return;
    for (float& each : sum) each /= static_cast<float>(by);
  }

  Choice choice(int action) const {
    Choice choice;
    choice.action = action;
    const int meaning = edge(*variant_, seen_, action);
    for (const Thinker<G>& thinker : thinkers_) {
      const Edge* found = thinker.tree().find(0, meaning);
      if (found == nullptr) continue;
      choice.visits += found->visits;
      choice.available += found->available;
      choice.prior = options_.bias * found->lean;
      add(choice.values, found->values, found->visits);
    }
    divide(choice.values, choice.visits);
    return choice;
  }

  // Follows the most visited edges of all trees, until one depends on a card that is not known:
  // then it is not legal, or means something else, in what the seat sees or in some draw of the
  // rest.
  std::vector<std::int16_t> line() const {
    std::vector<std::int16_t> line;
    std::vector<int> at(thinkers_.size(), 0);
    std::vector<State> worlds = {seen_};
    Rng rng(options_.seed);
    for (int i = 0; i < kDraws; ++i) worlds.push_back(sample(*variant_, seen_, rng));
    while (static_cast<int>(line.size()) < kLongestLine && !over(worlds[0])) {
      const int meaning = most_visited(at);
      const int action = meaning < 0 ? -1 : action_of(worlds[0], meaning);
      const auto known = [&](const State& world) { return action_of(world, meaning) == action; };
      if (action < 0 || !std::all_of(worlds.begin(), worlds.end(), known)) break;
      line.push_back(static_cast<std::int16_t>(action));
      for (State& world : worlds) apply(*variant_, world, action);
      for (std::size_t i = 0; i < at.size(); ++i) {
        const Edge* next = at[i] < 0 ? nullptr : thinkers_[i].tree().find(at[i], meaning);
        at[i] = next == nullptr ? Edge::kNoChild : next->child;
      }
    }
    return line;
  }

  // The legal action with a meaning, or -1.
  int action_of(const State& state, int meaning) const {
    int action = -1;
    legal(*variant_, state).for_each([&](int each) {
      if (edge(*variant_, state, each) == meaning) action = each;
    });
    return action;
  }

  int most_visited(const std::vector<int>& at) const {
    std::array<std::int64_t, G::kEdges> visits{};
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (at[i] < 0) continue;
      const Tree& tree = thinkers_[i].tree();
      for (int place = 0; place < tree.edge_count(at[i]); ++place) {
        const Edge& each = tree.edges(at[i])[place];
        visits[each.meaning] += each.visits;
      }
    }
    const auto most = std::max_element(visits.begin(), visits.end());
    return *most == 0 ? -1 : static_cast<int>(most - visits.begin());
  }

  SearchOptions options_;
  std::vector<Thinker<G>> thinkers_;
  std::vector<std::int64_t> left_;          // of what each is to do
  std::shared_ptr<const Variant> variant_;  // none until a position was looked at
  State seen_{};
  Trail trail_;
};

}  // namespace gemgrove
