// Splendor's own part of the bindings: variants, and positions as plain Python values.
#include "splendor/splendor.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>

#include "bindings/batch.h"
#include "bindings/handles.h"
#include "bindings/reading.h"
#include "bindings/search.h"
#include "bindings/splendor_game.h"

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;
using namespace splendor;

// How a card's place is written in Python: its number, or one of these.
constexpr int kNothing = -1;
constexpr int kHiddenTier = -2;  // minus the tier, 0 to 2

constexpr std::array<const char*, 5> kPhases = {"play", "pay", "return", "noble", "over"};

using Counts = std::array<int, kColors>;
using CardRow = std::tuple<int, int, int, Counts>;  // tier 0 to 2, color, points, cost
using NobleRow = std::tuple<int, Counts>;           // points, requirement

Gems packed(const Counts& counts) {
  Gems vector = 0;
  for (int color = 0; color < kColors; ++color) vector += gems(color, counts[color]);
  return vector;
}

VariantHandle make_variant(int players, bool deck_reserve, int over_limit, bool return_gold,
                           int nobles, int take_fewer, int payment, int target_points,
                           int first_player, int turn_limit, const std::vector<CardRow>& card_rows,
                           const std::vector<NobleRow>& noble_rows) {
  Rules rules;
  rules.players = players;
  rules.deck_reserve = deck_reserve;
  rules.over_limit = static_cast<Rules::OverLimit>(over_limit);
  rules.return_gold = return_gold;
  rules.nobles = static_cast<Rules::Nobles>(nobles);
  rules.take_fewer = static_cast<Rules::TakeFewer>(take_fewer);
  rules.payment = static_cast<Rules::Payment>(payment);
  rules.target_points = target_points;
  rules.first_player = first_player;
  rules.turn_limit = turn_limit;
  if (card_rows.size() > kMaxCards) refuse("More cards than a state has room for.");
  if (noble_rows.size() > kMaxNobles) refuse("More nobles than a state has room for.");

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
  const int number = bounded(value, kHiddenTier - (kTiers - 1), variant.card_count - 1, what);
  if (number == kNothing) return kEmpty;
  if (number < kNothing) return static_cast<std::uint8_t>(kHidden + (kHiddenTier - number));
  if (tier >= 0 && variant.cards[number].tier != tier) {
    refuse(std::string(what) + ": card " + std::to_string(number) + " is of tier " +
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
    refuse(std::string(what) + " has " + std::to_string(nb::len(list)) + " entries, not " +
           std::to_string(kinds) + ".");
  }
  Gems vector = 0;
  int kind = 0;
  for (nb::handle value : list) vector += gems(kind++, bounded(value, 0, 100, what));
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
  fields["phase"] = kPhases[static_cast<int>(state.phase)];
  fields["first"] = int{state.first};
  fields["turns"] = int{state.turns};
  fields["passes"] = int{state.passes};
  fields["pending"] = state.pending == kEmpty ? kNothing : int{state.pending};
  fields["owed"] = counts(state.owed, kColors);
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
    const int id = bounded(value, 0, variant.card_count - 1, "bought");
    player.bought.set(id);
    player.bonuses += gems(variant.cards[id].color);
    ++player.cards;
  }
  player.points = static_cast<std::uint8_t>(bounded(fields["points"], 0, 255, "points"));
  int place = 0;
  for (nb::handle entry : fields["reserved"]) {
    if (place == kReserveLimit) refuse("reserved: more than three cards.");
    player.reserved[place] = place_code(entry[0], variant, -1, "reserved");
    const bool blind = nb::cast<bool>(entry[1]);
    player.blind = static_cast<std::uint8_t>(player.blind | unsigned{blind} << place);
    ++place;
  }
  for (nb::handle value : fields["nobles"]) {
    const int id = bounded(value, 0, variant.noble_count - 1, "nobles");
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
    if (left > variant.deck_size(tier)) refuse("decks: more cards than the tier has.");
    state.deck_left[tier] = static_cast<std::uint8_t>(left);
    for (int i = 0; i < left; ++i) {
      state.deck[variant.deck_begin[tier] + left - 1 - i] =
          place_code(deck[i], variant, tier, "decks");
    }
  }
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    const int id = bounded(fields["nobles"][slot], kNothing, variant.noble_count - 1, "nobles");
    if (id != kNothing) state.nobles[slot] = static_cast<std::uint8_t>(id);
  }
}

Phase phase_named(const std::string& name) {
  for (std::size_t i = 0; i < kPhases.size(); ++i) {
    if (name == kPhases[i]) return static_cast<Phase>(i);
  }
  refuse("There is no phase '" + name + "'.");
}

// Checks what the state needs to be safe. That the position is one of the game (every card once,
// no token lost) is for gemgrove.splendor.position to say.
PositionHandle make_position(const VariantHandle& handle, nb::handle fields) {
  const auto* owner = dynamic_cast<const VariantOf<Splendor>*>(handle.variant.get());
  if (owner == nullptr) throw nb::type_error("Expected a variant of splendor.");
  const Variant& variant = *owner->variant();
  const int last_seat = variant.rules.players - 1;

  State state{};
  state.deck.fill(kEmpty);
  state.nobles.fill(kEmpty);
  for (Player& player : state.seats) player.reserved.fill(kEmpty);
  state.mover = static_cast<std::uint8_t>(bounded(fields["to_move"], 0, last_seat, "to_move"));
  state.first = static_cast<std::uint8_t>(bounded(fields["first"], 0, last_seat, "first"));
  state.turns = static_cast<std::uint16_t>(bounded(fields["turns"], 0, 65535, "turns"));
  state.passes = static_cast<std::uint8_t>(bounded(fields["passes"], 0, last_seat + 1, "passes"));
  state.phase = phase_named(nb::cast<std::string>(fields["phase"]));
  const int pending = bounded(fields["pending"], kNothing, kToken - 1, "pending");
  if ((state.phase == Phase::pay) != (pending >= kBuy)) refuse("pending does not fit the phase.");
  state.pending = pending == kNothing ? kEmpty : static_cast<std::uint8_t>(pending);
  state.owed = counted(fields["owed"], kColors, "owed");
  if ((state.phase == Phase::pay) != (state.owed != 0)) refuse("owed does not fit the phase.");
  state.bank = counted(fields["bank"], kTokenKinds, "bank");
  read_cards(variant, fields, state);
  for (int seat = 0; seat <= last_seat; ++seat) {
    read_player(variant, fields["players"][seat], state.seats[seat]);
  }
  if (state.phase == Phase::pay) {
    const std::uint8_t card = pending < kBuyReserved
                                  ? state.market[pending - kBuy]
                                  : state.player().reserved[pending - kBuyReserved];
    if (!is_card(card)) refuse("pending names a place without a known card.");
  }
  if (!over(state) && legal(variant, state).none()) refuse("There is nothing to decide.");
  return {std::make_unique<Session<Splendor>>(owner->variant(), state)};
}

}  // namespace

void bind_splendor(nb::module_& m) {
  m.attr("OBSERVATION_VERSION") = kObservationVersion;
  m.def("variant", &make_variant, "players"_a, "deck_reserve"_a, "over_limit"_a, "return_gold"_a,
        "nobles"_a, "take_fewer"_a, "payment"_a, "target_points"_a, "first_player"_a,
        "turn_limit"_a, "cards"_a, "noble_tiles"_a);
  m.def(
      "fields",
      [](nb::handle holder) {
        const Session<Splendor>& session = session_of<Splendor>(holder);
        return state_fields(*session.variant(), session.state());
      },
      "holder"_a, nb::sig("def fields(holder: typing.Any) -> dict[str, typing.Any]"),
      "The position as plain lists and numbers: -1 nothing, -2, -3, -4 a hidden card of tier 1 to "
      "3; each deck with its next card first.");
  m.def(
      "phase",
      [](nb::handle holder) {
        return kPhases[static_cast<int>(session_of<Splendor>(holder).state().phase)];
      },
      "holder"_a, nb::sig("def phase(holder: typing.Any) -> str"));
  m.def(
      "tokens",
      [](nb::handle holder, nb::handle seat) {
        const Session<Splendor>& session = session_of<Splendor>(holder);
        const int checked = bounded(seat, 0, session.variant()->rules.players - 1, "seat");
        return counts(session.state().seats[checked].tokens, kTokenKinds);
      },
      "holder"_a, "seat"_a, nb::sig("def tokens(holder: typing.Any, seat: int) -> list[int]"),
      "What a seat holds, gold last.");
  m.def("position", &make_position, "variant"_a, "fields"_a,
        nb::sig("def position(variant: gemgrove._native._baseline.Variant, fields: dict[str, "
                "typing.Any]) -> gemgrove._native._baseline.Position"),
        "The position that fields() describes.");
  bind_batch<Splendor>(m);
  bind_search<Splendor>(m);
  bind_outlook<Splendor>(m, kOutlookTerms);
  bind_splendor_game(m);
}

}  // namespace gemgrove::bindings
