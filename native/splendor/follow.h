// Follows a game from one seat, or a spectator's place: see CanFollow in core/game.h.
#pragma once

#include "splendor/state.h"

namespace gemgrove::splendor {

// No decision of Splendor is secret.
void keep_secret(const Variant& variant, State& seen);
bool has_secret(const Variant& variant, const State& seen);
void tell_secret(const Variant& variant, State& seen, int action);

// A blind reserve that its owner buys.
void show_played(const Variant& variant, State& seen, int action, const int* cards, int count);

// The market's new card, or one that the seat itself has reserved from a deck.
void show_drawn(const Variant& variant, State& seen, int seat, const int* cards, int count);

}  // namespace gemgrove::splendor
