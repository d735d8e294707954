// Many games of one kind, stepped together, with observations, masks and rewards written into flat
// buffers.
//
// Every environment has its own random streams, derived only from the seed and its number: what
// happens in one depends neither on the others, nor on their number, nor on the number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "batch/options.h"
#include "batch/thread_pool.h"
#include "core/session.h"

namespace gemgrove {

// The outputs of the steps, one environment after the other. Flags are bytes, 0 or 1.
struct BatchBuffers {
  BatchBuffers(int size, int seats, int actions, int observation)
      : observations(std::size_t(size) * observation),
        masks(std::size_t(size) * actions),
        to_move(size),
        rewards(std::size_t(size) * seats),
        terminations(size),
        truncations(size),
        final_observations(std::size_t(size) * seats * observation),
        lengths(size),
        returns(std::size_t(size) * seats),
        scores(std::size_t(size) * seats),
        places(std::size_t(size) * seats) {}

  std::vector<std::uint8_t> observations;  // of the seat to move
  std::vector<std::uint8_t> masks;
  std::vector<std::int8_t> to_move;
  std::vector<float> rewards;  // by seat, of the last step
  std::vector<std::uint8_t> terminations;
  std::vector<std::uint8_t> truncations;
  // For each environment's last finished game; all but the lengths are by seat.
  std::vector<std::uint8_t> final_observations;
  std::vector<std::int32_t> lengths;  // decisions of all seats
  std::vector<float> returns;
  std::vector<std::int32_t> scores;
  std::vector<std::int8_t> places;
};

// The reason why an environment rejects an action.
enum class StepError : std::uint8_t { illegal, game_over };

struct RejectedAction {
  StepError error;
  int environment;
};

class AnyBatch {
 public:
  AnyBatch(const BatchOptions& options, int seats, int actions, int observation)
      : options_(options),
        seats_(seats),
        actions_(actions),
        observation_(observation),
        buffers_(options.size, seats, actions, observation),
        chosen_(options.size),
        thread_pool_(options.threads) {}
  virtual ~AnyBatch() = default;

  int size() const { return options_.size; }
  int seats() const { return seats_; }
  int actions() const { return actions_; }
  int observation_length() const { return observation_; }
  BatchBuffers& buffers() { return buffers_; }

  // Copies the actions for the next step. Returns the first rejected one, if any: then step() must
  // not be called.
  template <class Number>
  std::optional<RejectedAction> set_actions(const Number* actions) {
    std::atomic<int> first = size();
    thread_pool_.parallel_for(size(), [&](int begin, int end) {
      for (int i = begin; i < end; ++i) {
        const bool known = actions[i] >= 0 && actions[i] < static_cast<Number>(actions_);
        chosen_[i] = known ? static_cast<std::int16_t>(actions[i]) : kNoAction;
      }
      for (int i = begin; i < end; ++i) {
        if (!error_of(i, chosen_[i])) continue;
        for (int seen = first; i < seen && !first.compare_exchange_weak(seen, i);) continue;
        return;
      }
    });
    if (first == size()) return {};
    return RejectedAction{*error_of(first, chosen_[first]), first};
  }

  // Plays the actions that were set last.
  void step() {
    thread_pool_.parallel_for(size(), [this](int begin, int end) { step_some(begin, end); });
  }

  // Begins a new game in these environments; after `reseed`, the first one of their new streams.
  void reset(const std::vector<int>& environments) {
    const auto count = static_cast<int>(environments.size());
    thread_pool_.parallel_for(count, [&](int begin, int end) {
      for (int i = begin; i < end; ++i) reset_one(environments[i]);
    });
  }
  virtual void reseed(const std::vector<int>& environments, std::uint64_t seed) = 0;

  // Writes a bot's action in each environment; 0 if the game has ended.
  void bot_actions(BatchBot bot, std::int32_t* actions) {
    thread_pool_.parallel_for(
        size(), [&](int begin, int end) { bot_actions_of(bot, begin, end, actions); });
  }

  virtual std::unique_ptr<AnySession> game(int environment) const = 0;
  // The key of the current game's deal.
  virtual const std::uint8_t* deal_key(int environment) const = 0;

 protected:
  static constexpr std::int16_t kNoAction = -1;

  virtual std::optional<StepError> error_of(int environment, int action) const = 0;
  virtual void step_some(int begin, int end) = 0;
  virtual void reset_one(int environment) = 0;
  virtual void bot_actions_of(BatchBot bot, int begin, int end, std::int32_t* actions) = 0;

  const BatchOptions options_;
  const int seats_;
  const int actions_;
  const int observation_;
  BatchBuffers buffers_;
  std::vector<std::int16_t> chosen_;

 private:
  ThreadPool thread_pool_;
};

template <Game G>
class Batch final : public AnyBatch {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  Batch(std::shared_ptr<const Variant> variant, const BatchOptions& options)
      : AnyBatch(options, players(*variant), action_count(*variant), observation_size(*variant)),
        variant_(std::move(variant)) {
    environments_.reserve(static_cast<std::size_t>(size()));
    for (int i = 0; i < size(); ++i) {
      environments_.emplace_back(stream_seed(options.seed, i));
      reset_one(i);
    }
  }

  void reseed(const std::vector<int>& environments, std::uint64_t seed) override {
    for (const int i : environments) environments_[i] = Environment(stream_seed(seed, i));
  }

  std::unique_ptr<AnySession> game(int environment) const override {
    return std::make_unique<Session<G>>(variant_, environments_[environment].state);
  }

  const std::uint8_t* deal_key(int environment) const override {
    return environments_[environment].key.data();
  }

 private:
  struct Environment {
    explicit Environment(std::uint64_t seed) : deals(seed), bot_rng(~seed) {}

    State state{};
    BitSet<G::kActions> legal;
    typename ObservationMemoOf<G>::Type memo{};
    Rng deals;  // a separate stream, so that deals do not depend on how games went
    Rng bot_rng;
    std::array<std::uint8_t, Deal::kKeyBytes> key{};
    // At the last step, if the reward needs them.
    Seats points{};
    State before{};
    std::array<float, kMaxPlayers> returns{};
    std::int32_t decisions = 0;
    std::int32_t games = 0;
    int seat = 0;  // the caller's, if there are opponents
    bool finished = false;
  };

  static std::uint64_t stream_seed(std::uint64_t seed, int environment) {
    // Two rounds, so that neighboring seeds and numbers do not collide.
    return Rng(Rng(seed).next() + static_cast<std::uint64_t>(environment)).next();
  }

  std::optional<StepError> error_of(int environment, int action) const override {
    const Environment& env = environments_[environment];
    if (env.finished) {
      if (options_.autoreset == Autoreset::disabled) return StepError::game_over;
      return std::nullopt;
    }
    if (options_.illegal_loses || (action >= 0 && env.legal.test(action))) return std::nullopt;
    return StepError::illegal;
  }

  void step_some(int begin, int end) override {
    for (int i = begin; i < end; ++i) step_one(i, chosen_[i]);
  }

  void step_one(int i, int action) {
    Environment& env = environments_[i];
    if (env.finished) return reset_one(i);
    clear(i);
    if (action < 0 || !env.legal.test(action)) {
      forfeit(i, to_move(env.state));
    } else {
      play(env, action);
      play_opponents(env);
      add_step_rewards(i);
      if (over(env.state)) finish(i);
    }
    if (env.finished && options_.autoreset == Autoreset::same_step) deal(i);
    write_outputs(i);
  }

  void reset_one(int i) override {
    clear(i);
    deal(i);
    write_outputs(i);
  }

  void clear(int i) {
    std::fill_n(buffers_.rewards.data() + i * seats_, seats_, 0.0F);
    buffers_.terminations[i] = 0;
    buffers_.truncations[i] = 0;
  }

  void deal(int i) {
    Environment& env = environments_[i];
    Deal deal;
    for (int word = 0; word < 4; ++word) {
      const std::uint64_t bits = env.deals.next();
      std::memcpy(env.key.data() + 8 * word, &bits, 8);
    }
    deal.keys.fill(env.key);
    env.state = setup(*variant_, deal);
    env.seat = options_.seat == BatchOptions::kRotate ? (i + env.games) % seats_ : options_.seat;
    env.memo = {};
    ++env.games;
    env.decisions = 0;
    env.returns = {};
    env.finished = false;
    play_opponents(env);
    save_reward_baseline(env);
  }

  void play(Environment& env, int action) {
    apply(*variant_, env.state, action);
    ++env.decisions;
  }

  void play_opponents(Environment& env) {
    if (options_.opponents.empty()) return;
    while (!over(env.state) && to_move(env.state) != env.seat) {
      const int after = (to_move(env.state) - env.seat + seats_) % seats_ - 1;
      const BitSet<G::kActions> mask = legal(*variant_, env.state);
      play(env, bot_action(options_.opponents[after], env.state, mask, env.bot_rng));
    }
  }

  int bot_action(BatchBot bot, const State& state, const BitSet<G::kActions>& mask,
                 Rng& rng) const {
    if (bot == BatchBot::random) return mask.select(rng.below(mask.count()));
    std::array<std::int16_t, G::kActions> actions;
    std::array<std::int64_t, G::kActions> values;
    int count = 0;
    mask.for_each([&](int action) { actions[count++] = static_cast<std::int16_t>(action); });
    score_actions(*variant_, redact(*variant_, state, to_move(state)), actions.data(), count,
                  values.data());
    return actions[std::max_element(values.begin(), values.begin() + count) - values.begin()];
  }

  void bot_actions_of(BatchBot bot, int begin, int end, std::int32_t* actions) override {
    for (int i = begin; i < end; ++i) {
      Environment& env = environments_[i];
      actions[i] = env.finished ? 0 : bot_action(bot, env.state, env.legal, env.bot_rng);
    }
  }

  // Saves the values against which the next step's rewards are measured.
  void save_reward_baseline(Environment& env) {
    if (options_.reward.needs_points()) scores(*variant_, env.state, env.points.data());
    if (options_.reward.needs_states()) env.before = env.state;
  }

  void add_reward(int i, int seat, float amount) {
    buffers_.rewards[i * seats_ + seat] += amount;
    environments_[i].returns[seat] += amount;
  }

  // Adds the rewards that come with every step, not only with the last.
  void add_step_rewards(int i) {
    const RewardWeights& weights = options_.reward;
    if (!weights.needs_points() && !weights.needs_states()) return;
    Environment& env = environments_[i];
    const Seats before = env.points;
    if (weights.needs_points()) scores(*variant_, env.state, env.points.data());
    for (int seat = 0; seat < seats_; ++seat) {
      const int lead = lead_of(env.points, seats_, seat) - lead_of(before, seats_, seat);
      float amount = weights.points * static_cast<float>(env.points[seat] - before[seat]) +
                     weights.lead * static_cast<float>(lead);
      if constexpr (HasRewardTerms<G>) {
        if (weights.needs_states()) {
          const auto terms = reward_terms(*variant_, env.before, env.state, seat);
          for (std::size_t k = 0; k < terms.size(); ++k) {
            amount += weights.game_terms[k] * static_cast<float>(terms[k]);
          }
        }
      }
      add_reward(i, seat, amount);
    }
    if (weights.needs_states()) env.before = env.state;
  }

  void finish(int i) {
    const Environment& env = environments_[i];
    Seats keys;
    Seats points;
    rank_keys(*variant_, env.state, keys.data());
    scores(*variant_, env.state, points.data());
    for (int seat = 0; seat < seats_; ++seat) {
      add_reward(i, seat, final_reward(options_.reward, keys, points, seats_, seat));
    }
    const bool cut_off = ending(*variant_, env.state) == Ending::turn_limit;
    (cut_off ? buffers_.truncations : buffers_.terminations)[i] = 1;
    record_game(i, keys, points);
  }

  // Ends a game after an illegal action: the mover is last, and the others share the win.
  void forfeit(int i, int loser) {
    const Environment& env = environments_[i];
    Seats keys{};
    keys[loser] = -1;
    Seats points;
    scores(*variant_, env.state, points.data());
    for (int seat = 0; seat < seats_; ++seat) {
      add_reward(i, seat, final_reward(options_.reward, keys, Seats{}, seats_, seat));
    }
    buffers_.terminations[i] = 1;
    record_game(i, keys, points);
  }

  // Writes the statistics of a finished game.
  void record_game(int i, const Seats& keys, const Seats& points) {
    Environment& env = environments_[i];
    env.finished = true;
    buffers_.lengths[i] = env.decisions;
    for (int seat = 0; seat < seats_; ++seat) {
      const int entry = i * seats_ + seat;
      buffers_.returns[entry] = env.returns[seat];
      buffers_.scores[entry] = points[seat];
      buffers_.places[entry] = static_cast<std::int8_t>(1 + seats_ahead(keys.data(), seats_, seat));
      write_observation(env, seat,
                        buffers_.final_observations.data() + std::size_t(entry) * observation_);
    }
  }

  void write_observation(Environment& env, int seat, std::uint8_t* out) {
    const State seen = redact(*variant_, env.state, seat);
    if constexpr (HasObservationMemo<G>) {
      observe(*variant_, seen, seat, out, env.memo);
    } else {
      observe(*variant_, seen, seat, out);
    }
  }

  void write_outputs(int i) {
    Environment& env = environments_[i];
    const bool caller_only = !options_.opponents.empty();
    const int seat = caller_only && env.finished ? env.seat : to_move(env.state);
    env.legal = env.finished ? BitSet<G::kActions>() : legal(*variant_, env.state);
    buffers_.to_move[i] = static_cast<std::int8_t>(seat);
    write_observation(env, seat, buffers_.observations.data() + std::size_t(i) * observation_);
    env.legal.write_bytes(actions_, buffers_.masks.data() + std::size_t(i) * actions_);
  }

  std::shared_ptr<const Variant> variant_;
  std::vector<Environment> environments_;
};

}  // namespace gemgrove
