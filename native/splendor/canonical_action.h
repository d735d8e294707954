// Actions identified by their card or noble rather than its slot, for the search tree.
#pragma once

#include "splendor/state.h"

namespace gemgrove::splendor {

// Takes come first, under their action numbers, then deck reserves, tokens and the pass, then the
// cards to reserve, the cards to buy and the nobles.
inline constexpr int kCanonicalToken = kReserve + kTiers;
inline constexpr int kCanonicalPass = kCanonicalToken + kTokenKinds;
inline constexpr int kCanonicalReserve = kCanonicalPass + 1;
inline constexpr int kCanonicalBuy = kCanonicalReserve + kMaxCards;
inline constexpr int kCanonicalNoble = kCanonicalBuy + kMaxCards;
inline constexpr int kCanonicalActions = kCanonicalNoble + kMaxNobles;

// The state must show the cards that the mover can see.
inline int canonical_action(const Variant&, const State& state, int action) {
  if (action < kReserve) return action;
  if (action < kReserveDeck) return kCanonicalReserve + state.market[action - kReserve];
  if (action < kBuy) return kReserve + action - kReserveDeck;
  if (action < kBuyReserved) return kCanonicalBuy + state.market[action - kBuy];
  if (action < kToken) return kCanonicalBuy + state.player().reserved[action - kBuyReserved];
  if (action < kNoble) return kCanonicalToken + action - kToken;
  if (action < kPass) return kCanonicalNoble + state.nobles[action - kNoble];
  return kCanonicalPass;
}

}  // namespace gemgrove::splendor
