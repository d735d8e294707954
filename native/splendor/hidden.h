// Hidden information: the order of the decks, and the others' blind reserves.
#pragma once

#include "splendor/state.h"

namespace gemgrove::splendor {

// The state as `seat` (or kNoSeat) may know it. Of a hidden card only the tier is left.
State redact(const Variant& variant, const State& state, int seat);

// A full state that agrees with the redacted one: every hidden card is drawn anew, uniformly,
// from the cards of its tier that are nowhere in sight.
State sample(const Variant& variant, const State& seen, Rng& rng);

// The cards that lie nowhere in sight: in a deck, or hidden in a reserve.
BitSet<kMaxCards> unseen_cards(const Variant& variant, const State& seen);

}  // namespace gemgrove::splendor
