// The functions that WebAssembly exports; web/engine/src/core.ts declares them for TypeScript.
//
// Objects are addresses, which the host frees. The host writes arguments that are lists into the
// input buffer: input(bytes) makes room and returns its address. Functions that return a list put
// it into a buffer of its kind (integers(), reals(), bytes()), where it stays until the next call,
// and return its length. A function that fails calls the import `fail` with a sentence and does not
// return. A seat of -1 is a spectator.
#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstring>
#include <limits>
#include <string>

#include "network/network.h"
#include "wasm/game.h"

#define EXPORT(name) __attribute__((export_name(#name)))

// What libc++ calls where it would throw; its own prints, which takes more code than a game.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }

namespace gemgrove::wasm {
namespace {

struct RulesHandle {
  std::shared_ptr<const AnyRules> rules;
};

struct GameHandle {
  std::shared_ptr<const AnyRules> rules;
  std::unique_ptr<AnySession> session;
  bool redacted;
  int seat;  // whose view it is, if it is redacted

  bool may_decide() const {
    return !session->is_over() && (!redacted || session->seat_to_move() == seat);
  }
};

struct NetworkHandle {
  std::shared_ptr<network::Network> network = std::make_shared<network::Network>();
};

struct SearchHandle {
  std::shared_ptr<const AnyRules> rules;
  std::unique_ptr<AnySearch> search;
  bool ready = false;  // a position has been set
};

constexpr int kLargestByte = 255;
constexpr int kMostShift = 24;
constexpr int kMostActions = 1024;

std::vector<std::uint64_t> input_buffer;  // of words, for the alignment of anything
std::vector<int> integer_buffer;
std::vector<double> real_buffer;
std::vector<std::uint8_t> byte_buffer;

template <class Item>
const Item* input_as() {
  return reinterpret_cast<const Item*>(input_buffer.data());
}

int integers_written() { return static_cast<int>(integer_buffer.size()); }

int checked_seat(const GameHandle& game, int seat) {
  return checked_number(seat, kNoSeat, game.session->seats() - 1, "seat");
}

void check_decides(const GameHandle& game) {
  if (!game.may_decide()) fail("This seat has nothing to decide now.");
}

void write_list(const std::vector<float>& values) {
  real_buffer.insert(real_buffer.end(), values.begin(), values.end());
}

}  // namespace

extern "C" {

EXPORT(input) void* input(int size) {
  const std::size_t words = (static_cast<std::size_t>(size) + 7) / 8;
  if (input_buffer.size() < words) input_buffer.resize(words);
  return input_buffer.data();
}

EXPORT(integers) const int* integers() { return integer_buffer.data(); }
EXPORT(reals) const double* reals() { return real_buffer.data(); }
EXPORT(bytes) const std::uint8_t* bytes() { return byte_buffer.data(); }

// Words of the ChaCha20 stream of a key, which is in the input: see core/deal.h.
EXPORT(deal_words) int deal_words(int part, int count) {
  DealStream stream(input_as<std::uint8_t>(), static_cast<std::uint32_t>(part));
  integer_buffer.clear();
  for (int i = 0; i < count; ++i) integer_buffer.push_back(static_cast<int>(stream.word()));
  return integers_written();
}

// `size` integers of the input: the options, and the data. `game` is 0 for Splendor, 1 for
// Arboretum.
EXPORT(rules_new) RulesHandle* rules_new(int game, int size) {
  RecordReader reader(input_as<int>(), size);
  switch (game) {
    case 0:
      return new RulesHandle{splendor_rules(reader)};
    case 1:
      return new RulesHandle{arboretum_rules(reader)};
    default:
      fail("There is no game " + std::to_string(game) + ".");
  }
}

EXPORT(rules_free) void rules_free(RulesHandle* rules) { delete rules; }

// The number of actions, the length of an observation, the version of the network inputs.
EXPORT(rules_sizes) int rules_sizes(const RulesHandle* rules) {
  const AnyVariant& variant = rules->rules->variant();
  integer_buffer = {variant.actions(), variant.observation_length(),
                    rules->rules->network_inputs_version()};
  return integers_written();
}

EXPORT(rules_playouts)
double rules_playouts(const RulesHandle* rules, int games, std::uint64_t seed) {
  return static_cast<double>(rules->rules->variant().playouts(games, seed));
}

// The input holds the five keys of the deal.
EXPORT(game_deal) GameHandle* game_deal(const RulesHandle* rules) {
  Deal deal;
  std::memcpy(deal.keys.data(), input_as<std::uint8_t>(), Deal::kParts * Deal::kKeyBytes);
  return new GameHandle{rules->rules, rules->rules->variant().dealt(deal), false, kNoSeat};
}

// A position from `size` integers of the input. If it is redacted, it is what `seat` sees.
EXPORT(game_from_record)
GameHandle* game_from_record(const RulesHandle* rules, int size, int redacted, int seat) {
  checked_number(seat, kNoSeat, rules->rules->variant().seats() - 1, "seat");
  auto session = rules->rules->from_record(input_as<int>(), size);
  // Redacting once more guarantees that a view holds no more than its seat may know.
  if (redacted != 0) session = session->seen_by(seat);
  return new GameHandle{rules->rules, std::move(session), redacted != 0, seat};
}

EXPORT(game_free) void game_free(GameHandle* game) { delete game; }

EXPORT(game_copy) GameHandle* game_copy(const GameHandle* game) {
  return new GameHandle{game->rules, game->session->clone(), game->redacted, game->seat};
}

EXPORT(game_view) GameHandle* game_view(const GameHandle* game, int seat) {
  return new GameHandle{game->rules, game->session->seen_by(checked_seat(*game, seat)), true, seat};
}

EXPORT(game_sample) GameHandle* game_sample(const GameHandle* game, std::uint64_t seed) {
  return new GameHandle{game->rules, game->session->sampled(seed), false, kNoSeat};
}

EXPORT(game_record) int game_record(const GameHandle* game) {
  integer_buffer.clear();
  game->rules->write_record(*game->session, integer_buffer);
  return integers_written();
}

// The bytes of the state: equal if and only if the positions are.
EXPORT(game_state) int game_state(const GameHandle* game) {
  const std::string_view state = game->session->bytes();
  byte_buffer.assign(state.begin(), state.end());
  return static_cast<int>(byte_buffer.size());
}

EXPORT(game_to_move) int game_to_move(const GameHandle* game) {
  return game->session->seat_to_move();
}

EXPORT(game_over) int game_over(const GameHandle* game) { return game->session->is_over(); }

// As in core/game.h: 0 for none, 1 finished, 2 dead end, 3 turn limit.
EXPORT(game_ending) int game_ending(const GameHandle* game) {
  return static_cast<int>(game->session->how_it_ended());
}

EXPORT(game_scores) int game_scores(const GameHandle* game) {
  integer_buffer.assign(static_cast<std::size_t>(game->session->seats()), 0);
  game->session->write_scores(integer_buffer.data());
  return integers_written();
}

// The places of all seats; none before the end.
EXPORT(game_places) int game_places(const GameHandle* game) {
  integer_buffer.clear();
  if (game->session->is_over()) {
    integer_buffer.resize(static_cast<std::size_t>(game->session->seats()));
    game->session->write_places(integer_buffer.data());
  }
  return integers_written();
}

// One bit for each winner.
EXPORT(game_winners) int game_winners(const GameHandle* game) {
  return static_cast<int>(game->session->winning_seats());
}

// A seat's score in the game's own record: see score_details in the game's file.
EXPORT(game_score_details) int game_score_details(const GameHandle* game, int seat) {
  checked_number(seat, 0, game->session->seats() - 1, "seat");
  integer_buffer.clear();
  game->rules->write_score_details(*game->session, seat, integer_buffer);
  return integers_written();
}

EXPORT(game_legal_actions) int game_legal_actions(const GameHandle* game) {
  integer_buffer.clear();
  if (game->may_decide()) {
    std::array<std::int16_t, kMostActions> actions;
    const int count = game->session->legal_actions(actions.data());
    integer_buffer.assign(actions.begin(), actions.begin() + count);
  }
  return integers_written();
}

EXPORT(game_is_legal) int game_is_legal(const GameHandle* game, int action) {
  return game->may_decide() && game->session->is_legal(action);
}

// Why an action is not legal: the number of the game's ReasonCode (reasons.h), then the arguments.
// Nothing if it is legal.
EXPORT(game_reason) int game_reason(const GameHandle* game, int action) {
  if (!game->session->is_over()) check_decides(*game);
  checked_number(action, 0, game->session->actions() - 1, "action");
  integer_buffer = game->session->reason_against(action);
  return integers_written();
}

// In a view, the cards that come into sight stay hidden: for looking ahead.
EXPORT(game_play) void game_play(GameHandle* game, int action) {
  if (!game->session->is_legal(action)) {
    fail("Action " + std::to_string(action) + " is not legal now.");
  }
  game->session->play(action);
}

// Follows the game in a view by an event: the input holds its actions, then the cards it reveals.
EXPORT(game_follow) void game_follow(GameHandle* game, int actions, int cards) {
  if (!game->redacted) fail("Only a view follows a game; a game itself is played.");
  const int* told = input_as<int>();
  game->session->follow(told, actions, told + actions, cards);
}

// Returns 0 if the turn cannot be skipped now.
EXPORT(game_skip) int game_skip(GameHandle* game) { return game->session->skip_turn(); }

// Returns 0 if there is nothing to take back.
EXPORT(game_undo) int game_undo(GameHandle* game) { return game->session->take_back(); }

// The actions so far.
EXPORT(game_history) int game_history(const GameHandle* game) {
  integer_buffer.clear();
  for (const HistoryEntry& entry : game->session->history()) integer_buffer.push_back(entry.action);
  return integers_written();
}

EXPORT(game_observe) int game_observe(const GameHandle* game, int seat) {
  byte_buffer.assign(static_cast<std::size_t>(game->session->observation_length()), 0);
  game->session->write_observation(checked_seat(*game, seat), byte_buffer.data());
  return static_cast<int>(byte_buffer.size());
}

// The heuristic scores of the legal actions, in their order.
EXPORT(game_action_scores) int game_action_scores(const GameHandle* game) {
  check_decides(*game);
  const auto seen = game->session->seen_by(game->session->seat_to_move());
  std::array<std::int16_t, kMostActions> actions;
  std::array<std::int64_t, kMostActions> scores;
  const int count = seen->legal_actions(actions.data());
  seen->action_scores(actions.data(), count, scores.data());
  real_buffer.assign(scores.begin(), scores.begin() + count);
  return count;
}

// Each seat's chance of winning by the game's own evaluation, as `seat` sees it.
EXPORT(game_evaluate) int game_evaluate(const GameHandle* game, int seat) {
  if (game->session->is_over()) fail("The game is over.");
  checked_number(seat, 0, game->session->seats() - 1, "seat");
  std::array<float, kMaxPlayers> chances{};
  game->rules->write_evaluation(*game->session->seen_by(seat), seat, chances.data());
  real_buffer.assign(chances.begin(), chances.begin() + game->session->seats());
  return static_cast<int>(real_buffer.size());
}

EXPORT(network_new) NetworkHandle* network_new(int players) {
  auto* handle = new NetworkHandle;
  handle->network->players = players;
  return handle;
}

// Adds a layer: to the trunk (0), or the value (1), policy_state (2), policy_action (3) or policy
// (4) head. The input holds the biases, then the weights, as in network/layer.h.
EXPORT(network_add_layer)
void network_add_layer(NetworkHandle* handle, int kind, int inputs, int units, int shift) {
  network::Network& network = *handle->network;
  checked_number(shift, 0, kMostShift, "shift");
  const auto* biases = input_as<std::int32_t>();
  const auto* weights = reinterpret_cast<const std::int16_t*>(biases + units);
  const bool bytes = (kind == 0 && network.trunk.empty()) || kind == 3;
  network::Layer layer(weights, biases, inputs, units, shift, bytes ? kLargestByte : network::kOne);
  network::Layer* heads[] = {&network.value, &network.policy_state, &network.policy_action,
                             &network.policy};
  if (kind == 0) {
    network.trunk.push_back(std::move(layer));
  } else {
    *heads[kind - 1] = std::move(layer);
  }
}

// Fails if the layers do not fit together.
EXPORT(network_check) void network_check(const NetworkHandle* handle) { handle->network->check(); }

EXPORT(network_free) void network_free(NetworkHandle* handle) { delete handle; }

// The input holds exploration, prior_weight, fpu_reduction, root_noise (negative: the game's
// default), then root, rollout and cutoff as in search/options.h, as reals. `network` may be null.
EXPORT(search_new)
SearchHandle* search_new(const RulesHandle* rules, const NetworkHandle* network,
                         std::uint64_t seed) {
  const double* given = input_as<double>();
  SearchOptions options;
  options.exploration = static_cast<float>(given[0]);
  options.prior_weight = static_cast<float>(given[1]);
  options.fpu_reduction = static_cast<float>(given[2]);
  options.root_noise = static_cast<float>(given[3]);
  options.root = given[4] != 0 ? RootPolicy::halving : RootPolicy::puct;
  options.rollout = given[5] != 0 ? Rollout::prior : Rollout::random;
  options.cutoff = static_cast<int>(given[6]);
  options.seed = seed;
  return new SearchHandle{
      rules->rules,
      rules->rules->new_search(options, network == nullptr ? nullptr : network->network)};
}

EXPORT(search_free) void search_free(SearchHandle* search) { delete search; }

// Returns how many iterations of earlier searches are kept.
EXPORT(search_set_position)
double search_set_position(SearchHandle* search, const GameHandle* game) {
  check_decides(*game);
  if (search->rules != game->rules) fail("The search is for other rules than the game's.");
  search->ready = false;
  const auto seen = game->session->seen_by(game->session->seat_to_move());
  const std::int64_t kept = search->search->set_position(*seen);
  search->ready = true;
  return static_cast<double>(kept);
}

// The budget of the following runs. No iterations, or no seconds: without that limit.
EXPORT(search_begin)
void search_begin(SearchHandle* search, double iterations, double seconds) {
  if (!search->ready) fail("The search has no position yet.");
  Clock::time_point end = Clock::time_point::max();
  if (seconds > 0) {
    end = Clock::now() +
          std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  search->search->begin(iterations > 0 ? static_cast<std::int64_t>(iterations)
                                       : std::numeric_limits<std::int64_t>::max(),
                        end);
}

// Searches for some milliseconds; returns 1 once all iterations are made. `only` is the action that
// every iteration begins with, or -1.
EXPORT(search_run) int search_run(SearchHandle* search, double milliseconds, int only) {
  if (!search->ready) fail("The search has no position yet.");
  if (only >= 0 && !search->search->is_legal(only)) {
    fail("The only action to search is not legal.");
  }
  const auto slice = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double, std::milli>(milliseconds));
  return search->search->run(Clock::now() + slice, only);
}

EXPORT(search_iterations) double search_iterations(const SearchHandle* search) {
  return static_cast<double>(search->search->iterations());
}

// The result as reals: iterations, each seat's value, the number of moves; for each move its
// action, visits, available, prior, improved and each seat's value; then the principal variation.
EXPORT(search_result) int search_result(const SearchHandle* search) {
  if (!search->ready) fail("The search has no position yet.");
  const SearchResult result = search->search->result();
  real_buffer = {static_cast<double>(result.iterations)};
  write_list(result.values);
  real_buffer.push_back(static_cast<double>(result.moves.size()));
  for (const RootMove& move : result.moves) {
    const double numbers[] = {static_cast<double>(move.action), static_cast<double>(move.visits),
                              static_cast<double>(move.available), move.prior, move.improved};
    real_buffer.insert(real_buffer.end(), std::begin(numbers), std::end(numbers));
    write_list(move.values);
  }
  real_buffer.insert(real_buffer.end(), result.pv.begin(), result.pv.end());
  return static_cast<int>(real_buffer.size());
}

}  // extern "C"

}  // namespace gemgrove::wasm
