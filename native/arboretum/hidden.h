// Hidden information: the deck, and the cards of other hands that were not taken from a pile.
#pragma once

#include "arboretum/state.h"

namespace gemgrove::arboretum {

// The state as far as `seat` (or kNoSeat) may know it. Once the game is over the hands are shown.
State redact(const Variant& variant, const State& state, int seat);

// A full state consistent with the redacted one: hidden hands and the deck are redrawn uniformly
// from the unseen cards.
State sample(const Variant& variant, const State& seen, Rng& rng);

// The unseen cards: those in the deck, or hidden in a hand.
Cards unseen_cards(const Variant& variant, const State& seen);

}  // namespace gemgrove::arboretum
