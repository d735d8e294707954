// Hidden information: the order of the decks, and other players' blind reserves.
#pragma once

#include "splendor/state.h"

namespace gemgrove::splendor {

// The state as far as `seat` (or kNoSeat) may know it. Only the tier of a hidden card is left.
State redact(const Variant& variant, const State& state, int seat);

// A full state consistent with the redacted one: every hidden card is redrawn uniformly from the
// unseen cards of its tier.
State sample(const Variant& variant, const State& seen, Rng& rng);

// The unseen cards: those in a deck, or hidden in a reserve.
BitSet<kMaxCards> unseen_cards(const Variant& variant, const State& seen);

}  // namespace gemgrove::splendor
