// The reasons why actions are not legal.
#pragma once

#include <cstdint>
#include <optional>

#include "arboretum/state.h"
#include "core/reason.h"

namespace gemgrove::arboretum {

// With the arguments of each. Seats count from 0.
enum class ReasonCode : std::uint8_t {
  game_over,
  // Steps that must come first.
  must_draw,  // which card of the turn, 1 or 2
  must_pick,
  must_plant,  // card
  must_discard,
  // Drawing.
  deck_empty,
  own_pile_empty,
  pile_empty,  // seat
  // Picking and discarding.
  not_in_hand,  // card
  // Planting.
  first_cell,   // x and y of the only cell for the first card
  cell_taken,   // x, y, the card there
  no_neighbor,  // x, y
};

// Empty if the action is legal. For the redacted state of the seat to move.
std::optional<Reason<ReasonCode>> reason(const Variant& variant, const State& state, int action);

}  // namespace gemgrove::arboretum
