// What an action means, whatever lies where: cards and nobles instead of slots.
#pragma once

#include "splendor/state.h"

namespace gemgrove::splendor {

// Takes and deck reserves keep their action numbers, tokens and the pass follow, then the cards to
// reserve, the cards to buy and the nobles.
inline constexpr int kTokenEdge = kReserve + kTiers;
inline constexpr int kPassEdge = kTokenEdge + kTokenKinds;
inline constexpr int kReserveEdge = kPassEdge + 1;
inline constexpr int kBuyEdge = kReserveEdge + kMaxCards;
inline constexpr int kNobleEdge = kBuyEdge + kMaxCards;
inline constexpr int kEdges = kNobleEdge + kMaxNobles;

// Of a state that shows the cards the mover can see.
inline int edge(const Variant&, const State& state, int action) {
  if (action < kReserve) return action;
  if (action < kReserveDeck) return kReserveEdge + state.market[action - kReserve];
  if (action < kBuy) return kReserve + action - kReserveDeck;
  if (action < kBuyReserved) return kBuyEdge + state.market[action - kBuy];
  if (action < kToken) return kBuyEdge + state.player().reserved[action - kBuyReserved];
  if (action < kNoble) return kTokenEdge + action - kToken;
  if (action < kPass) return kNobleEdge + state.nobles[action - kNoble];
  return kPassEdge;
}

}  // namespace gemgrove::splendor
