// The bindings of Splendor: rules, constants, and positions as plain Python values.
#include "splendor/splendor.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>

#include "bindings/game.h"

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;
using namespace splendor;

// Markers in place of a card's number, in Python.
constexpr int kNothing = -1;
constexpr int kHiddenTier = -2;  // minus the tier, 0 to 2

constexpr EnumNames<Phase, 5> kPhases = {{{Phase::play, "play"},
                                          {Phase::pay, "pay"},
                                          {Phase::give_back, "return"},
                                          {Phase::noble, "noble"},
                                          {Phase::over, "over"}}};

using Counts = std::array<int, kColors>;
using CardRow = std::tuple<int, int, int, Counts>;  // tier 0 to 2, color, points, cost
using NobleRow = std::tuple<int, Counts>;           // points, requirement

Gems packed(const Counts& counts) {
  Gems vector = 0;
  for (int color = 0; color < kColors; ++color) vector += gems(color, counts[color]);
  return vector;
}

VariantObject make_variant(int players, bool deck_reserve, Rules::OverLimit over_limit,
                           bool return_gold, Rules::Nobles nobles, Rules::TakeFewer take_fewer,
                           Rules::Payment payment, int target_points,
                           std::optional<int> first_player, int turn_limit,
                           const std::vector<CardRow>& card_rows,
                           const std::vector<NobleRow>& noble_rows) {
  Rules rules;
  rules.players = players;
  rules.deck_reserve = deck_reserve;
  rules.over_limit = over_limit;
  rules.return_gold = return_gold;
  rules.nobles = nobles;
  rules.take_fewer = take_fewer;
  rules.payment = payment;
  rules.target_points = target_points;
  rules.first_player = first_player.value_or(kRandomSeat);
  rules.turn_limit = turn_limit;
  if (card_rows.size() > kMaxCards) throw_value_error("More cards than a state has room for.");
  if (noble_rows.size() > kMaxNobles) throw_value_error("More nobles than a state has room for.");

  std::vector<Card> cards;
  for (const auto& [tier, color, points, cost] : card_rows) {
    cards.push_back({static_cast<std::uint8_t>(tier), static_cast<std::uint8_t>(color),
                     static_cast<std::uint8_t>(points), packed(cost)});
  }
  std::vector<Noble> noble_list;
  for (const auto& [points, requirement] : noble_rows) {
    noble_list.push_back({static_cast<std::uint8_t>(points), packed(requirement)});
  }
  return {std::make_shared<VariantOf<Splendor>>(
      std::make_shared<const Variant>(rules, cards.data(), static_cast<int>(cards.size()),
                                      noble_list.data(), static_cast<int>(noble_list.size())))};
}

int place_number(std::uint8_t place) {
  if (is_card(place)) return place;
  return is_hidden(place) ? kHiddenTier - (place - kHidden) : kNothing;
}

std::uint8_t place_code(nb::handle value, const Variant& variant, int tier, const char* what) {
  const int number = checked_int(value, kHiddenTier - (kTiers - 1), variant.card_count - 1, what);
  if (number == kNothing) return kEmpty;
  if (number < kNothing) return static_cast<std::uint8_t>(kHidden + (kHiddenTier - number));
  if (tier >= 0 && variant.cards[number].tier != tier) {
    throw_value_error(std::string(what) + ": card " + std::to_string(number) + " is of tier " +
                      std::to_string(variant.cards[number].tier + 1) + ".");
  }
  return static_cast<std::uint8_t>(number);
}

nb::list counts(Gems vector, int kinds) {
  nb::list list;
  for (int kind = 0; kind < kinds; ++kind) list.append(count_of(vector, kind));
  return list;
}

Gems counted(nb::handle list, int kinds, const char* what) {
  if (nb::len(list) != static_cast<std::size_t>(kinds)) {
    throw_value_error(std::string(what) + " has " + std::to_string(nb::len(list)) +
                      " entries, not " + std::to_string(kinds) + ".");
  }
  Gems vector = 0;
  int kind = 0;
  for (nb::handle value : list) vector += gems(kind++, checked_int(value, 0, 100, what));
  return vector;
}

nb::dict player_fields(const Player& player) {
  nb::list bought;
  player.bought.for_each([&](int card) { bought.append(card); });
  nb::list reserved;
  for (int place = 0; place < kReserveLimit && player.reserved[place] != kEmpty; ++place) {
    nb::list entry;
    entry.append(place_number(player.reserved[place]));
    entry.append(nb::bool_((player.blind >> place & 1) != 0));
    reserved.append(entry);
  }
  nb::list nobles;
  for (int id = 0; id < kMaxNobles; ++id) {
    if (player.nobles >> id & 1) nobles.append(id);
  }
  nb::dict fields;
  fields["tokens"] = counts(player.tokens, kTokenKinds);
  fields["points"] = int{player.points};
  fields["bought"] = bought;
  fields["bonuses"] = counts(player.bonuses, kColors);
  fields["reserved"] = reserved;
  fields["nobles"] = nobles;
  return fields;
}

nb::dict state_fields(const Variant& variant, const State& state) {
  nb::list market;
  nb::list decks;
  for (int tier = 0; tier < kTiers; ++tier) {
    nb::list row;
    for (int slot = 0; slot < kSlots; ++slot) {
      row.append(place_number(state.market[tier * kSlots + slot]));
    }
    market.append(row);
    nb::list deck;
    for (int place = state.deck_left[tier] - 1; place >= 0; --place) {
      deck.append(place_number(state.deck[variant.deck_begin[tier] + place]));
    }
    decks.append(deck);
  }
  nb::list nobles;
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    nobles.append(state.nobles[slot] == kEmpty ? kNothing : int{state.nobles[slot]});
  }
  nb::list seats;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    seats.append(player_fields(state.seats[seat]));
  }

  nb::dict fields;
  fields["to_move"] = int{state.mover};
  fields["phase"] = name_of(kPhases, state.phase);
  fields["first"] = int{state.first};
  fields["turns"] = int{state.turns};
  fields["passes"] = int{state.passes};
  fields["pending"] = state.pending == kEmpty ? kNothing : int{state.pending};
  fields["owed"] = counts(state.owed, kColors);
  fields["escrow"] = counts(state.escrow, kTokenKinds);
  fields["bank"] = counts(state.bank, kTokenKinds);
  fields["market"] = market;
  fields["decks"] = decks;
  fields["nobles"] = nobles;
  fields["players"] = seats;
  return fields;
}

void read_player(const Variant& variant, nb::handle fields, Player& player) {
  player.tokens = counted(fields["tokens"], kTokenKinds, "tokens");
  for (nb::handle value : fields["bought"]) {
    const int id = checked_int(value, 0, variant.card_count - 1, "bought");
    player.bought.set(id);
    player.bonuses += gems(variant.cards[id].color);
    ++player.cards;
  }
  player.points = static_cast<std::uint8_t>(checked_int(fields["points"], 0, 255, "points"));
  int place = 0;
  for (nb::handle entry : fields["reserved"]) {
    if (place == kReserveLimit) throw_value_error("reserved: more than three cards.");
    player.reserved[place] = place_code(entry[0], variant, -1, "reserved");
    const bool blind = nb::cast<bool>(entry[1]);
    player.blind = static_cast<std::uint8_t>(player.blind | unsigned{blind} << place);
    ++place;
  }
  for (nb::handle value : fields["nobles"]) {
    const int id = checked_int(value, 0, variant.noble_count - 1, "nobles");
    player.nobles = static_cast<std::uint16_t>(player.nobles | 1U << id);
  }
}

void read_cards(const Variant& variant, nb::handle fields, State& state) {
  for (int tier = 0; tier < kTiers; ++tier) {
    const nb::object row = fields["market"][tier];
    for (int slot = 0; slot < kSlots; ++slot) {
      state.market[tier * kSlots + slot] = place_code(row[slot], variant, tier, "market");
    }
    const nb::object deck = fields["decks"][tier];
    const int left = static_cast<int>(nb::len(deck));
    if (left > variant.deck_size(tier)) throw_value_error("decks: more cards than the tier has.");
    state.deck_left[tier] = static_cast<std::uint8_t>(left);
    for (int i = 0; i < left; ++i) {
      state.deck[variant.deck_begin[tier] + left - 1 - i] =
          place_code(deck[i], variant, tier, "decks");
    }
  }
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    const int id = checked_int(fields["nobles"][slot], kNothing, variant.noble_count - 1, "nobles");
    if (id != kNothing) state.nobles[slot] = static_cast<std::uint8_t>(id);
  }
}

// True if the mover has the tokens in escrow, and enough of them to return down to the limit.
bool escrow_suffices(const State& state) {
  const Gems held = state.player().tokens;
  return covers(held, state.escrow) && total(held) - total(state.escrow) <= kTokenLimit;
}

// Checks what makes a state safe. gemgrove.splendor.validation checks that it is a position of the
// game (every card once, no token lost).
State read_state(const Variant& variant, nb::handle fields) {
  const int last_seat = variant.rules.players - 1;

  State state{};
  state.deck.fill(kEmpty);
  state.nobles.fill(kEmpty);
  for (Player& player : state.seats) player.reserved.fill(kEmpty);
  state.mover = static_cast<std::uint8_t>(checked_int(fields["to_move"], 0, last_seat, "to_move"));
  state.first = static_cast<std::uint8_t>(checked_int(fields["first"], 0, last_seat, "first"));
  state.turns = static_cast<std::uint16_t>(checked_int(fields["turns"], 0, 65535, "turns"));
  state.passes =
      static_cast<std::uint8_t>(checked_int(fields["passes"], 0, last_seat + 1, "passes"));
  state.phase = value_of(kPhases, nb::cast<std::string>(fields["phase"]), "phase");
  const int pending = checked_int(fields["pending"], kNothing, kToken - 1, "pending");
  if ((state.phase == Phase::pay) != (pending >= kBuy))
    throw_value_error("pending does not fit the phase.");
  state.pending = pending == kNothing ? kEmpty : static_cast<std::uint8_t>(pending);
  state.owed = counted(fields["owed"], kColors, "owed");
  if ((state.phase == Phase::pay) != (state.owed != 0))
    throw_value_error("owed does not fit the phase.");
  state.escrow = counted(fields["escrow"], kTokenKinds, "escrow");
  state.bank = counted(fields["bank"], kTokenKinds, "bank");
  read_cards(variant, fields, state);
  for (int seat = 0; seat <= last_seat; ++seat) {
    read_player(variant, fields["players"][seat], state.seats[seat]);
  }
  if (state.phase == Phase::pay) {
    const std::uint8_t card = pending < kBuyReserved
                                  ? state.market[pending - kBuy]
                                  : state.player().reserved[pending - kBuyReserved];
    if (!is_card(card)) throw_value_error("pending names a place without a known card.");
  }
  if (state.phase == Phase::give_back &&
      variant.rules.over_limit == Rules::OverLimit::give_back_drawn && !escrow_suffices(state)) {
    throw_value_error("escrow does not fit the tokens held.");
  }
  if (!over(state) && legal(variant, state).none())
    throw_value_error("There is nothing to decide.");
  return state;
}

void bind_rules(nb::module_& m) {
  nb::enum_<Rules::OverLimit>(m, "OverLimit")
      .value("RETURN", Rules::OverLimit::give_back)
      .value("RETURN_DRAWN", Rules::OverLimit::give_back_drawn)
      .value("FORBID", Rules::OverLimit::forbid);
  nb::enum_<Rules::Nobles>(m, "Nobles")
      .value("CHOOSE", Rules::Nobles::choose)
      .value("FIRST", Rules::Nobles::first)
      .value("ALL", Rules::Nobles::all);
  nb::enum_<Rules::TakeFewer>(m, "TakeFewer")
      .value("FORCED", Rules::TakeFewer::forced)
      .value("FREE", Rules::TakeFewer::free)
      .value("NEVER", Rules::TakeFewer::never);
  nb::enum_<Rules::Payment>(m, "Payment")
      .value("AUTO", Rules::Payment::automatic)
      .value("CHOOSE", Rules::Payment::choose);
  m.def("variant", &make_variant, nb::kw_only(), "players"_a, "deck_reserve"_a, "over_limit"_a,
        "return_gold"_a, "nobles"_a, "take_fewer"_a, "payment"_a, "target_points"_a,
        "first_player"_a.none(), "turn_limit"_a, "cards"_a, "noble_tiles"_a,
        "Prepare the rules and cards. first_player=None: decided by the deal.");
}

void bind_constants(nb::module_& m) {
  m.attr("OBSERVATION_VERSION") = kObservationVersion;
  m.attr("EMPTY") = kNothing;
  m.def("hidden_card", [](int tier) { return kHiddenTier - (tier - 1); }, "tier"_a);
  m.attr("TOKEN_LIMIT") = kTokenLimit;
  m.attr("GOLD_TOKENS") = kGoldTokens;
  m.attr("PAIR_MINIMUM") = kPairMinimum;
  m.attr("MARKET_SLOTS") = kSlots;
  m.attr("RESERVE_LIMIT") = kReserveLimit;
  m.attr("MAX_NOBLE_SLOTS") = kMaxNobleSlots;
  m.attr("MAX_CARDS") = kMaxCards;
  m.attr("MAX_NOBLES") = kMaxNobles;
  m.def("tokens_per_color", &tokens_per_color, "players"_a);
}

}  // namespace

void bind_splendor(nb::module_& m) {
  bind_constants(m);
  bind_rules(m);
  bind_game_functions<Splendor>(
      m, &state_fields, &read_state, kPhases, kFeatureNames,
      "Return the position as plain lists and numbers: -1 is nothing, -2, -3, -4 a hidden card of "
      "tier 1 to 3; each deck's next card comes first.");
  m.def(
      "tokens",
      [](nb::handle holder, nb::handle seat) {
        const Session<Splendor>& session = session_of<Splendor>(holder);
        const int checked = checked_int(seat, 0, session.variant()->rules.players - 1, "seat");
        return counts(session.state().seats[checked].tokens, kTokenKinds);
      },
      "holder"_a, "seat"_a, nb::sig("def tokens(holder: typing.Any, seat: int) -> list[int]"),
      "Return a seat's tokens, gold last.");
}

}  // namespace gemgrove::bindings
