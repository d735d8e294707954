#include "arboretum/follow.h"

#include <string>

#include "arboretum/hidden.h"
#include "core/fail.h"

namespace gemgrove::arboretum {
namespace {

// Makes a card known that is hidden in a hand.
void show(const Variant& variant, State& seen, Seat& seat, int card) {
  if (seat.hand.test(card)) return;
  if (seat.hidden == 0 || !unseen_cards(variant, seen).test(card)) {
    fail("Card " + std::to_string(card) + " cannot be in that hand.");
  }
  --seat.hidden;
  seat.hand.set(card);
}

}  // namespace

void keep_secret(const Variant&, State& seen) {
  if (seen.phase != Phase::pick) fail("Only a card is picked in secret.");
  seen.picked = kHidden;
  seen.phase = Phase::plant;
}

bool has_secret(const Variant&, const State& seen) { return seen.picked == kHidden; }

void tell_secret(const Variant& variant, State& seen, int action) {
  const int card = action - variant.pick_begin;
  if (seen.picked != kHidden || card < 0 || card >= variant.cards) {
    fail("Action " + std::to_string(action) + " does not pick a card.");
  }
  show(variant, seen, seen.seat(), card);
  seen.picked = static_cast<std::uint8_t>(card);
}

void show_played(const Variant& variant, State& seen, int action, const int*, int) {
  if (seen.phase != Phase::discard || action < variant.discard_begin || action >= variant.actions) {
    return;
  }
  show(variant, seen, seen.seat(), action - variant.discard_begin);
}

void show_drawn(const Variant& variant, State& seen, int seat, const int* cards, int count) {
  int shown = 0;
  const auto next = [&]() -> int {
    for (; shown < count; ++shown) {
      const int card = cards[shown];
      if (card < 0 || card >= variant.cards) fail("There is no card " + std::to_string(card) + ".");
      if (unseen_cards(variant, seen).test(card)) return cards[shown++];
    }
    return kNone;
  };
  if (over(seen)) {
    for (int i = 0; i < variant.rules.players; ++i) {
      while (seen.seats[i].hidden != 0) {
        const int card = next();
        if (card == kNone) fail("The game is over: all hands must be shown.");
        show(variant, seen, seen.seats[i], card);
      }
    }
  } else if (const int card = next(); card != kNone) {
    show(variant, seen, seen.seats[seat], card);
  }
  if (next() != kNone) fail("There are more cards than can be seen.");
}

}  // namespace gemgrove::arboretum
