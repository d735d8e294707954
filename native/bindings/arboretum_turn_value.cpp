#include "bindings/arboretum_turn_value.h"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "arboretum/arboretum.h"
#include "arboretum/turn_value.h"
#include "bindings/objects.h"
#include "bindings/validation.h"

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;
using namespace arboretum;

// card, x, y, discard; total, gain, potential, right, discard_cost, ends
using Turn = std::tuple<int, int, int, int, int, int, int, int, int, int>;

Turn as_tuple(const ValuedTurn& turn) {
  const TurnTerms& terms = turn.terms;
  return {turn.card,  turn.cell.x,     turn.cell.y, turn.discard,       terms.total(),
          terms.gain, terms.potential, terms.right, terms.discard_cost, terms.ends};
}

std::vector<Turn> as_tuples(const std::vector<ValuedTurn>& turns) {
  std::vector<Turn> tuples;
  tuples.reserve(turns.size());
  for (const ValuedTurn& turn : turns) tuples.push_back(as_tuple(turn));
  return tuples;
}

// Uses only what the seat to move sees, even if the holder knows more.
std::vector<ValuedTurn> turns_of(nb::handle holder) {
  const Session<Arboretum>& session = session_of<Arboretum>(holder);
  const State& state = session.state();
  if (state.phase != Phase::pick) throw_value_error("Turns are evaluated after the two draws.");
  if (state.seat().hidden != 0) throw_value_error("The hand of the seat to move is hidden.");
  return evaluate_turns(*session.variant(), redact(*session.variant(), state, state.mover));
}

constexpr int kMaxCoordinate = 100;  // so that a cell has neighbors

// Reads a VisibleState from parts. The same card may lie in two places, but not twice in one.
class VisibleStateReader {
 public:
  VisibleStateReader(int players, int seat) {
    if (players < 2 || players > kMaxPlayers) throw_value_error("players: 2 to 4 can play.");
    if (seat < 0 || seat >= players) throw_value_error("seat: there is no such seat.");
    visible_.players = players;
    visible_.species = Variant(Rules{players}).species;
    visible_.mover = seat;
    for (int card = 0; card < visible_.species * kRanks; ++card) visible_.unseen.set(card);
  }

  VisibleState read(nb::sequence hands, nb::sequence hidden, nb::sequence arboretums,
                    nb::sequence piles, int deck_left) {
    for (const nb::sequence& each : {hands, hidden, arboretums, piles}) {
      if (static_cast<int>(nb::len(each)) != visible_.players)
        throw_value_error("One entry for each seat.");
    }
    for (int seat = 0; seat < visible_.players; ++seat) {
      read_hand(seat, hands[seat]);
      visible_.hidden[seat] = checked_int(hidden[seat], 0, kHand + 2, "hidden");
      read_grove(seat, arboretums[seat]);
      read_pile(seat, piles[seat]);
    }
    const int own = visible_.hands[visible_.mover].count();
    if (own < 2 || own > kHand + 2)
      throw_value_error("hand: two to nine cards are needed for a turn.");
    if (visible_.hidden[visible_.mover] != 0)
      throw_value_error("hidden: the hand of the seat to move must be known.");
    if (deck_left < 0 || deck_left > kMaxCards)
      throw_value_error("deck_left: not a number of cards.");
    visible_.deck_left = deck_left;
    return visible_;
  }

 private:
  int card(nb::handle value, const char* what, Cards& here) {
    const int number = checked_int(value, 0, visible_.species * kRanks - 1, what);
    if (here.test(number)) {
      throw_value_error(std::string(what) + ": card " + std::to_string(number) + " twice.");
    }
    here.set(number);
    visible_.unseen.clear(number);
    return number;
  }

  void read_hand(int seat, nb::handle hand) {
    for (nb::handle value : hand) card(value, "hand", visible_.hands[seat]);
  }

  void read_grove(int seat, nb::handle arboretum) {
    Grove& grove = visible_.groves[seat];
    Cards here;
    Cell low = {kMaxCoordinate, kMaxCoordinate};
    Cell high = {-kMaxCoordinate, -kMaxCoordinate};
    for (nb::handle entry : arboretum) {
      const int number = card(entry[0], "arboretum", here);
      const Cell cell = {
          static_cast<std::int8_t>(checked_int(entry[1], -kMaxCoordinate, kMaxCoordinate, "x")),
          static_cast<std::int8_t>(checked_int(entry[2], -kMaxCoordinate, kMaxCoordinate, "y"))};
      for (int i = 0; i < grove.size; ++i) {
        if (grove.trees[i].cell == cell) throw_value_error("arboretum: two cards in one cell.");
      }
      low = {std::min(low.x, cell.x), std::min(low.y, cell.y)};
      high = {std::max(high.x, cell.x), std::max(high.y, cell.y)};
      if (grove.size == Grove::kMaxTrees)
        throw_value_error("arboretum: more cards than any game has room for.");
      if (high.x - low.x >= Grove::kMaxWidth || high.y - low.y >= Grove::kMaxWidth) {
        throw_value_error("arboretum: wider than any game has room for.");
      }
      grove.add(number, cell);
    }
  }

  void read_pile(int seat, nb::handle pile) {
    Cards here;
    visible_.piles[seat] = {kNone, kNone};
    for (nb::handle value : pile) {
      const int number = card(value, "pile", here);
      visible_.piles[seat] = {static_cast<std::uint8_t>(number), visible_.piles[seat][0]};
    }
  }

  VisibleState visible_{};
};

}  // namespace

void bind_arboretum_turn_value(nb::module_& m) {
  m.attr("MAX_TREES") = Grove::kMaxTrees - 1;  // before the turn's planting
  m.attr("MAX_GROVE_WIDTH") = Grove::kMaxWidth;
  m.attr("MAX_COORDINATE") = kMaxCoordinate;
  m.def(
      "evaluate_turns", [](nb::handle holder) { return as_tuples(turns_of(holder)); }, "holder"_a,
      nb::sig("def evaluate_turns(holder: typing.Any) -> list[tuple[int, int, int, int, int, int, "
              "int, int, int, int]]"),
      "Return every play of the seat to move after its draws, the best first: card, x, y and "
      "discard; then, in thousandths of a point, the total and its terms gain, potential, right, "
      "discard_cost and ends.");
  m.def(
      "best_turn", [](nb::handle holder) { return as_tuple(turns_of(holder).front()); }, "holder"_a,
      nb::sig("def best_turn(holder: typing.Any) -> tuple[int, int, int, int, int, int, int, int, "
              "int, int]"),
      "Return the first of evaluate_turns().");
  m.def(
      "evaluate_position",
      [](int players, int seat, nb::sequence hands, nb::sequence hidden, nb::sequence arboretums,
         nb::sequence piles, int deck_left) {
        return as_tuples(evaluate_turns(
            VisibleStateReader(players, seat).read(hands, hidden, arboretums, piles, deck_left)));
      },
      "players"_a, "seat"_a, "hands_known"_a, "hidden"_a, "arboretums"_a, "piles"_a, "deck_left"_a,
      nb::sig("def evaluate_position(players: int, seat: int, hands_known: "
              "collections.abc.Sequence[collections.abc.Sequence[int]], hidden: "
              "collections.abc.Sequence[int], arboretums: "
              "collections.abc.Sequence[collections.abc.Sequence[tuple[int, int, int]]], piles: "
              "collections.abc.Sequence[collections.abc.Sequence[int]], deck_left: int) -> "
              "list[tuple[int, int, int, int, int, int, int, int, int, int]]"),
      "Do the same as evaluate_turns() for a position that need not come from a game: for each "
      "seat the known cards in the hand, the number of others, the arboretum as (card, x, y) and "
      "the pile, its top last.");
}

}  // namespace gemgrove::bindings
