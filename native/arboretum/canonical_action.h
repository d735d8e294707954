// Actions identified by their card rather than its place, for the search tree.
#pragma once

#include "arboretum/state.h"

namespace gemgrove::arboretum {

inline constexpr int kCanonicalActions = kActions;

// After the same decisions, actions always mean the same: cards have their own numbers, and a
// cell's number depends on what the seat has planted.
inline int canonical_action(const Variant&, const State&, int action) { return action; }

}  // namespace gemgrove::arboretum
