// The concept of a game: a trivially copyable state and free functions over it.
//
// A game's folder declares one tag type (for example splendor::Splendor) that names its State,
// its Variant (rules and data, shared and never changed) and its sizes. The functions are found
// by their arguments. Sessions, playouts, search and batches are templates over this concept.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/bits.h"
#include "core/deal.h"
#include "core/reason.h"
#include "core/rng.h"

namespace gemgrove {

inline constexpr int kMaxPlayers = 4;

// The seat of a spectator: it sees what everybody sees.
inline constexpr int kNoSeat = -1;

enum class Ending : std::uint8_t {
  none,        // still being played
  finished,    // the natural end of the game
  dead_end,    // nobody can move
  turn_limit,  // cut off, scored as it stands
};

// A range of entries in an observation vector.
struct ObservationField {
  std::string_view name;
  int offset;
  int size;
  int largest;  // the largest value an entry can have
  std::string_view meaning;
};

template <class G>
concept Game = requires(const typename G::Variant& variant, const typename G::State& state,
                        typename G::State& mutable_state, const Deal& deal, Rng& rng, int seat,
                        int action, int* points, std::uint8_t* out, const std::int16_t* actions,
                        int count, float* numbers, std::int64_t* values) {
  { G::kName } -> std::convertible_to<std::string_view>;
  { G::kActions } -> std::convertible_to<int>;
  { G::kCanonicalActions } -> std::convertible_to<int>;
  // See search/options.h.
  { G::kExploration } -> std::convertible_to<float>;
  { G::kFpuReduction } -> std::convertible_to<float>;
  requires std::is_trivially_copyable_v<typename G::State>;
  requires std::has_unique_object_representations_v<typename G::State>;

  { players(variant) } -> std::same_as<int>;
  // At most G::kActions, the size of the masks.
  { action_count(variant) } -> std::same_as<int>;
  { setup(variant, deal) } -> std::same_as<typename G::State>;
  { to_move(state) } -> std::same_as<int>;
  // Empty if and only if the game is over.
  { legal(variant, state) } -> std::same_as<BitSet<G::kActions>>;
  // The action must be legal.
  { apply(variant, mutable_state, action) } -> std::same_as<void>;
  { over(state) } -> std::same_as<bool>;
  { ending(variant, state) } -> std::same_as<Ending>;
  // points[seat] for every seat.
  { scores(variant, state, points) } -> std::same_as<void>;
  // Once the game is over, points[seat] for every seat: a larger key is a better place, including
  // the tie-breaks.
  { rank_keys(variant, state, points) } -> std::same_as<void>;
  // One bit per seat; none set before the end.
  { winners(variant, state) } -> std::same_as<unsigned>;
  // The state without what `seat` may not know. Every function below takes such a state, so nothing
  // hidden can reach its result.
  { redact(variant, state, seat) } -> std::same_as<typename G::State>;
  { sample(variant, state, rng) } -> std::same_as<typename G::State>;
  { observation_size(variant) } -> std::same_as<int>;
  { observe(variant, state, seat, out) } -> std::same_as<void>;
  { observation_fields(variant) } -> std::same_as<std::vector<ObservationField>>;
  // For the redacted state of the seat to move. values[i]: the one-ply heuristic score of
  // actions[i]; greedy@1 plays the highest.
  { score_actions(variant, state, actions, count, values) } -> std::same_as<void>;
  // For the redacted state of the seat to move: why an action, below action_count(), is not legal;
  // empty if it is.
  { reason(variant, state, action) } -> std::same_as<std::optional<Reason<typename G::ReasonCode>>>;

  // For search.
  // For a redacted state: the cards that its seat has not seen. Unchanged until it sees another.
  { unseen_cards(variant, state) == unseen_cards(variant, state) } -> std::convertible_to<bool>;
  // Identifies an action by its card rather than its slot; below G::kCanonicalActions. Equal for
  // actions that do the same with the same card, in any state that the same decisions led to.
  { canonical_action(variant, state, action) } -> std::same_as<int>;
  // For the redacted state of the seat to move. numbers[i]: the logarithm of the prior of
  // actions[i], up to a constant.
  { prior_logits(variant, state, actions, count, numbers) } -> std::same_as<void>;
  // For the redacted state of any seat. numbers[i]: the probability that seat i wins; they add up
  // to 1.
  { evaluate(variant, state, seat, numbers) } -> std::same_as<void>;
};

// The number of entries of a vector with these fields.
inline std::size_t total_size(const std::vector<ObservationField>& fields) {
  return fields.empty() ? 0 : static_cast<std::size_t>(fields.back().offset + fields.back().size);
}

// A game may say what a network sees of it: then a search can take its priors and values from one.
// The functions take redacted states like the others; network_inputs() that of any seat,
// action_inputs() that of the seat to move.
template <class G>
concept HasNetworkInputs =
    requires(const typename G::Variant& variant, const typename G::State& state, int seat,
             const std::int16_t* actions, int count, std::uint8_t* out) {
      // Changes with the meaning of the inputs: a network knows those it was trained with.
      { G::kNetworkInputsVersion } -> std::convertible_to<int>;
      { network_input_fields(variant) } -> std::same_as<std::vector<ObservationField>>;
      { action_input_fields(variant) } -> std::same_as<std::vector<ObservationField>>;
      { network_inputs(variant, state, seat, out) } -> std::same_as<void>;
      { action_inputs(variant, state, actions, count, out) } -> std::same_as<void>;
    };

// A game may compute the inputs of a position and of its actions together, if this saves work.
template <class G>
concept HasPolicyInputs =
    HasNetworkInputs<G> &&
    requires(const typename G::Variant& variant, const typename G::State& state,
             const std::int16_t* actions, int count, std::uint8_t* inputs, std::uint8_t* out) {
      { policy_inputs(variant, state, actions, count, inputs, out) } -> std::same_as<void>;
    };

// A game may be followed by what a seat, or a spectator, is told about each decision. All functions
// change a redacted state, and fail if what is told does not fit.
template <class G>
concept CanFollow = requires(const typename G::Variant& variant, typename G::State& seen,
                             int action, int seat, const int* cards, int count) {
  // A decision that nobody else may know yet.
  { keep_secret(variant, seen) } -> std::same_as<void>;
  // True if there is one; changes nothing.
  { has_secret(variant, seen) } -> std::same_as<bool>;
  // The secret decision, once it is known.
  { tell_secret(variant, seen, action) } -> std::same_as<void>;
  // Shows the hidden card that an action plays, before it is played.
  { show_played(variant, seen, action, cards, count) } -> std::same_as<void>;
  // Shows the cards that have come into sight after `seat` has played.
  { show_drawn(variant, seen, seat, cards, count) } -> std::same_as<void>;
};

// A game may name a G::ObservationMemo, a cache that observe() takes.
template <class G>
concept HasObservationMemo = requires { typename G::ObservationMemo; };

struct NoMemo {};

template <class G>
struct ObservationMemoOf {
  using Type = NoMemo;
};

template <HasObservationMemo G>
struct ObservationMemoOf<G> {
  using Type = typename G::ObservationMemo;
};

template <class State>
bool same_bytes(const State& a, const State& b) {
  return std::memcmp(&a, &b, sizeof(State)) == 0;
}

template <class State>
std::uint64_t hash_bytes(const State& state) {
  static_assert(sizeof(State) % 8 == 0);
  std::uint64_t hash = 0x9E3779B97F4A7C15;
  const auto* bytes = reinterpret_cast<const unsigned char*>(&state);
  for (std::size_t i = 0; i < sizeof(State); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes + i, 8);
    hash = (hash ^ word) * 0xD6E8FEB86659FD93;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace gemgrove
