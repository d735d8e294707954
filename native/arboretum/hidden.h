// Hidden information: the deck, and the cards of other hands that were not taken from a pile.
#pragma once

#include "arboretum/state.h"

namespace gemgrove::arboretum {

// The state as `seat` (or kNoSeat) may know it. Once the game is over the hands are shown.
State redact(const Variant& variant, const State& state, int seat);

// A full state that agrees with the redacted one: hidden hands and the deck are drawn anew,
// uniformly, from the cards that are nowhere in sight.
State sample(const Variant& variant, const State& seen, Rng& rng);

// The cards that lie nowhere in sight: in the deck, or hidden in a hand.
Cards unseen_cards(const Variant& variant, const State& seen);

}  // namespace gemgrove::arboretum
