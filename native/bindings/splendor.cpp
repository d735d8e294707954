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
#include "splendor/fields.h"

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;
using namespace splendor;

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

nb::list counts(Gems vector, int kinds) {
  nb::list list;
  for (int kind = 0; kind < kinds; ++kind) list.append(count_of(vector, kind));
  return list;
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
  m.attr("MARKET_SLOTS") = kSlots;
  m.attr("RESERVE_LIMIT") = kReserveLimit;
  m.attr("MAX_NOBLE_SLOTS") = kMaxNobleSlots;
  m.attr("MAX_CARDS") = kMaxCards;
  m.attr("MAX_NOBLES") = kMaxNobles;
  m.def("tokens_per_color", &tokens_per_color, "players"_a);
}

void bind_reason_codes(nb::module_& m) {
  nb::enum_<ReasonCode>(m, "ReasonCode", "Why an action is not legal: see splendor/reasons.h.")
      .value("GAME_OVER", ReasonCode::game_over)
      .value("MUST_RETURN", ReasonCode::must_return)
      .value("MUST_PAY", ReasonCode::must_pay)
      .value("MUST_CHOOSE_NOBLE", ReasonCode::must_choose_noble)
      .value("OVER_TOKEN_LIMIT", ReasonCode::over_token_limit)
      .value("PAIR_MINIMUM", ReasonCode::pair_minimum)
      .value("COLOR_GONE", ReasonCode::color_gone)
      .value("THREE_OR_PAIR", ReasonCode::three_or_pair)
      .value("MORE_COLORS_LEFT", ReasonCode::more_colors_left)
      .value("RESERVE_FULL", ReasonCode::reserve_full)
      .value("NO_CARD", ReasonCode::no_card)
      .value("CARD_HIDDEN", ReasonCode::card_hidden)
      .value("NO_DECK_RESERVE", ReasonCode::no_deck_reserve)
      .value("DECK_EMPTY", ReasonCode::deck_empty)
      .value("NO_RESERVED_CARD", ReasonCode::no_reserved_card)
      .value("CANNOT_AFFORD", ReasonCode::cannot_afford)
      .value("NOTHING_TO_RETURN", ReasonCode::nothing_to_return)
      .value("GOLD_NOT_RETURNED", ReasonCode::gold_not_returned)
      .value("TOKEN_NOT_HELD", ReasonCode::token_not_held)
      .value("TOKEN_NOT_DRAWN", ReasonCode::token_not_drawn)
      .value("NO_NOBLE_CHOICE", ReasonCode::no_noble_choice)
      .value("NO_NOBLE", ReasonCode::no_noble)
      .value("NOBLE_REQUIREMENT", ReasonCode::noble_requirement)
      .value("OTHER_MOVES", ReasonCode::other_moves);
}

}  // namespace

void bind_splendor(nb::module_& m) {
  bind_constants(m);
  bind_rules(m);
  bind_reason_codes(m);
  bind_game_functions<Splendor>(
      m, kPhases, kFeatureNames,
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
