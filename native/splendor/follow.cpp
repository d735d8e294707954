#include "splendor/follow.h"

#include <algorithm>
#include <string>

#include "core/fail.h"
#include "splendor/hidden.h"

namespace gemgrove::splendor {
namespace {

void check_card(const Variant& variant, int card) {
  if (card < 0 || card >= variant.card_count) {
    fail("There is no card " + std::to_string(card) + ".");
  }
}

std::uint8_t hidden_like(const Variant& variant, int card) {
  return static_cast<std::uint8_t>(kHidden + variant.cards[card].tier);
}

// Puts a card in the place of a hidden one of its tier; false if there is none.
template <class Places>
bool show(const Variant& variant, Places& places, int card) {
  const auto place = std::find(places.begin(), places.end(), hidden_like(variant, card));
  if (place == places.end()) return false;
  *place = static_cast<std::uint8_t>(card);
  return true;
}

}  // namespace

void keep_secret(const Variant&, State&) { fail("No decision of Splendor is secret."); }

bool has_secret(const Variant&, const State&) { return false; }

void tell_secret(const Variant&, State&, int) { fail("No decision of Splendor is secret."); }

void show_played(const Variant& variant, State& seen, int action, const int* cards, int count) {
  if (action < kBuyReserved || action >= kToken) return;
  std::uint8_t& place = seen.player().reserved[action - kBuyReserved];
  if (!is_hidden(place)) return;
  if (count != 1) fail("A hidden card is bought: it must be shown.");
  check_card(variant, cards[0]);
  if (hidden_like(variant, cards[0]) != place || !unseen_cards(variant, seen).test(cards[0])) {
    fail("Card " + std::to_string(cards[0]) + " cannot be the one that is bought.");
  }
  place = static_cast<std::uint8_t>(cards[0]);
}

void show_drawn(const Variant& variant, State& seen, int seat, const int* cards, int count) {
  for (int i = 0; i < count; ++i) {
    check_card(variant, cards[i]);
    if (!unseen_cards(variant, seen).test(cards[i])) continue;  // the action itself has shown it
    if (!show(variant, seen.market, cards[i]) &&
        !show(variant, seen.seats[seat].reserved, cards[i])) {
      fail("Card " + std::to_string(cards[i]) + " has no place where it could be seen.");
    }
  }
  if (std::any_of(seen.market.begin(), seen.market.end(), is_hidden)) {
    fail("The market has a new card: it must be shown.");
  }
}

}  // namespace gemgrove::splendor
