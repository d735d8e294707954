// Games of a search against itself, and what a network learns from them.
//
// A game follows from its number and the seed alone, so that any thread of any machine may play it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/run_threads.h"
#include "search/search.h"

namespace gemgrove {

struct SelfPlayOptions {
  SearchOptions search;
  // A decision is searched thoroughly, and learned from, with this chance; else just well enough to
  // move the game on (playout cap randomization, Wu 2019).
  float full_share = 0.25F;
  int full_iterations = 400;
  int quick_iterations = 80;
  // Decisions at the beginning of a game that are drawn by the search's policy, for variety.
  int varied_decisions = 8;
  // The share of games in which one seat plays against an opponent, drawn from those below.
  float opponent_share = 0;
  std::uint64_t seed = 0;
};

// Another player than the network that learns, so that it does not forget how to beat others.
struct Opponent {
  bool greedy = false;                              // one move ahead, without a search
  std::shared_ptr<const network::Network> network;  // of its search; null: the game's evaluation
};

// Decisions to learn from, one after another in flat arrays. Those of actions have an entry for
// each legal action of each decision, those of seats one for each seat, beginning with the seat to
// move.
struct Samples {
  std::vector<std::uint8_t> observations;   // of the seat to move
  std::vector<std::uint8_t> inputs;         // of a network: of the position, as each seat sees it
  std::vector<std::uint8_t> action_inputs;  // and of the actions
  std::vector<std::int32_t> action_counts;  // legal actions of each decision
  std::vector<std::int16_t> actions;
  std::vector<std::int32_t> visits;  // of each action
  std::vector<float> policy;         // what the search prefers, adding up to 1
  // Of each seat, beginning with itself: each seat's chance of winning by its own search, which is
  // this one for the seat to move and its next one for another seat.
  std::vector<float> root_values;
  std::vector<float> results;        // each seat's share of the win
  std::vector<std::uint8_t> places;  // each seat's at the end, from 1
  std::vector<std::int32_t> games;
  std::int64_t decisions = 0;  // of all games, learned from or not

  void append(const Samples& other) {
    const auto add = [](auto& to, const auto& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    add(observations, other.observations);
    add(inputs, other.inputs);
    add(action_inputs, other.action_inputs);
    add(action_counts, other.action_counts);
    add(actions, other.actions);
    add(visits, other.visits);
    add(policy, other.policy);
    add(root_values, other.root_values);
    add(results, other.results);
    add(places, other.places);
    add(games, other.games);
    decisions += other.decisions;
  }
};

template <HasNetworkInputs G>
class SelfPlay {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  SelfPlay(std::shared_ptr<const Variant> variant, const SelfPlayOptions& options,
           std::shared_ptr<const network::Network> network, std::vector<Opponent> opponents = {})
      : variant_(std::move(variant)),
        options_(options),
        network_(std::move(network)),
        opponents_(std::move(opponents)) {
    inputs_ = static_cast<int>(total_size(network_input_fields(*variant_)));
    action_inputs_ = static_cast<int>(total_size(action_input_fields(*variant_)));
  }

  // The games from `first` on, in their order. `stop` ends it early, after the games under way.
  Samples play(std::int64_t first, int count, int threads, const std::atomic<bool>& stop) const {
    std::vector<Samples> games(static_cast<std::size_t>(count));
    std::atomic<int> next{0};
    run_threads(static_cast<std::size_t>(threads), [&](std::size_t) {
      try {
        for (int i = next++; i < count && !stop; i = next++) games[i] = game(first + i);
      } catch (...) {
        next = count;  // the others end with their games
        throw;
      }
    });
    Samples all;
    for (const Samples& each : games) all.append(each);
    return all;
  }

  Samples game(std::int64_t number) const {
    Rng rng(options_.seed ^ (static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15));
    Deal deal;
    for (auto& key : deal.keys) {
      for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(rng.next() >> 56);
    }
    const int seats = players(*variant_);
    const bool mixed = !opponents_.empty() && unit(rng) < options_.opponent_share;
    const int learner = mixed ? rng.below(seats) : kEverySeat;
    const Opponent opponent =
        mixed ? opponents_[rng.below(static_cast<int>(opponents_.size()))] : Opponent{};
    Search<G> quick = new_search(rng, network_, 0);
    Search<G> thorough = new_search(rng, network_, options_.search.root_noise);
    Search<G> other = new_search(rng, opponent.network, 0);
    Session<G> session(variant_, setup(*variant_, deal));
    Samples samples;
    std::vector<int> movers;
    std::array<std::vector<std::size_t>, kMaxPlayers> waiting;  // root values of each seat
    while (!session.is_over()) {
      const BitSet<G::kActions> mask = legal(*variant_, session.state());
      ++samples.decisions;
      if (mask.count() == 1) {
        session.play(mask.select(0));
        continue;
      }
      const int mover = session.seat_to_move();
      const auto seen = session.seen_by(mover);
      const auto& view = static_cast<const Session<G>&>(*seen);
      if (learner != kEverySeat && mover != learner) {
        session.play(opponent.greedy
                         ? greedy_action(view.state(), mask)
                         : run(other, view, options_.quick_iterations).moves.front().action);
        continue;
      }
      const bool learn = unit(rng) < options_.full_share;
      const SearchResult result = learn ? run(thorough, view, options_.full_iterations)
                                        : run(quick, view, options_.quick_iterations);
      const Values values = mean_values(result);
      for (const std::size_t at : std::exchange(waiting[mover], {})) {
        write_from(mover, values, &samples.root_values[at]);
      }
      if (learn) {
        add(samples, session.state(), view.state(), result, mask);
        for (int i = 0; i < seats; ++i) {
          // Until a seat has searched, these are the best values that are known.
          const int seat = (mover + i) % seats;
          const std::size_t at = samples.root_values.size();
          samples.root_values.resize(at + static_cast<std::size_t>(seats));
          write_from(seat, values, &samples.root_values[at]);
          if (i != 0) waiting[seat].push_back(at);
        }
        samples.games.push_back(static_cast<std::int32_t>(number));
        movers.push_back(mover);
      }
      const bool varied = samples.decisions <= options_.varied_decisions;
      session.play(varied ? drawn(result, rng) : result.moves.front().action);
    }
    const unsigned won = session.winning_seats();
    const float share = 1.0F / static_cast<float>(count_bits(won));
    if (!mixed) {
      Values results{};
      for (int seat = 0; seat < seats; ++seat) results[seat] = (won >> seat & 1) ? share : 0;
      for (int seat = 0; seat < seats; ++seat) {
        for (const std::size_t at : waiting[seat]) {
          write_from(seat, results, &samples.root_values[at]);
        }
      }
    }
    std::array<int, kMaxPlayers> places{};
    session.write_places(places.data());
    for (const int mover : movers) {
      for (int i = 0; i < seats; ++i) {
        const int seat = (mover + i) % seats;
        samples.results.push_back((won >> seat & 1) ? share : 0);
        samples.places.push_back(static_cast<std::uint8_t>(places[seat]));
      }
    }
    return samples;
  }

 private:
  static constexpr int kEverySeat = -1;

  static float unit(Rng& rng) { return static_cast<float>(rng.next() >> 40) * 0x1p-24F; }

  Search<G> new_search(Rng& rng, std::shared_ptr<const network::Network> network,
                       float root_noise) const {
    SearchOptions search = options_.search;
    search.threads = 1;
    search.root = RootPolicy::halving;
    search.root_noise = root_noise;
    search.seed = rng.next();
    return Search<G>(search, std::move(network));
  }

  static SearchResult run(Search<G>& search, const Session<G>& view, int iterations) {
    search.clear();
    search.set_position(view);
    search.set_budget(iterations, Clock::time_point::max());
    search.run(Clock::time_point::max());
    return search.result();
  }

  int greedy_action(const State& seen, const BitSet<G::kActions>& mask) const {
    std::vector<std::int16_t> actions;
    mask.for_each([&](int action) { actions.push_back(static_cast<std::int16_t>(action)); });
    std::vector<std::int64_t> scores(actions.size());
    score_actions(*variant_, seen, actions.data(), static_cast<int>(actions.size()), scores.data());
    return actions[std::max_element(scores.begin(), scores.end()) - scores.begin()];
  }

  // By the policy of the search: its visits are those of sequential halving, which shares them out
  // among good and bad moves.
  static int drawn(const SearchResult& result, Rng& rng) {
    float left = unit(rng);
    for (const RootMove& move : result.moves) {
      left -= move.improved;
      if (left < 0) return move.action;
    }
    return result.moves.front().action;
  }

  // The chances of a seat that plays by the policy of the search: those of its best move alone
  // would be too high, since it is best partly by luck.
  static Values mean_values(const SearchResult& result) {
    Values sum{};
    float weight = 0;
    for (const RootMove& move : result.moves) {
      if (move.visits == 0) continue;
      const float probability = std::max(move.improved, 1e-9F);
      weight += probability;
      for (std::size_t seat = 0; seat < move.values.size(); ++seat) {
        sum[seat] += probability * move.values[seat];
      }
    }
    for (float& each : sum) each /= weight;
    return sum;
  }

  // Writes the values of all seats, beginning with one.
  void write_from(int seat, const Values& values, float* out) const {
    const int seats = players(*variant_);
    for (int i = 0; i < seats; ++i) out[i] = values[(seat + i) % seats];
  }

  void add(Samples& samples, const State& state, const State& seen, const SearchResult& result,
           const BitSet<G::kActions>& mask) const {
    const int mover = to_move(seen);
    const int seats = players(*variant_);
    const auto grow = [](std::vector<std::uint8_t>& to, int size) {
      to.resize(to.size() + static_cast<std::size_t>(size));
      return to.data() + to.size() - size;
    };
    observe(*variant_, seen, mover, grow(samples.observations, observation_size(*variant_)));
    for (int i = 0; i < seats; ++i) {
      const int seat = (mover + i) % seats;
      network_inputs(*variant_, redact(*variant_, state, seat), seat,
                     grow(samples.inputs, inputs_));
    }
    const int count = mask.count();
    const std::size_t begin = samples.actions.size();
    mask.for_each(
        [&](int action) { samples.actions.push_back(static_cast<std::int16_t>(action)); });
    action_inputs(*variant_, seen, samples.actions.data() + begin, count,
                  grow(samples.action_inputs, count * action_inputs_));
    samples.action_counts.push_back(count);
    std::array<const RootMove*, G::kActions> moves{};
    for (const RootMove& move : result.moves) moves[move.action] = &move;
    for (std::size_t i = begin; i < samples.actions.size(); ++i) {
      const RootMove& move = *moves[samples.actions[i]];
      samples.visits.push_back(static_cast<std::int32_t>(move.visits));
      samples.policy.push_back(move.improved);
    }
  }

  std::shared_ptr<const Variant> variant_;
  SelfPlayOptions options_;
  std::shared_ptr<const network::Network> network_;
  std::vector<Opponent> opponents_;
  int inputs_;
  int action_inputs_;
};

}  // namespace gemgrove
