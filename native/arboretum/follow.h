// Follows a game from one seat, or a spectator's place: see CanFollow in core/game.h.
#pragma once

#include "arboretum/state.h"

namespace gemgrove::arboretum {

// Another seat has picked a card, which is known only when it is planted.
void keep_secret(const Variant& variant, State& seen);
bool has_secret(const Variant& variant, const State& seen);
void tell_secret(const Variant& variant, State& seen, int action);

// A card of another hand that is discarded.
void show_played(const Variant& variant, State& seen, int action, const int* cards, int count);

// The card that the seat itself has drawn and, at the end, all hands.
void show_drawn(const Variant& variant, State& seen, int seat, const int* cards, int count);

}  // namespace gemgrove::arboretum
