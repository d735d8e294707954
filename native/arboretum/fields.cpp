#include "arboretum/fields.h"

namespace gemgrove::arboretum {
namespace {

// The number of cards above seven in the hand of the seat to move.
int drawn(Phase phase) {
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

}  // namespace

StateReader::StateReader(const Variant& variant) : variant_(variant) {
  state_.below.fill(kNone);
  state_.cell.fill(kNowhere);
  state_.deck = kNone;
  for (Seat& seat : state_.seats) seat.pile = kNone;
}

void StateReader::place(int card, const char* what) {
  if (placed_.test(card)) {
    fail(std::string(what) + ": card " + std::to_string(card) + " is in two places.");
  }
  placed_.set(card);
}

void StateReader::set_picked(int number) {
  state_.picked = number == kNothing ? kNone : number == kHiddenCard ? kHidden : small(number);
  if ((state_.picked != kNone) != (state_.phase == Phase::plant)) {
    fail("picked does not fit the phase.");
  }
  if (number >= 0 && !state_.seat().hand.test(number)) fail("picked: not in the hand.");
}

// Checks the counts of a real game. They guarantee that the state has room: no more turns than
// cards to draw, and therefore no arboretum that outgrows its frame.
void StateReader::check_counts() const {
  const int seats = variant_.rules.players;
  if (state_.mover != (state_.first + state_.turns) % seats) fail("to_move does not fit turns.");
  if (state_.phase == Phase::draw && state_.deck_left == 0) fail("No deck, and not over.");
  if (state_.phase == Phase::over && state_.deck_left != 0) fail("Over, with cards to draw.");
  int cards = state_.deck_left;
  for (int i = 0; i < seats; ++i) {
    const Seat& seat = state_.seats[i];
    const bool moving = i == state_.mover;
    const int rounds = (state_.turns + seats - 1 - (i - state_.first + seats) % seats) / seats;
    const int planted = rounds + (moving && state_.phase == Phase::discard);
    if (seat.planted.count() != planted) fail("arboretum: the cards do not fit turns.");
    const int hand = kHand + (moving ? drawn(state_.phase) : 0);
    if (seat.hand.count() + seat.hidden != hand) fail("hand: its size does not fit the phase.");
    cards += planted + hand;
    for (std::uint8_t card = seat.pile; card != kNone; card = state_.below[card]) ++cards;
  }
  if (cards != variant_.cards) fail("The number of cards is wrong.");
}

}  // namespace gemgrove::arboretum
