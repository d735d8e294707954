// Splendor, for two to four players.
//
// Rules: the printed game of 2014 as interpreted in docs/rules.md; options in variant.h.
// Hidden: the decks' order and blind reserves. Chance: only the deal.
#pragma once

#include "core/game.h"
#include "splendor/apply.h"
#include "splendor/canonical_action.h"
#include "splendor/evaluate.h"
#include "splendor/follow.h"
#include "splendor/hidden.h"
#include "splendor/legal.h"
#include "splendor/network_inputs.h"
#include "splendor/observe.h"
#include "splendor/reasons.h"
#include "splendor/score.h"
#include "splendor/score_actions.h"
#include "splendor/state.h"
#include "splendor/variant.h"

namespace gemgrove::splendor {

struct Splendor {
  using Variant = splendor::Variant;
  using State = splendor::State;
  using ReasonCode = splendor::ReasonCode;
  static constexpr std::string_view kName = "splendor";
  static constexpr int kActions = splendor::kActions;
  static constexpr int kCanonicalActions = splendor::kCanonicalActions;
  static constexpr auto kRewardTerms = splendor::kRewardTerms;
  static constexpr float kExploration = 0.2F;
  static constexpr float kFpuReduction = 0.1F;
  static constexpr int kNetworkInputsVersion = 2;
};

static_assert(Game<Splendor>);
static_assert(CanFollow<Splendor>);

}  // namespace gemgrove::splendor
