// Arboretum's own part of the bindings: variants, positions as plain Python values, and scoring.
#include "arboretum/arboretum.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "bindings/arboretum_evaluation.h"
#include "bindings/batch.h"
#include "bindings/handles.h"
#include "bindings/reading.h"
#include "bindings/search.h"

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;
using namespace arboretum;

// How a card's place is written in Python: its number, or one of these.
constexpr int kNothing = -1;
constexpr int kHiddenCard = -2;

constexpr std::array<const char*, 6> kPhases = {"draw",  "second draw", "pick",
                                                "plant", "discard",     "over"};

VariantHandle make_variant(int players, bool seed_discards, int first_player) {
  Rules rules;
  rules.players = players;
  rules.seed_discards = seed_discards;
  rules.first_player = first_player;
  return {std::make_shared<VariantOf<Arboretum>>(std::make_shared<const Variant>(rules))};
}

const VariantOf<Arboretum>& variant_of(const VariantHandle& handle) {
  const auto* owner = dynamic_cast<const VariantOf<Arboretum>*>(handle.variant.get());
  if (owner == nullptr) throw nb::type_error("Expected a variant of arboretum.");
  return *owner;
}

nb::list numbers(const Cards& cards) {
  nb::list list;
  cards.for_each([&](int card) { list.append(card); });
  return list;
}

nb::list pile_of(const State& state, const Seat& seat) {
  std::vector<int> cards;
  for (std::uint8_t card = seat.pile; card != kNone; card = state.below[card]) {
    cards.push_back(card);
  }
  nb::list list;
  for (auto card = cards.rbegin(); card != cards.rend(); ++card) list.append(*card);
  return list;
}

nb::dict seat_fields(const State& state, const Seat& seat) {
  nb::list planted;
  seat.planted.for_each([&](int card) {
    nb::list entry;
    entry.append(card);
    entry.append(int{state.cell[card].x});
    entry.append(int{state.cell[card].y});
    planted.append(entry);
  });
  nb::dict fields;
  fields["hand"] = numbers(seat.hand);
  fields["shown"] = numbers(seat.shown);
  fields["hidden"] = int{seat.hidden};
  fields["pile"] = pile_of(state, seat);
  fields["arboretum"] = planted;
  return fields;
}

nb::dict state_fields(const Variant& variant, const State& state) {
  nb::list deck;
  std::uint8_t next = state.deck;
  for (int i = 0; i < state.deck_left; ++i) {
    deck.append(next == kHidden ? kHiddenCard : int{next});
    if (next != kHidden) next = state.below[next];
  }
  nb::list seats;
  for (int i = 0; i < variant.rules.players; ++i) {
    seats.append(seat_fields(state, state.seats[i]));
  }
  nb::dict fields;
  fields["to_move"] = int{state.mover};
  fields["phase"] = kPhases[static_cast<int>(state.phase)];
  fields["first"] = int{state.first};
  fields["turns"] = int{state.turns};
  fields["picked"] = state.picked == kNone     ? kNothing
                     : state.picked == kHidden ? kHiddenCard
                                               : int{state.picked};
  fields["deck"] = deck;
  fields["players"] = seats;
  return fields;
}

// Reads a state and sees to it that every card is in one place at most, for the lists of the piles
// and the deck must not run in circles.
class Reader {
 public:
  explicit Reader(const Variant& variant) : variant_(variant) {
    state_.below.fill(kNone);
    state_.cell.fill(kNowhere);
    state_.deck = kNone;
    for (Seat& seat : state_.seats) seat.pile = kNone;
  }

  State read(nb::handle fields) {
    const int last_seat = variant_.rules.players - 1;
    state_.mover = small(bounded(fields["to_move"], 0, last_seat, "to_move"));
    state_.first = small(bounded(fields["first"], 0, last_seat, "first"));
    state_.turns = small(bounded(fields["turns"], 0, 255, "turns"));
    state_.phase = phase_named(nb::cast<std::string>(fields["phase"]));
    for (int i = 0; i <= last_seat; ++i) read_seat(fields["players"][i], state_.seats[i]);
    read_deck(fields["deck"]);
    read_picked(fields["picked"]);
    check_counts();
    return state_;
  }

 private:
  static std::uint8_t small(int number) { return static_cast<std::uint8_t>(number); }

  static Phase phase_named(const std::string& name) {
    for (std::size_t i = 0; i < kPhases.size(); ++i) {
      if (name == kPhases[i]) return static_cast<Phase>(i);
    }
    refuse("There is no phase '" + name + "'.");
  }

  int card(nb::handle value, const char* what) {
    const int number = bounded(value, 0, variant_.cards - 1, what);
    if (placed_.test(number)) {
      refuse(std::string(what) + ": card " + std::to_string(number) + " is in two places.");
    }
    placed_.set(number);
    return number;
  }

  void read_seat(nb::handle fields, Seat& seat) {
    for (nb::handle value : fields["hand"]) seat.hand.set(card(value, "hand"));
    for (nb::handle value : fields["shown"]) {
      const int number = bounded(value, 0, variant_.cards - 1, "shown");
      if (!seat.hand.test(number)) refuse("shown: a card that is not in the hand.");
      seat.shown.set(number);
    }
    seat.hidden = small(bounded(fields["hidden"], 0, kHand + 2, "hidden"));
    for (nb::handle value : fields["pile"]) {
      const int number = card(value, "pile");
      state_.below[number] = seat.pile;
      seat.pile = small(number);
    }
    const int reach = variant_.frame - 2;
    for (nb::handle entry : fields["arboretum"]) {
      const int number = card(entry[0], "arboretum");
      const Cell cell = {static_cast<std::int8_t>(bounded(entry[1], -reach, reach, "x")),
                         static_cast<std::int8_t>(bounded(entry[2], -reach, reach, "y"))};
      widen(seat, cell);
      seat.planted.set(number);
      state_.cell[number] = cell;
    }
  }

  void read_deck(nb::handle deck) {
    const int left = static_cast<int>(nb::len(deck));
    if (left > variant_.cards) refuse("deck: more cards than there are.");
    state_.deck_left = small(left);
    std::uint8_t above = kNone;
    for (nb::handle value : deck) {
      if (nb::cast<int>(value) == kHiddenCard) {
        state_.deck = kHidden;
        continue;
      }
      if (state_.deck == kHidden) refuse("deck: hidden in part.");
      const std::uint8_t number = small(card(value, "deck"));
      (above == kNone ? state_.deck : state_.below[above]) = number;
      above = number;
    }
    if (state_.deck == kHidden && above != kNone) refuse("deck: hidden in part.");
  }

  void read_picked(nb::handle value) {
    const int number = bounded(value, kHiddenCard, variant_.cards - 1, "picked");
    state_.picked = number == kNothing ? kNone : number == kHiddenCard ? kHidden : small(number);
    if ((state_.picked != kNone) != (state_.phase == Phase::plant)) {
      refuse("picked does not fit the phase.");
    }
    if (number >= 0 && !state_.seat().hand.test(number)) refuse("picked: not in the hand.");
  }

  // The counts of a real game. From them follows what the state has room for: no more turns than
  // cards to draw, and so no arboretum that outgrows its frame.
  void check_counts() const {
    const int seats = variant_.rules.players;
    if (state_.mover != (state_.first + state_.turns) % seats)
      refuse("to_move does not fit turns.");
    if (state_.phase == Phase::draw && state_.deck_left == 0) refuse("No deck, and not over.");
    if (state_.phase == Phase::over && state_.deck_left != 0) refuse("Over, with cards to draw.");
    int cards = state_.deck_left;
    for (int i = 0; i < seats; ++i) {
      const Seat& seat = state_.seats[i];
      const bool moving = i == state_.mover;
      const int rounds = (state_.turns + seats - 1 - (i - state_.first + seats) % seats) / seats;
      const int planted = rounds + (moving && state_.phase == Phase::discard);
      if (seat.planted.count() != planted) refuse("arboretum: the cards do not fit turns.");
      const int hand = kHand + (moving ? drawn(state_.phase) : 0);
      if (seat.hand.count() + seat.hidden != hand) refuse("hand: its size does not fit the phase.");
      cards += planted + hand;
      for (std::uint8_t card = seat.pile; card != kNone; card = state_.below[card]) ++cards;
    }
    if (cards != variant_.cards) refuse("Not every card is there.");
  }

  // By how many cards the hand of the seat to move exceeds seven.
  static int drawn(Phase phase) {
    switch (phase) {
      case Phase::second_draw:
      case Phase::discard:
        return 1;
      case Phase::pick:
      case Phase::plant:
        return 2;
      default:
        return 0;
    }
  }

  const Variant& variant_;
  State state_{};
  Cards placed_;
};

PositionHandle make_position(const VariantHandle& handle, nb::handle fields) {
  const VariantOf<Arboretum>& owner = variant_of(handle);
  return {
      std::make_unique<Session<Arboretum>>(owner.variant(), Reader(*owner.variant()).read(fields))};
}

int checked_seat(const Variant& variant, int seat) {
  if (seat < 0 || seat >= variant.rules.players) refuse("There is no such seat.");
  return seat;
}

int checked_species(const Variant& variant, int species) {
  if (species < 0 || species >= variant.species) refuse("There is no such species.");
  return species;
}

}  // namespace

void bind_arboretum(nb::module_& m) {
  m.attr("OBSERVATION_VERSION") = kObservationVersion;
  m.def("variant", &make_variant, "players"_a, "seed_discards"_a, "first_player"_a);
  m.def(
      "fields",
      [](nb::handle holder) {
        const Session<Arboretum>& session = session_of<Arboretum>(holder);
        return state_fields(*session.variant(), session.state());
      },
      "holder"_a, nb::sig("def fields(holder: typing.Any) -> dict[str, typing.Any]"),
      "The position as plain lists and numbers: -1 nothing, -2 a hidden card; the deck with its "
      "next card first, piles with their top last.");
  m.def(
      "phase",
      [](nb::handle holder) {
        return kPhases[static_cast<int>(session_of<Arboretum>(holder).state().phase)];
      },
      "holder"_a, nb::sig("def phase(holder: typing.Any) -> str"));
  m.def("position", &make_position, "variant"_a, "fields"_a,
        nb::sig("def position(variant: gemgrove._native._baseline.Variant, fields: dict[str, "
                "typing.Any]) -> gemgrove._native._baseline.Position"),
        "The position that fields() describes.");
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
      "The frame of a seat's arboretum: the x of its first column, the y of its first row, its "
      "width.");
  m.def(
      "path_points",
      [](nb::handle holder, int seat) {
        const Session<Arboretum>& session = session_of<Arboretum>(holder);
        const Variant& variant = *session.variant();
        const auto points = path_points(variant, session.state(), checked_seat(variant, seat));
        return std::vector<int>(points.begin(), points.begin() + variant.species);
      },
      "holder"_a, "seat"_a, nb::sig("def path_points(holder: typing.Any, seat: int) -> list[int]"),
      "The points of a seat's best path for each species, whoever may score it.");
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
      "The cards of a seat's best path for a species, in order.");
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
      "What the known cards of a hand count for the right to score a species.");
  bind_batch<Arboretum>(m);
  bind_search<Arboretum>(m);
  bind_outlook<Arboretum>(m, kOutlookTerms);
  bind_arboretum_evaluation(m);
}

}  // namespace gemgrove::bindings
