// The batch, for both games: what its threads write, and where. The meaning is tested from Python.
#include "batch/batch.h"

#include <numeric>
#include <vector>

#include "tests/check.h"
#include "tests/variants.h"

namespace gemgrove {
namespace {

using tests::for_each_variant;

splendor::Rules short_games() {
  splendor::Rules rules;
  rules.turn_limit = 30;
  return rules;
}

template <Game G>
BatchOptions options_of(int size, int threads) {
  BatchOptions options;
  options.size = size;
  options.threads = threads;
  options.seed = 11;
  options.reward = {1, 0, -1, 0.5F, 0.25F, 0.1F, 0.2F, {}};
  if constexpr (HasRewardTerms<G>) {
    for (const std::string_view name : G::kRewardTerms) {
      CHECK(set_weight<G>(options.reward, name, 0.3F));
    }
  }
  CHECK(!set_weight<G>(options.reward, "no term", 1));
  return options;
}

template <Game G>
void play(AnyBatch& batch, int steps) {
  std::vector<std::int32_t> actions(batch.size());
  for (int i = 0; i < steps; ++i) {
    batch.bot_actions(BatchBot::random, actions.data());
    CHECK(!batch.set_actions(actions.data()));
    batch.step();
  }
}

bool same(const BatchBuffers& a, const BatchBuffers& b) {
  return a.observations == b.observations && a.masks == b.masks && a.to_move == b.to_move &&
         a.rewards == b.rewards && a.terminations == b.terminations &&
         a.truncations == b.truncations && a.final_observations == b.final_observations &&
         a.lengths == b.lengths && a.returns == b.returns && a.scores == b.scores &&
         a.places == b.places;
}

TEST(threads_change_nothing) {
  for_each_variant(short_games(), []<class G>(const auto& variant) {
    Batch<G> one(variant, options_of<G>(13, 1));
    Batch<G> three(variant, options_of<G>(13, 3));
    Batch<G> many(variant, options_of<G>(13, 20));
    for (int i = 0; i < 30; ++i) {
      play<G>(one, 10);
      play<G>(three, 10);
      play<G>(many, 10);
      CHECK(same(one.buffers(), three.buffers()));
      CHECK(same(one.buffers(), many.buffers()));
    }
  });
}

TEST(every_way_to_begin_again_goes_on) {
  for_each_variant(short_games(), []<class G>(const auto& variant) {
    for (const Autoreset mode : {Autoreset::same_step, Autoreset::next_step}) {
      for (const BatchBot bot : {BatchBot::random, BatchBot::greedy}) {
        BatchOptions options = options_of<G>(2, 2);
        options.autoreset = mode;
        options.opponents.assign(players(*variant) - 1, bot);
        Batch<G> batch(variant, options);
        play<G>(batch, 60);
        for (const std::int8_t place : batch.buffers().places) CHECK(place >= 0 && place <= 4);
      }
    }
  });
}

TEST(a_refused_action_leaves_everything_as_it_was) {
  for_each_variant(short_games(), []<class G>(const auto& variant) {
    Batch<G> batch(variant, options_of<G>(5, 2));
    play<G>(batch, 7);
    const BatchBuffers before = batch.buffers();
    std::vector<std::int64_t> actions(5, batch.actions());
    const auto rejected = batch.set_actions(actions.data());
    CHECK(rejected && rejected->error == StepError::illegal && rejected->environment == 0);
    CHECK(same(before, batch.buffers()));
  });
}

TEST(whatever_number_is_played_an_illegal_one_loses) {
  for_each_variant(short_games(), []<class G>(const auto& variant) {
    BatchOptions options = options_of<G>(4, 1);
    options.illegal_loses = true;
    Batch<G> batch(variant, options);
    std::vector<std::int64_t> actions = {-1, batch.actions(), std::int64_t{1} << 40, -(1LL << 62)};
    CHECK(!batch.set_actions(actions.data()));
    batch.step();
    for (const std::uint8_t ended : batch.buffers().terminations) CHECK(ended == 1);
  });
}

}  // namespace
}  // namespace gemgrove
