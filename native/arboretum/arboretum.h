// Arboretum, for two to four players.
//
// Rules: the printed game as interpreted in docs/rules.md; options in variant.h.
// Hidden: the deck, and hands except for cards taken from a pile. Chance: only the deal.
#pragma once

#include "arboretum/apply.h"
#include "arboretum/canonical_action.h"
#include "arboretum/evaluate.h"
#include "arboretum/follow.h"
#include "arboretum/hidden.h"
#include "arboretum/legal.h"
#include "arboretum/network_inputs.h"
#include "arboretum/observe.h"
#include "arboretum/reasons.h"
#include "arboretum/score.h"
#include "arboretum/score_actions.h"
#include "arboretum/state.h"
#include "arboretum/variant.h"
#include "core/game.h"

namespace gemgrove::arboretum {

struct Arboretum {
  using Variant = arboretum::Variant;
  using State = arboretum::State;
  using ReasonCode = arboretum::ReasonCode;
  using ObservationMemo = arboretum::ObservationMemo;
  static constexpr std::string_view kName = "arboretum";
  static constexpr int kActions = arboretum::kActions;
  static constexpr int kCanonicalActions = arboretum::kCanonicalActions;
  static constexpr float kExploration = 0.2F;
  static constexpr float kFpuReduction = 0.02F;
  static constexpr int kNetworkInputsVersion = 1;
};

static_assert(Game<Arboretum>);
static_assert(CanFollow<Arboretum>);

}  // namespace gemgrove::arboretum
