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

#include "bindings/arboretum_turn_value.h"
#include "bindings/game.h"

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;
using namespace arboretum;

// Markers in place of a card's number, in Python.
constexpr int kNothing = -1;
constexpr int kHiddenCard = -2;

constexpr EnumNames<Phase, 6> kPhases = {{{Phase::draw, "draw"},
                                          {Phase::second_draw, "second draw"},
                                          {Phase::pick, "pick"},
                                          {Phase::plant, "plant"},
                                          {Phase::discard, "discard"},
                                          {Phase::over, "over"}}};

VariantObject make_variant(int players, bool seed_discards, std::optional<int> first_player) {
  Rules rules;
  rules.players = players;
  rules.seed_discards = seed_discards;
  rules.first_player = first_player.value_or(kRandomSeat);
  return {std::make_shared<VariantOf<Arboretum>>(std::make_shared<const Variant>(rules))};
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
  fields["phase"] = name_of(kPhases, state.phase);
  fields["first"] = int{state.first};
  fields["turns"] = int{state.turns};
  fields["picked"] = state.picked == kNone     ? kNothing
                     : state.picked == kHidden ? kHiddenCard
                                               : int{state.picked};
  fields["deck"] = deck;
  fields["players"] = seats;
  return fields;
}

// Reads a state and makes sure that every card is in at most one place: the lists of the piles and
// the deck must not have cycles.
class StateReader {
 public:
  explicit StateReader(const Variant& variant) : variant_(variant) {
    state_.below.fill(kNone);
    state_.cell.fill(kNowhere);
    state_.deck = kNone;
    for (Seat& seat : state_.seats) seat.pile = kNone;
  }

  State read(nb::handle fields) {
    const int last_seat = variant_.rules.players - 1;
    state_.mover = small(checked_int(fields["to_move"], 0, last_seat, "to_move"));
    state_.first = small(checked_int(fields["first"], 0, last_seat, "first"));
    state_.turns = small(checked_int(fields["turns"], 0, 255, "turns"));
    state_.phase = value_of(kPhases, nb::cast<std::string>(fields["phase"]), "phase");
    for (int i = 0; i <= last_seat; ++i) read_seat(fields["players"][i], state_.seats[i]);
    read_deck(fields["deck"]);
    read_picked(fields["picked"]);
    check_counts();
    return state_;
  }

 private:
  static std::uint8_t small(int number) { return static_cast<std::uint8_t>(number); }

  int card(nb::handle value, const char* what) {
    const int number = checked_int(value, 0, variant_.cards - 1, what);
    if (placed_.test(number)) {
      throw_value_error(std::string(what) + ": card " + std::to_string(number) +
                        " is in two places.");
    }
    placed_.set(number);
    return number;
  }

  void read_seat(nb::handle fields, Seat& seat) {
    for (nb::handle value : fields["hand"]) seat.hand.set(card(value, "hand"));
    for (nb::handle value : fields["shown"]) {
      const int number = checked_int(value, 0, variant_.cards - 1, "shown");
      if (!seat.hand.test(number)) throw_value_error("shown: a card that is not in the hand.");
      seat.shown.set(number);
    }
    seat.hidden = small(checked_int(fields["hidden"], 0, kHand + 2, "hidden"));
    for (nb::handle value : fields["pile"]) {
      const int number = card(value, "pile");
      state_.below[number] = seat.pile;
      seat.pile = small(number);
    }
    const int reach = variant_.frame - 2;
    for (nb::handle entry : fields["arboretum"]) {
      const int number = card(entry[0], "arboretum");
      const Cell cell = {static_cast<std::int8_t>(checked_int(entry[1], -reach, reach, "x")),
                         static_cast<std::int8_t>(checked_int(entry[2], -reach, reach, "y"))};
      widen(seat, cell);
      seat.planted.set(number);
      state_.cell[number] = cell;
    }
  }

  void read_deck(nb::handle deck) {
    const int left = static_cast<int>(nb::len(deck));
    if (left > variant_.cards) throw_value_error("deck: more cards than there are.");
    state_.deck_left = small(left);
    std::uint8_t above = kNone;
    for (nb::handle value : deck) {
      if (nb::cast<int>(value) == kHiddenCard) {
        state_.deck = kHidden;
        continue;
      }
      if (state_.deck == kHidden) throw_value_error("deck: partly hidden.");
      const std::uint8_t number = small(card(value, "deck"));
      (above == kNone ? state_.deck : state_.below[above]) = number;
      above = number;
    }
    if (state_.deck == kHidden && above != kNone) throw_value_error("deck: partly hidden.");
  }

  void read_picked(nb::handle value) {
    const int number = checked_int(value, kHiddenCard, variant_.cards - 1, "picked");
    state_.picked = number == kNothing ? kNone : number == kHiddenCard ? kHidden : small(number);
    if ((state_.picked != kNone) != (state_.phase == Phase::plant)) {
      throw_value_error("picked does not fit the phase.");
    }
    if (number >= 0 && !state_.seat().hand.test(number))
      throw_value_error("picked: not in the hand.");
  }

  // Checks the counts of a real game. They guarantee that the state has room: no more turns than
  // cards to draw, and therefore no arboretum that outgrows its frame.
  void check_counts() const {
    const int seats = variant_.rules.players;
    if (state_.mover != (state_.first + state_.turns) % seats)
      throw_value_error("to_move does not fit turns.");
    if (state_.phase == Phase::draw && state_.deck_left == 0)
      throw_value_error("No deck, and not over.");
    if (state_.phase == Phase::over && state_.deck_left != 0)
      throw_value_error("Over, with cards to draw.");
    int cards = state_.deck_left;
    for (int i = 0; i < seats; ++i) {
      const Seat& seat = state_.seats[i];
      const bool moving = i == state_.mover;
      const int rounds = (state_.turns + seats - 1 - (i - state_.first + seats) % seats) / seats;
      const int planted = rounds + (moving && state_.phase == Phase::discard);
      if (seat.planted.count() != planted)
        throw_value_error("arboretum: the cards do not fit turns.");
      const int hand = kHand + (moving ? drawn(state_.phase) : 0);
      if (seat.hand.count() + seat.hidden != hand)
        throw_value_error("hand: its size does not fit the phase.");
      cards += planted + hand;
      for (std::uint8_t card = seat.pile; card != kNone; card = state_.below[card]) ++cards;
    }
    if (cards != variant_.cards) throw_value_error("The number of cards is wrong.");
  }

  // The number of cards above seven in the hand of the seat to move.
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

State read_state(const Variant& variant, nb::handle fields) {
  return StateReader(variant).read(fields);
}

int checked_seat(const Variant& variant, int seat) {
  if (seat < 0 || seat >= variant.rules.players) throw_value_error("There is no such seat.");
  return seat;
}

int checked_species(const Variant& variant, int species) {
  if (species < 0 || species >= variant.species) throw_value_error("There is no such species.");
  return species;
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
  bind_game_functions<Arboretum>(
      m, &state_fields, &read_state, kPhases, kFeatureNames,
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
