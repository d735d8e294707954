// Many games of one kind, stepped together, with what a learner needs written into flat buffers.
//
// Every environment has its own streams of chance, from the seed and its number alone: what happens
// in one depends neither on the others, nor on their number, nor on how many threads there are.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "batch/options.h"
#include "batch/workers.h"
#include "core/session.h"

namespace gemgrove {

// What the steps write, an environment after the other. Flags are bytes, 0 or 1.
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
  // Of each environment's last finished game, by seat but for the lengths.
  std::vector<std::uint8_t> final_observations;
  std::vector<std::int32_t> lengths;  // in decisions, of all seats
  std::vector<float> returns;
  std::vector<std::int32_t> scores;
  std::vector<std::int8_t> places;
};

// An action that cannot be taken.
struct Fault {
  enum class Kind : std::uint8_t { none, illegal, finished };
  Kind kind = Kind::none;
  int environment = 0;
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
        workers_(options.threads) {}
  virtual ~AnyBatch() = default;

  int size() const { return options_.size; }
  int seats() const { return seats_; }
  int actions() const { return actions_; }
  int observation_length() const { return observation_; }
  BatchBuffers& buffers() { return buffers_; }

  // Takes the actions over, unless one of them cannot be taken: then nothing has happened.
  template <class Number>
  Fault choose(const Number* actions) {
    std::atomic<int> first = size();
    workers_.share(size(), [&](int begin, int end) {
      for (int i = begin; i < end; ++i) {
        const bool known = actions[i] >= 0 && actions[i] < static_cast<Number>(actions_);
        chosen_[i] = known ? static_cast<std::int16_t>(actions[i]) : kNoAction;
      }
      for (int i = begin; i < end; ++i) {
        if (fault(i, chosen_[i]) == Fault::Kind::none) continue;
        for (int seen = first; i < seen && !first.compare_exchange_weak(seen, i);) continue;
        return;
      }
    });
    if (first == size()) return {};
    return {fault(first, chosen_[first]), first};
  }

  // Plays what was chosen last.
  void step() {
    workers_.share(size(), [this](int begin, int end) { step_some(begin, end); });
  }

  // Begins a new game in these environments; after `reseed` the first one of their streams.
  void reset(const std::vector<int>& environments) {
    const auto count = static_cast<int>(environments.size());
    workers_.share(count, [&](int begin, int end) {
      for (int i = begin; i < end; ++i) reset_one(environments[i]);
    });
  }
  virtual void reseed(const std::vector<int>& environments, std::uint64_t seed) = 0;

  // What a bot would do in each environment; 0 where the game has ended.
  void suggest(Controller bot, std::int32_t* actions) {
    workers_.share(size(), [&](int begin, int end) { suggest_some(bot, begin, end, actions); });
  }

  virtual std::unique_ptr<AnySession> game(int environment) const = 0;
  // The key of the deal that the present game began with.
  virtual const std::uint8_t* deal_key(int environment) const = 0;

 protected:
  static constexpr std::int16_t kNoAction = -1;

  virtual Fault::Kind fault(int environment, int action) const = 0;
  virtual void step_some(int begin, int end) = 0;
  virtual void reset_one(int environment) = 0;
  virtual void suggest_some(Controller bot, int begin, int end, std::int32_t* actions) = 0;

  const BatchOptions options_;
  const int seats_;
  const int actions_;
  const int observation_;
  BatchBuffers buffers_;
  std::vector<std::int16_t> chosen_;

 private:
  Workers workers_;
};

template <Game G>
class Batch final : public AnyBatch {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  Batch(std::shared_ptr<const Variant> variant, const BatchOptions& options)
      : AnyBatch(options, players(*variant), action_count(*variant), observation_size(*variant)),
        variant_(std::move(variant)) {
    tables_.reserve(static_cast<std::size_t>(size()));
    for (int i = 0; i < size(); ++i) {
      tables_.emplace_back(stream_seed(options.seed, i));
      reset_one(i);
    }
  }

  void reseed(const std::vector<int>& environments, std::uint64_t seed) override {
    for (const int i : environments) tables_[i] = Table(stream_seed(seed, i));
  }

  std::unique_ptr<AnySession> game(int environment) const override {
    return std::make_unique<Session<G>>(variant_, tables_[environment].state);
  }

  const std::uint8_t* deal_key(int environment) const override {
    return tables_[environment].key.data();
  }

 private:
  struct Table {
    explicit Table(std::uint64_t seed) : deals(seed), chance(~seed) {}

    State state{};
    BitSet<G::kActions> legal;
    typename ObservationMemoOf<G>::Type memo{};
    Rng deals;   // apart, so that the deals do not depend on how a game went
    Rng chance;  // for bots
    std::array<std::uint8_t, Deal::kKeyBytes> key{};
    Seats points{};  // at the last step, where the reward needs them
    Seats cards{};
    std::array<float, kMaxPlayers> earned{};
    std::int32_t decisions = 0;
    std::int32_t games = 0;
    int seat = 0;  // the caller's, where others play
    bool finished = false;
  };

  static std::uint64_t stream_seed(std::uint64_t seed, int environment) {
    // Two rounds, so that neighboring seeds and numbers do not meet.
    return Rng(Rng(seed).next() + static_cast<std::uint64_t>(environment)).next();
  }

  Fault::Kind fault(int environment, int action) const override {
    const Table& table = tables_[environment];
    if (table.finished) {
      return options_.autoreset == Autoreset::disabled ? Fault::Kind::finished : Fault::Kind::none;
    }
    if (options_.illegal_loses || (action >= 0 && table.legal.test(action))) {
      return Fault::Kind::none;
    }
    return Fault::Kind::illegal;
  }

  void step_some(int begin, int end) override {
    for (int i = begin; i < end; ++i) step_one(i, chosen_[i]);
  }

  void step_one(int i, int action) {
    Table& table = tables_[i];
    if (table.finished) return reset_one(i);
    clear(i);
    if (action < 0 || !table.legal.test(action)) {
      lose(i, to_move(table.state));
    } else {
      play(table, action);
      play_others(table);
      reward(i);
      if (over(table.state)) finish(i);
    }
    if (table.finished && options_.autoreset == Autoreset::same_step) deal(i);
    show(i);
  }

  void reset_one(int i) override {
    clear(i);
    deal(i);
    show(i);
  }

  void clear(int i) {
    std::fill_n(buffers_.rewards.data() + i * seats_, seats_, 0.0F);
    buffers_.terminations[i] = 0;
    buffers_.truncations[i] = 0;
  }

  void deal(int i) {
    Table& table = tables_[i];
    Deal deal;
    for (int word = 0; word < 4; ++word) {
      const std::uint64_t bits = table.deals.next();
      std::memcpy(table.key.data() + 8 * word, &bits, 8);
    }
    deal.keys.fill(table.key);
    table.state = setup(*variant_, deal);
    table.seat =
        options_.seat == BatchOptions::kRotate ? (i + table.games) % seats_ : options_.seat;
    table.memo = {};
    ++table.games;
    table.decisions = 0;
    table.earned = {};
    table.finished = false;
    play_others(table);
    remember(table);
  }

  void play(Table& table, int action) {
    apply(*variant_, table.state, action);
    ++table.decisions;
  }

  void play_others(Table& table) {
    if (!options_.has_others) return;
    while (!over(table.state) && to_move(table.state) != table.seat) {
      const int after = (to_move(table.state) - table.seat + seats_) % seats_ - 1;
      const BitSet<G::kActions> mask = legal(*variant_, table.state);
      play(table, choice(options_.others[after], table.state, mask, table.chance));
    }
  }

  int choice(Controller controller, const State& state, const BitSet<G::kActions>& mask,
             Rng& rng) const {
    if (controller != Controller::greedy) return mask.select(rng.below(mask.count()));
    std::array<std::int16_t, G::kActions> actions;
    std::array<std::int64_t, G::kActions> values;
    int count = 0;
    mask.for_each([&](int action) { actions[count++] = static_cast<std::int16_t>(action); });
    appraise(*variant_, redact(*variant_, state, to_move(state)), actions.data(), count,
             values.data());
    return actions[std::max_element(values.begin(), values.begin() + count) - values.begin()];
  }

  void suggest_some(Controller bot, int begin, int end, std::int32_t* actions) override {
    for (int i = begin; i < end; ++i) {
      Table& table = tables_[i];
      actions[i] = table.finished ? 0 : choice(bot, table.state, table.legal, table.chance);
    }
  }

  int cards_of(const State& state, int seat) const {
    if constexpr (requires { cards_bought(state, seat); }) return cards_bought(state, seat);
    return 0;
  }

  // What the rewards of the next step are measured from.
  void remember(Table& table) {
    if (options_.reward.needs_points()) scores(*variant_, table.state, table.points.data());
    if (!options_.reward.needs_cards()) return;
    for (int seat = 0; seat < seats_; ++seat) table.cards[seat] = cards_of(table.state, seat);
  }

  void give(int i, int seat, float amount) {
    buffers_.rewards[i * seats_ + seat] += amount;
    tables_[i].earned[seat] += amount;
  }

  // The rewards that come with every step.
  void reward(int i) {
    const RewardTerms& terms = options_.reward;
    if (!terms.needs_points() && !terms.needs_cards()) return;
    Table& table = tables_[i];
    const Seats points = table.points;
    const Seats cards = table.cards;
    remember(table);
    for (int seat = 0; seat < seats_; ++seat) {
      const int lead = lead_of(table.points, seats_, seat) - lead_of(points, seats_, seat);
      give(i, seat,
           terms.points * static_cast<float>(table.points[seat] - points[seat]) +
               terms.lead * static_cast<float>(lead) +
               terms.cards * static_cast<float>(table.cards[seat] - cards[seat]));
    }
  }

  void finish(int i) {
    const Table& table = tables_[i];
    Seats merit;
    Seats points;
    merits(*variant_, table.state, merit.data());
    scores(*variant_, table.state, points.data());
    for (int seat = 0; seat < seats_; ++seat) {
      give(i, seat, reward_of_end(options_.reward, merit, points, seats_, seat));
    }
    const bool cut_off = ending(*variant_, table.state) == Ending::turn_limit;
    (cut_off ? buffers_.truncations : buffers_.terminations)[i] = 1;
    close(i, merit, points);
  }

  void lose(int i, int loser) {
    const Table& table = tables_[i];
    Seats merit{};
    merit[loser] = -1;
    Seats points;
    scores(*variant_, table.state, points.data());
    for (int seat = 0; seat < seats_; ++seat) {
      give(i, seat, reward_of_forfeit(options_.reward, seats_, loser, seat));
    }
    buffers_.terminations[i] = 1;
    close(i, merit, points);
  }

  // Notes down what is to be known of a finished game.
  void close(int i, const Seats& merit, const Seats& points) {
    Table& table = tables_[i];
    table.finished = true;
    buffers_.lengths[i] = table.decisions;
    for (int seat = 0; seat < seats_; ++seat) {
      const int place = i * seats_ + seat;
      buffers_.returns[place] = table.earned[seat];
      buffers_.scores[place] = points[seat];
      buffers_.places[place] =
          static_cast<std::int8_t>(1 + seats_ahead(merit.data(), seats_, seat));
      look(table, seat, buffers_.final_observations.data() + std::size_t(place) * observation_);
    }
  }

  void look(Table& table, int seat, std::uint8_t* out) {
    const State seen = redact(*variant_, table.state, seat);
    if constexpr (HasObservationMemo<G>) {
      observe(*variant_, seen, seat, out, table.memo);
    } else {
      observe(*variant_, seen, seat, out);
    }
  }

  void show(int i) {
    Table& table = tables_[i];
    const int seat = options_.has_others && table.finished ? table.seat : to_move(table.state);
    table.legal = table.finished ? BitSet<G::kActions>() : legal(*variant_, table.state);
    buffers_.to_move[i] = static_cast<std::int8_t>(seat);
    look(table, seat, buffers_.observations.data() + std::size_t(i) * observation_);
    table.legal.write_bytes(actions_, buffers_.masks.data() + std::size_t(i) * actions_);
  }

  std::shared_ptr<const Variant> variant_;
  std::vector<Table> tables_;
};

}  // namespace gemgrove
