#include "splendor/fields.h"

#include <algorithm>

#include "splendor/hidden.h"

namespace gemgrove::splendor {
namespace {

// True if the mover has the tokens in escrow, and enough of them to return down to the limit.
bool escrow_suffices(const State& state) {
  const Gems held = state.player().tokens;
  return covers(held, state.escrow) && total(held) - total(state.escrow) <= kTokenLimit;
}

void check_purchase(const State& state) {
  const bool buying = state.pending != kEmpty;
  if ((state.phase == Phase::pay) != buying || (buying && state.pending < kBuy)) {
    fail("pending does not fit the phase.");
  }
  if ((state.phase == Phase::pay) != (state.owed != 0)) fail("owed does not fit the phase.");
  if (state.phase != Phase::pay) return;
  const std::uint8_t card = state.pending < kBuyReserved
                                ? state.market[state.pending - kBuy]
                                : state.player().reserved[state.pending - kBuyReserved];
  if (!is_card(card)) fail("pending names a place without a known card.");
}

// Sampling gives every unseen card of a tier one of its hidden places.
void check_card_counts(const Variant& variant, const State& state) {
  const BitSet<kMaxCards> unseen = unseen_cards(variant, state);
  for (int tier = 0; tier < kTiers; ++tier) {
    const auto hidden = static_cast<std::uint8_t>(kHidden + tier);
    const auto of_tier = [&](const auto& places) {
      return static_cast<int>(std::count(places.begin(), places.end(), hidden));
    };
    int places = state.deck_left[tier] + of_tier(state.market);
    for (int seat = 0; seat < variant.rules.players; ++seat) {
      places += of_tier(state.seats[seat].reserved);
    }
    int cards = 0;
    unseen.for_each([&](int card) { cards += variant.cards[card].tier == tier; });
    if (cards != places) {
      fail("The cards of tier " + std::to_string(tier + 1) + " are not all there once.");
    }
  }
}

}  // namespace

int place_number(std::uint8_t place) {
  if (is_card(place)) return place;
  return is_hidden(place) ? kHiddenTier - (place - kHidden) : kNothing;
}

std::uint8_t place_code(const Variant& variant, int number, int tier, const char* what) {
  if (number == kNothing) return kEmpty;
  if (number < kNothing) return static_cast<std::uint8_t>(kHidden + (kHiddenTier - number));
  if (tier >= 0 && variant.cards[number].tier != tier) {
    fail(std::string(what) + ": card " + std::to_string(number) + " is of tier " +
         std::to_string(variant.cards[number].tier + 1) + ".");
  }
  return static_cast<std::uint8_t>(number);
}

void check_state(const Variant& variant, const State& state) {
  check_purchase(state);
  if (state.phase == Phase::give_back &&
      variant.rules.over_limit == Rules::OverLimit::give_back_drawn && !escrow_suffices(state)) {
    fail("escrow does not fit the tokens held.");
  }
  check_card_counts(variant, state);
  if (!over(state) && legal(variant, state).none()) fail("There is nothing to decide.");
}

}  // namespace gemgrove::splendor
