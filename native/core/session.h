// Games of any kind behind one virtual interface, for the bindings.
//
// A Session is a state with its variant and the decisions that led to it. A view is a session, too,
// with a redacted state. Type erasure ends here: search and batches work on the concrete types.
// (Members are not named like the free functions, which they would hide.)
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fail.h"
#include "core/game.h"
#include "core/perft.h"
#include "core/random_playout.h"
#include "core/ranking.h"

namespace gemgrove {

struct HistoryEntry {
  // A turn skipped by hand. Never a legal or canonical action.
  static constexpr std::int16_t kSkip = -1;
  // A decision that is not known yet, in a session that follows a game.
  static constexpr std::int16_t kSecret = -2;

  std::int16_t action;
  std::int16_t canonical;
};

// The history of a decision as far as the deciding seat knows it: a hash of what it saw at the
// beginning, and the canonical actions since. A search uses it to recognize a later position of the
// same game.
struct SeatHistory {
  int seat = kNoSeat;
  std::uint64_t start_hash = 0;
  std::vector<std::int16_t> actions;

  bool extends(const SeatHistory& earlier) const {
    return seat == earlier.seat && start_hash == earlier.start_hash &&
           actions.size() >= earlier.actions.size() &&
           std::equal(earlier.actions.begin(), earlier.actions.end(), actions.begin());
  }
};

class AnySession {
 public:
  virtual ~AnySession() = default;
  virtual std::unique_ptr<AnySession> clone() const = 0;

  virtual std::string_view game() const = 0;
  virtual int seats() const = 0;
  virtual int actions() const = 0;
  virtual int seat_to_move() const = 0;
  virtual bool is_over() const = 0;
  virtual Ending how_it_ended() const = 0;
  virtual void write_scores(int* points) const = 0;
  virtual unsigned winning_seats() const = 0;
  // Once the game is over: 1 for the winners, and so on.
  virtual void write_places(int* places) const = 0;

  virtual bool is_legal(int action) const = 0;
  // Writes the legal actions in ascending order and returns their number; `out` must have room for
  // actions().
  virtual int legal_actions(std::int16_t* out) const = 0;

  // Why an action, below actions(), is not legal: the number of the game's ReasonCode, then the
  // arguments. Empty if it is legal.
  virtual std::vector<int> reason_against(int action) const = 0;

  // The action must be legal.
  virtual void play(int action) = 0;
  // For a session made by seen_by: plays the next decision of the game, as far as its seat may know
  // it. `actions` is empty for a decision that stays secret for now; that decision and the next one
  // come together once both are known. `cards` are those that the seat sees for the first time, in
  // the order of the event that reports the decision (Variant.event_payload in Python). Fails, and
  // changes nothing, if the decision is not legal or the cards are not those that must be shown.
  virtual void follow(const int* actions, int action_count, const int* cards, int card_count) = 0;
  // Ends the turn by hand. Returns false and does nothing if the game or the moment does not allow
  // it.
  virtual bool skip_turn() = 0;
  // Takes back the last decision. Returns false at the start of the history, and in a session that
  // follows a game: it does not know how to repeat what it was told.
  virtual bool take_back() = 0;
  virtual const std::vector<HistoryEntry>& history() const = 0;
  // The position before the first decision of the history.
  virtual std::unique_ptr<AnySession> beginning() const = 0;

  virtual std::unique_ptr<AnySession> seen_by(int seat) const = 0;
  // For a session made by seen_by: a full session consistent with it.
  virtual std::unique_ptr<AnySession> sampled(std::uint64_t seed) const = 0;
  virtual int observation_length() const = 0;
  virtual void write_observation(int seat, std::uint8_t* out) const = 0;
  // For a session that seen_by made for the seat to move.
  virtual void action_scores(const std::int16_t* actions, int count,
                             std::int64_t* values) const = 0;
  // The number of sequences of `depth` decisions from here.
  virtual std::int64_t count_sequences(int depth) const = 0;

  virtual bool same_position(const AnySession& other) const = 0;
  // The state as bytes: equal if and only if the positions are.
  virtual std::string_view bytes() const = 0;
};

template <Game G>
class Session final : public AnySession {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  Session(std::shared_ptr<const Variant> variant, const State& start)
      : variant_(std::move(variant)), start_(std::make_shared<const State>(start)), state_(start) {}

  const std::shared_ptr<const Variant>& variant() const { return variant_; }
  const State& state() const { return state_; }

  std::unique_ptr<AnySession> clone() const override { return std::make_unique<Session>(*this); }

  std::string_view game() const override { return G::kName; }
  int seats() const override { return players(*variant_); }
  int actions() const override { return action_count(*variant_); }
  int seat_to_move() const override { return to_move(state_); }
  bool is_over() const override { return over(state_); }
  Ending how_it_ended() const override { return ending(*variant_, state_); }
  void write_scores(int* points) const override { scores(*variant_, state_, points); }
  unsigned winning_seats() const override { return winners(*variant_, state_); }

  void write_places(int* places) const override {
    std::array<int, kMaxPlayers> keys;
    rank_keys(*variant_, state_, keys.data());
    for (int seat = 0; seat < seats(); ++seat) {
      places[seat] = 1 + seats_ahead(keys.data(), seats(), seat);
    }
  }

  bool is_legal(int action) const override {
    return action >= 0 && action < G::kActions && legal(*variant_, state_).test(action);
  }

  int legal_actions(std::int16_t* out) const override {
    int count = 0;
    legal(*variant_, state_).for_each([&](int action) {
      out[count++] = static_cast<std::int16_t>(action);
    });
    return count;
  }

  std::vector<int> reason_against(int action) const override {
    const auto why = reason(*variant_, redact(*variant_, state_, to_move(state_)), action);
    if (!why) return {};
    std::vector<int> numbers = {static_cast<int>(why->code)};
    numbers.insert(numbers.end(), why->arguments.begin(), why->arguments.end());
    return numbers;
  }

  void play(int action) override {
    const int canonical = canonical_action(*variant_, state_, action);
    apply(*variant_, state_, action);
    history_.push_back(entry(action, canonical));
  }

  void follow(const int* actions, int action_count, const int* cards, int card_count) override {
    if constexpr (CanFollow<G>) {
      if (over(state_)) fail("The game is over.");
      State next = state_;
      if (action_count == 0) {
        keep_secret(*variant_, next);
        state_ = next;
        follows_ = true;
        history_.push_back({HistoryEntry::kSecret, HistoryEntry::kSecret});
        return;
      }
      if (action_count == 1 && actions[0] == HistoryEntry::kSkip) {
        if (!skip_turn()) fail("The turn cannot be skipped now.");
        return;
      }
      const bool tells = has_secret(*variant_, next);
      if (action_count != (tells ? 2 : 1)) fail("The number of actions is wrong.");
      if (tells) tell_secret(*variant_, next, actions[0]);
      const int action = actions[action_count - 1];
      show_played(*variant_, next, action, cards, card_count);
      if (action < 0 || action >= G::kActions || !legal(*variant_, next).test(action)) {
        fail("Action " + std::to_string(action) + " is not legal now.");
      }
      const int canonical = canonical_action(*variant_, next, action);
      const int mover = to_move(next);
      apply(*variant_, next, action);
      show_drawn(*variant_, next, mover, cards, card_count);
      state_ = next;
      follows_ = true;
      // A session that began with the secret decision has no entry for it.
      if (tells && !history_.empty()) history_.back() = entry(actions[0], actions[0]);
      history_.push_back(entry(action, canonical));
    } else {
      fail("This game cannot be followed by its events.");
    }
  }

  bool skip_turn() override {
    if constexpr (requires(State& state) { skip(*variant_, state); }) {
      if (!skip(*variant_, state_)) return false;
      history_.push_back({HistoryEntry::kSkip, HistoryEntry::kSkip});
      return true;
    }
    return false;
  }

  // Replays from the start: a game is short, and a history of states would make every copy long.
  bool take_back() override {
    if (history_.empty() || follows_) return false;
    history_.pop_back();
    state_ = *start_;
    for (const HistoryEntry& entry : history_) replay(entry.action);
    return true;
  }

  const std::vector<HistoryEntry>& history() const override { return history_; }

  // For a session that seen_by made for the seat to move; empty for any other.
  const SeatHistory& seat_history() const { return seat_history_; }

  std::unique_ptr<AnySession> beginning() const override {
    return std::make_unique<Session>(variant_, *start_);
  }

  std::unique_ptr<AnySession> seen_by(int seat) const override {
    auto seen = std::make_unique<Session>(variant_, redact(*variant_, state_, seat));
    // The seat to move knows every earlier decision. Other seats may not: a card can have been
    // picked in secret.
    if (seat == to_move(state_))
      seen->seat_history_ = seat_history_.seat == seat ? seat_history_ : history_of(seat);
    return seen;
  }

  std::unique_ptr<AnySession> sampled(std::uint64_t seed) const override {
    Rng rng(seed);
    return std::make_unique<Session>(variant_, sample(*variant_, state_, rng));
  }

  int observation_length() const override { return observation_size(*variant_); }

  void write_observation(int seat, std::uint8_t* out) const override {
    observe(*variant_, redact(*variant_, state_, seat), seat, out);
  }

  void action_scores(const std::int16_t* actions, int count, std::int64_t* values) const override {
    score_actions(*variant_, state_, actions, count, values);
  }

  std::int64_t count_sequences(int depth) const override {
    return perft<G>(*variant_, state_, depth);
  }

  bool same_position(const AnySession& other) const override {
    return game() == other.game() && bytes() == other.bytes();
  }

  std::string_view bytes() const override {
    return {reinterpret_cast<const char*>(&state_), sizeof(State)};
  }

 private:
  static HistoryEntry entry(int action, int canonical) {
    return {static_cast<std::int16_t>(action), static_cast<std::int16_t>(canonical)};
  }

  void replay(int action) {
    if constexpr (requires(State& state) { skip(*variant_, state); }) {
      if (action == HistoryEntry::kSkip) {
        skip(*variant_, state_);
        return;
      }
    }
    apply(*variant_, state_, action);
  }

  SeatHistory history_of(int seat) const {
    SeatHistory known;
    known.seat = seat;
    known.start_hash = hash_bytes(redact(*variant_, *start_, seat));
    known.actions.reserve(history_.size());
    for (const HistoryEntry& entry : history_) known.actions.push_back(entry.canonical);
    return known;
  }

  std::shared_ptr<const Variant> variant_;
  std::shared_ptr<const State> start_;
  State state_;
  std::vector<HistoryEntry> history_;
  bool follows_ = false;
  SeatHistory seat_history_;
};

// The rules and data of any game behind one virtual interface.
class AnyVariant {
 public:
  virtual ~AnyVariant() = default;
  virtual std::string_view game() const = 0;
  virtual int seats() const = 0;
  virtual int actions() const = 0;
  virtual int observation_length() const = 0;
  virtual std::size_t state_bytes() const = 0;
  virtual std::vector<ObservationField> fields() const = 0;
  virtual std::unique_ptr<AnySession> dealt(const Deal& deal) const = 0;
  // Plays random games, each from a new deal, and returns the number of decisions made.
  virtual std::int64_t playouts(int games, std::uint64_t seed) const = 0;
};

template <Game G>
class VariantOf final : public AnyVariant {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  explicit VariantOf(std::shared_ptr<const Variant> variant) : variant_(std::move(variant)) {}

  const std::shared_ptr<const Variant>& variant() const { return variant_; }

  std::string_view game() const override { return G::kName; }
  int seats() const override { return players(*variant_); }
  int actions() const override { return action_count(*variant_); }
  int observation_length() const override { return observation_size(*variant_); }
  std::size_t state_bytes() const override { return sizeof(State); }
  std::vector<ObservationField> fields() const override { return observation_fields(*variant_); }

  std::unique_ptr<AnySession> dealt(const Deal& deal) const override {
    return std::make_unique<Session<G>>(variant_, setup(*variant_, deal));
  }

  std::int64_t playouts(int games, std::uint64_t seed) const override {
    const State unknown = redact(*variant_, setup(*variant_, Deal{}), kNoSeat);
    Rng rng(seed);
    std::int64_t decisions = 0;
    for (int i = 0; i < games; ++i) {
      State state = sample(*variant_, unknown, rng);
      decisions += playout<G>(*variant_, state, rng);
    }
    return decisions;
  }

 private:
  std::shared_ptr<const Variant> variant_;
};

}  // namespace gemgrove
