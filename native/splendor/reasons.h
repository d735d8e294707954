// The reasons why actions are not legal.
#pragma once

#include <cstdint>
#include <optional>

#include "core/reason.h"
#include "splendor/state.h"

namespace gemgrove::splendor {

// With the arguments of each. Colors and kinds of tokens are numbered as in gems.h; tiers and slots
// count from 1, and the tier of a reserved card is 0.
enum class ReasonCode : std::uint8_t {
  game_over,
  // Steps that must come first.
  must_return,  // tokens held, tokens to return
  must_pay,     // the color owed, which gold can replace
  must_choose_noble,
  // Taking tokens.
  over_token_limit,  // tokens held, tokens to take, the limit
  pair_minimum,      // color, tokens of it in the bank, tokens needed there
  color_gone,        // color
  three_or_pair,     // the rules know no other take
  more_colors_left,  // tokens to take, colors in the bank
  // Cards.
  reserve_full,      // the limit
  no_card,           // tier, slot
  card_hidden,       // tier, slot: in a position that has been imagined
  no_deck_reserve,   // the rules forbid it
  deck_empty,        // tier
  no_reserved_card,  // the number of reserved cards
  cannot_afford,     // tier, slot, card, gold held, then what is lacking of each color
  // Returning tokens.
  nothing_to_return,  // tokens held, the limit
  gold_not_returned,  // the rules forbid it
  token_not_held,     // kind
  token_not_drawn,    // kind, then the tokens of each kind that may be returned
  // Nobles.
  no_noble_choice,    // there is nothing to choose
  no_noble,           // slot
  noble_requirement,  // slot, noble, then the bonuses lacking of each color
  // Passing.
  other_moves,
};

// Empty if the action is legal. For the redacted state of the seat to move.
std::optional<Reason<ReasonCode>> reason(const Variant& variant, const State& state, int action);

}  // namespace gemgrove::splendor
