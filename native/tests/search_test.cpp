// The search and the functions it needs, for both games. Its results are tested from Python.
#include "search/search.h"

#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "arboretum/arboretum.h"
#include "splendor/splendor.h"
#include "tests/check.h"
#include "tests/variants.h"

namespace gemgrove {
namespace {

using arboretum::Arboretum;
using splendor::Splendor;
using tests::for_each_variant;
using tests::random_action;

// A game after some random decisions, short of its end.
template <Game G>
Session<G> middle(std::shared_ptr<const typename G::Variant> variant, int decisions) {
  Session<G> game(variant, setup(*variant, Deal{}));
  Rng rng(5);
  for (int i = 0; i < decisions; ++i) game.play(random_action<G>(*variant, game.state(), rng));
  return game;
}

template <Game G>
Session<G> view_of(const Session<G>& game) {
  const auto seen = game.seen_by(game.seat_to_move());
  return dynamic_cast<const Session<G>&>(*seen);
}

SearchOptions quick(int threads = 1) {
  SearchOptions options;
  options.threads = threads;
  options.seed = 3;
  return options;
}

constexpr auto kNever = Clock::time_point::max();
constexpr auto kAtOnce = Clock::time_point::min();

template <Game G>
void run(Search<G>& search, std::int64_t iterations) {
  search.set_budget(iterations);
  search.run(kNever);
}

TEST(legal_actions_are_different_canonical_actions) {
  for_each_variant([]<Game G>(std::shared_ptr<const typename G::Variant> variant) {
    Rng rng(1);
    typename G::State state = setup(*variant, Deal{});
    while (!over(state)) {
      std::set<int> canonical;
      const BitSet<G::kActions> mask = legal(*variant, state);
      mask.for_each(
          [&](int action) { canonical.insert(canonical_action(*variant, state, action)); });
      CHECK(static_cast<int>(canonical.size()) == mask.count());
      CHECK(*canonical.begin() >= 0 && *canonical.rbegin() < G::kCanonicalActions);
      apply(*variant, state, random_action<G>(*variant, state, rng));
    }
  });
}

TEST(evaluations_are_probabilities_and_prior_logits_are_finite) {
  for_each_variant([]<Game G>(std::shared_ptr<const typename G::Variant> variant) {
    Rng rng(2);
    typename G::State state = setup(*variant, Deal{});
    while (!over(state)) {
      for (int seat = 0; seat < players(*variant); ++seat) {
        Values probabilities{};
        evaluate(*variant, redact(*variant, state, seat), seat, probabilities.data());
        float sum = 0;
        for (const float each : probabilities) {
          CHECK(each >= 0 && each <= 1);
          sum += each;
        }
        CHECK(std::abs(sum - 1) < 1e-4F);
      }
      std::vector<std::int16_t> actions;
      legal(*variant, state).for_each([&](int action) {
        actions.push_back(static_cast<std::int16_t>(action));
      });
      std::vector<float> logits(actions.size());
      prior_logits(*variant, redact(*variant, state, to_move(state)), actions.data(),
                   static_cast<int>(actions.size()), logits.data());
      for (const float each : logits) CHECK(std::isfinite(each) && each <= 0);
      apply(*variant, state, random_action<G>(*variant, state, rng));
    }
  });
}

TEST(every_iteration_is_counted_and_every_result_shared_out) {
  for_each_variant([]<Game G>(std::shared_ptr<const typename G::Variant> variant) {
    const Session<G> seen = view_of(middle<G>(variant, 30));
    for (const int threads : {1, 3}) {
      Search<G> search(quick(threads));
      CHECK(search.set_position(seen) == 0);
      run(search, 200);
      const SearchResult result = search.result();
      CHECK(result.iterations == 200);
      std::int64_t visits = 0;
      float prior = 0;
      for (const RootMove& move : result.moves) {
        visits += move.visits;
        prior += move.prior;
        CHECK(move.available == 200);
        const float sum = std::accumulate(move.values.begin(), move.values.end(), 0.0F);
        CHECK(move.visits == 0 || std::abs(sum - 1) < 1e-3F);
      }
      CHECK(visits == 200);
      CHECK(std::abs(prior - 1) < 1e-3F);
      CHECK(static_cast<int>(result.moves.size()) == legal(*variant, seen.state()).count());
    }
  });
}

TEST(the_same_seed_gives_the_same_result_in_one_run_or_several) {
  for_each_variant([]<Game G>(std::shared_ptr<const typename G::Variant> variant) {
    const Session<G> seen = view_of(middle<G>(variant, 12));
    Search<G> whole(quick(3));
    Search<G> pieces(quick(3));
    whole.set_position(seen);
    pieces.set_position(seen);
    run(whole, 151);
    pieces.set_budget(151);
    while (!pieces.done()) pieces.run(kAtOnce);
    const SearchResult a = whole.result();
    const SearchResult b = pieces.result();
    CHECK(a.pv == b.pv);
    for (std::size_t i = 0; i < a.moves.size(); ++i) {
      CHECK(a.moves[i].action == b.moves[i].action);
      CHECK(a.moves[i].visits == b.moves[i].visits);
      CHECK(a.moves[i].values == b.moves[i].values);
    }
  });
}

TEST(halving_looks_at_many_actions_of_the_root_and_most_at_the_best) {
  for_each_variant([]<Game G>(std::shared_ptr<const typename G::Variant> variant) {
    const Session<G> seen = view_of(middle<G>(variant, 30));
    const int actions = legal(*variant, seen.state()).count();
    for (const int threads : {1, 2}) {
      SearchOptions options = quick(threads);
      options.root = RootPolicy::halving;
      Search<G> search(options);
      search.set_position(seen);
      search.set_budget(2000, kNever);
      search.run(kNever);
      const SearchResult result = search.result();
      CHECK(result.iterations == 2000);
      CHECK(static_cast<int>(result.moves.size()) == actions);
      float improved = 0;
      int visited = 0;
      for (const RootMove& move : result.moves) {
        visited += move.visits > 0;
        improved += move.improved;
      }
      CHECK(visited >= std::min(actions, 16));
      CHECK(std::abs(improved - 1) < 1e-3F);
      // Threads have trees of their own, which may favor different actions.
      const std::int64_t most = result.moves[0].visits + (actions > 1 ? result.moves[1].visits : 0);
      CHECK(threads > 1 || most > 2000 / 4);
    }
  });
}

TEST(halving_with_few_iterations_considers_only_some_actions) {
  const auto variant = std::make_shared<const splendor::Variant>(splendor::make_variant({}));
  SearchOptions options = quick();
  options.root = RootPolicy::halving;
  Search<Splendor> search(options);
  search.set_position(view_of(middle<Splendor>(variant, 6)));
  search.set_budget(12, kNever);
  search.run(kNever);
  const SearchResult result = search.result();
  CHECK(result.iterations == 12 && result.moves.size() > 10);
  const auto visited = std::count_if(result.moves.begin(), result.moves.end(),
                                     [](const RootMove& move) { return move.visits > 0; });
  CHECK(visited == 2);
}

TEST(a_winner_of_halving_is_played_however_often_others_were_visited_before) {
  for_each_variant([]<Game G>(std::shared_ptr<const typename G::Variant> variant) {
    SearchOptions options = quick();
    options.root = RootPolicy::halving;
    Search<G> search(options);
    search.set_position(view_of(middle<G>(variant, 30)));
    search.set_budget(200, kNever);
    search.run(kNever);
    const int worst = search.result().moves.back().action;
    search.set_budget(1000, kNever);
    search.run(kNever, worst);
    std::array<std::int64_t, G::kActions> before{};
    for (const RootMove& move : search.result().moves) before[move.action] = move.visits;
    CHECK(before[worst] >= 1000);
    search.set_budget(400, kNever);
    search.run(kNever);
    const SearchResult result = search.result();
    std::int64_t most = 0;
    for (const RootMove& move : result.moves) {
      most = std::max(most, move.visits - before[move.action]);
    }
    const RootMove& best = result.moves.front();
    CHECK(best.visits - before[best.action] >= most - 1);
  });
}

TEST(the_subtree_of_the_played_move_is_kept) {
  for_each_variant([]<Game G>(std::shared_ptr<const typename G::Variant> variant) {
    Session<G> game = middle<G>(variant, 8);
    Search<G> search(quick());
    search.set_position(view_of(game));
    run(search, 300);
    const int seat = game.seat_to_move();
    const typename G::State seen = view_of(game).state();
    const RootMove best = search.result().moves.front();
    game.play(best.action);
    if (game.is_over()) return;
    // Another seat knows other things and starts afresh, and so does one that has seen a new card.
    const Session<G> next = view_of(game);
    const bool nothing_new = game.seat_to_move() == seat &&
                             unseen_cards(*variant, next.state()) == unseen_cards(*variant, seen);
    CHECK(search.set_position(next) == (nothing_new ? best.visits : 0));
  });
}

TEST(another_game_starts_with_an_empty_tree) {
  const auto variant = std::make_shared<const splendor::Variant>(splendor::make_variant({}));
  Search<Splendor> search(quick());
  search.set_position(view_of(Session<Splendor>(variant, setup(*variant, Deal{}))));
  run(search, 50);
  Deal other;
  other.keys[0][0] = 1;
  CHECK(search.set_position(view_of(Session<Splendor>(variant, setup(*variant, other)))) == 0);
}

TEST(rollouts_to_the_end_of_the_game_end) {
  for_each_variant([]<Game G>(std::shared_ptr<const typename G::Variant> variant) {
    for (const Rollout rollout : {Rollout::random, Rollout::prior}) {
      SearchOptions options = quick();
      options.rollout = rollout;
      options.cutoff = SearchOptions::kToTheEnd;
      Search<G> search(options);
      search.set_position(view_of(middle<G>(variant, 5)));
      run(search, 3);
      CHECK(search.result().iterations == 3);
    }
  });
}

TEST(a_deadline_that_has_passed_allows_one_iteration_on_each_thread) {
  const auto variant = std::make_shared<const arboretum::Variant>(arboretum::Rules{});
  Search<Arboretum> search(quick(2));
  search.set_position(view_of(middle<Arboretum>(variant, 2)));
  search.set_budget(1000);
  search.run(kAtOnce);
  CHECK(search.iterations() == 2 && !search.done());
}

}  // namespace
}  // namespace gemgrove
