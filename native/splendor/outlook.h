// What a search goes by: how a position looks to every seat, and what a seat is inclined to do.
#pragma once

#include <string_view>

#include "core/chances.h"
#include "splendor/state.h"

namespace gemgrove::splendor {

inline constexpr std::array<std::string_view, 14> kOutlookTerms = {
    "points",
    "cards",
    "tokens",
    "gold",
    "promise of cards",
    "promise of nobles",
    "reserved",
    "soon to move",
    "can finish",
    "points to buy now",
    "has finished first",
    "points above nine",
    "colors of bonuses",
    "a turn left this round",
};
using OutlookTerms = TermsBySeat<kOutlookTerms.size()>;

// What speaks for each seat, before it is weighed, as one of them sees it.
OutlookTerms outlook_terms(const Variant& variant, const State& seen, int seat);

// How far the game has come, from 0 to 1.
float outlook_stage(const Variant& variant, const State& state);

void outlook(const Variant& variant, const State& seen, int seat, float* chances);

void lean(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
          float* leans);

}  // namespace gemgrove::splendor
