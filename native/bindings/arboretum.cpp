// The bindings of Arboretum: rules, constants, positions as plain Python values, and scoring.
#include "arboretum/arboretum.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "arboretum/fields.h"
#include "bindings/arboretum_turn_value.h"
#include "bindings/game.h"

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;
using namespace arboretum;

VariantObject make_variant(int players, bool seed_discards, std::optional<int> first_player) {
  Rules rules;
  rules.players = players;
  rules.seed_discards = seed_discards;
  rules.first_player = first_player.value_or(kRandomSeat);
  return {std::make_shared<VariantOf<Arboretum>>(std::make_shared<const Variant>(rules))};
}

int checked_seat(const Variant& variant, int seat) {
  if (seat < 0 || seat >= variant.rules.players) throw_value_error("There is no such seat.");
  return seat;
}

int checked_species(const Variant& variant, int species) {
  if (species < 0 || species >= variant.species) throw_value_error("There is no such species.");
  return species;
}

void bind_reason_codes(nb::module_& m) {
  nb::enum_<ReasonCode>(m, "ReasonCode", "Why an action is not legal: see arboretum/reasons.h.")
      .value("GAME_OVER", ReasonCode::game_over)
      .value("MUST_DRAW", ReasonCode::must_draw)
      .value("MUST_PICK", ReasonCode::must_pick)
      .value("MUST_PLANT", ReasonCode::must_plant)
      .value("MUST_DISCARD", ReasonCode::must_discard)
      .value("DECK_EMPTY", ReasonCode::deck_empty)
      .value("OWN_PILE_EMPTY", ReasonCode::own_pile_empty)
      .value("PILE_EMPTY", ReasonCode::pile_empty)
      .value("NOT_IN_HAND", ReasonCode::not_in_hand)
      .value("FIRST_CELL", ReasonCode::first_cell)
      .value("CELL_TAKEN", ReasonCode::cell_taken)
      .value("NO_NEIGHBOR", ReasonCode::no_neighbor);
}

}  // namespace

void bind_arboretum(nb::module_& m) {
  m.attr("OBSERVATION_VERSION") = kObservationVersion;
  m.attr("EMPTY") = kNothing;
  m.attr("HIDDEN") = kHiddenCard;
  m.attr("RANKS") = kRanks;
  m.attr("MAX_SPECIES") = kMaxSpecies;
  m.attr("HAND") = kHand;
  m.attr("BEGIN_BONUS") = kBeginBonus;
  m.attr("END_BONUS") = kEndBonus;
  m.attr("DOUBLED_LENGTH") = kDoubledLength;
  m.def("variant", &make_variant, nb::kw_only(), "players"_a, "seed_discards"_a,
        "first_player"_a.none(), "Prepare the rules. first_player=None: decided by the deal.");
  bind_reason_codes(m);
  bind_game_functions<Arboretum>(
      m, kPhases, kFeatureNames,
      "Return the position as plain lists and numbers: -1 is nothing, -2 a hidden card; the deck's "
      "next card comes first, a pile's top card last.");
  m.def(
      "frame",
      [](nb::handle holder, int seat) {
        const Session<Arboretum>& session = session_of<Arboretum>(holder);
        const Variant& variant = *session.variant();
        const Cell origin = frame_origin(session.state().seats[checked_seat(variant, seat)]);
        return std::make_tuple(int{origin.x}, int{origin.y}, variant.frame);
      },
      "holder"_a, "seat"_a,
      nb::sig("def frame(holder: typing.Any, seat: int) -> tuple[int, int, int]"),
      "Return the frame of a seat's arboretum: the x of its first column, the y of its first row, "
      "its width.");
  m.def(
      "path_points",
      [](nb::handle holder, int seat) {
        const Session<Arboretum>& session = session_of<Arboretum>(holder);
        const Variant& variant = *session.variant();
        const auto points = path_points(variant, session.state(), checked_seat(variant, seat));
        return std::vector<int>(points.begin(), points.begin() + variant.species);
      },
      "holder"_a, "seat"_a, nb::sig("def path_points(holder: typing.Any, seat: int) -> list[int]"),
      "Return the points of a seat's best path for each species, whoever may score it.");
  m.def(
      "best_path",
      [](nb::handle holder, int seat, int species) {
        const Session<Arboretum>& session = session_of<Arboretum>(holder);
        const Variant& variant = *session.variant();
        return best_path(variant, session.state(), checked_seat(variant, seat),
                         checked_species(variant, species));
      },
      "holder"_a, "seat"_a, "species"_a,
      nb::sig("def best_path(holder: typing.Any, seat: int, species: int) -> list[int]"),
      "Return the cards of a seat's best path for a species, in order.");
  m.def(
      "hand_sum",
      [](nb::handle holder, int seat, int species) {
        const Session<Arboretum>& session = session_of<Arboretum>(holder);
        const Variant& variant = *session.variant();
        return hand_sum(variant, session.state(), checked_seat(variant, seat),
                        checked_species(variant, species));
      },
      "holder"_a, "seat"_a, "species"_a,
      nb::sig("def hand_sum(holder: typing.Any, seat: int, species: int) -> int"),
      "Return a hand's sum, as far as known, for the right to score a species.");
  bind_arboretum_turn_value(m);
}

}  // namespace gemgrove::bindings
