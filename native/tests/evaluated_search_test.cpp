// Searches whose leaves are evaluated from outside. Their results are tested from Python.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "arboretum/arboretum.h"
#include "search/search.h"
#include "splendor/splendor.h"
#include "tests/check.h"
#include "tests/variants.h"

namespace gemgrove {
namespace {

using arboretum::Arboretum;
using splendor::Splendor;
using tests::for_each_variant;
using tests::random_action;

// What the seat to move sees after some random decisions.
template <Game G>
Session<G> middle(std::shared_ptr<const typename G::Variant> variant, int decisions) {
  Session<G> game(variant, setup(*variant, Deal{}));
  Rng rng(5);
  for (int i = 0; i < decisions; ++i) game.play(random_action<G>(*variant, game.state(), rng));
  const auto seen = game.seen_by(game.seat_to_move());
  return dynamic_cast<const Session<G>&>(*seen);
}

SearchOptions options_of(RootPolicy root) {
  SearchOptions options;
  options.root = root;
  options.seed = 3;
  return options;
}

// Answers with the same numbers for every leaf. Returns the number of leaves.
template <Game G>
int answer(Search<G>& search, const typename G::Variant& variant) {
  const int rows = search.leaf_count();
  const int actions = action_count(variant);
  const int seats = players(variant);
  std::vector<std::uint8_t> observations(static_cast<std::size_t>(rows) *
                                         static_cast<std::size_t>(observation_size(variant)));
  std::vector<std::uint8_t> masks(static_cast<std::size_t>(rows * actions));
  search.write_leaves(observations.data(), masks.data());
  std::vector<float> logits(static_cast<std::size_t>(rows * actions));
  for (std::size_t i = 0; i < logits.size(); ++i) {
    logits[i] = masks[i] != 0 ? static_cast<float>(i % 7) * 0.2F : NAN;
  }
  const std::vector<float> chances(static_cast<std::size_t>(rows * seats),
                                   1.0F / static_cast<float>(seats));
  search.finish_leaves(logits.data(), chances.data());
  return rows;
}

TEST(every_leaf_that_waits_is_finished) {
  for_each_variant([]<Game G>(std::shared_ptr<const typename G::Variant> variant) {
    for (const RootPolicy root : {RootPolicy::puct, RootPolicy::halving}) {
      for (const int batch : {1, 16}) {
        Search<G> search(options_of(root));
        search.set_position(middle<G>(variant, 40));
        search.collect_root();
        CHECK(answer(search, *variant) == 1 && search.iterations() == 0);
        search.set_budget(400, Clock::time_point::max());
        while (!search.done()) {
          search.collect_leaves(batch);
          CHECK(search.leaf_count() <= batch);
          answer(search, *variant);
        }
        const SearchResult result = search.result();
        CHECK(result.iterations == 400);
        std::int64_t visits = 0;
        for (const RootMove& move : result.moves) {
          visits += move.visits;
          CHECK(move.available == 400);
        }
        CHECK(visits == 400);
        // The logits of the root are known now.
        search.collect_root();
        CHECK(search.leaf_count() == 0);
      }
    }
  });
}

TEST(no_edge_waits_after_the_last_leaf) {
  const auto variant = std::make_shared<const splendor::Variant>(splendor::make_variant({}));
  const Session<Splendor> seen = middle<Splendor>(variant, 12);
  SearchThread<Splendor> thread({}, 1, nullptr);
  const std::vector<float> logits(Splendor::kActions);
  const auto finish = [&](const auto& leaf) {
    thread.finish(*variant, *leaf, logits.data(), {0.5F, 0.5F});
  };
  finish(thread.root_leaf(*variant, seen.state()));
  for (int round = 0; round < 20; ++round) {
    std::vector<std::optional<SearchThread<Splendor>::Leaf>> leaves;
    for (int i = 0; i < 8; ++i) leaves.push_back(thread.descend(*variant, seen.state()));
    int pending = 0;
    const Tree& tree = thread.tree();
    for (int i = 0; i < tree.edge_count(0); ++i) pending += tree.edges(0)[i].pending;
    CHECK(pending == 8);
    for (const auto& leaf : leaves) finish(leaf);
    for (int i = 0; i < tree.edge_count(0); ++i) CHECK(tree.edges(0)[i].pending == 0);
  }
  CHECK(thread.tree().root().visits == 160);
}

TEST(a_new_action_gets_a_logit_relative_to_the_known_ones) {
  const auto variant = std::make_shared<const splendor::Variant>(splendor::make_variant({}));
  const Session<Splendor> seen = middle<Splendor>(variant, 0);
  SearchThread<Splendor> thread({}, 1, nullptr);
  std::vector<float> logits(Splendor::kActions);
  const auto finish = [&](const auto& leaf) {
    // Any constant may be added to the logits of one evaluation.
    for (float& each : logits) each += 1;
    thread.finish(*variant, *leaf, logits.data(), {0.5F, 0.5F});
  };
  finish(thread.root_leaf(*variant, seen.state()));
  int most_edges = 0;
  legal(*variant, seen.state()).for_each([&](int action) {
    // After a reservation, samples show different cards in the market.
    for (int i = 0; i < 20; ++i) finish(thread.descend(*variant, seen.state(), action));
  });
  const Tree& tree = thread.tree();
  for (int i = 0; i < tree.edge_count(0); ++i) {
    const Edge& edge = tree.edges(0)[i];
    CHECK(edge.prior_logit == 0);
    most_edges = std::max(most_edges, tree.edge_count(edge.child));
    for (int k = 0; k < tree.edge_count(edge.child); ++k) {
      CHECK(tree.edges(edge.child)[k].prior_logit == 0);
    }
  }
  CHECK(most_edges > 35);
}

}  // namespace
}  // namespace gemgrove
