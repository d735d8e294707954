// What a search goes by: how a position looks to every seat, and what a seat is inclined to do.
#pragma once

#include <string_view>

#include "arboretum/state.h"
#include "core/chances.h"

namespace gemgrove::arboretum {

inline constexpr int kEdges = kActions;

// The actions mean the same wherever the same decisions led to: cards have their own numbers, and a
// cell's number depends on what the seat has planted.
inline int edge(const Variant&, const State&, int action) { return action; }

inline constexpr std::array<std::string_view, 10> kOutlookTerms = {
    "points to expect",
    "the hand is known",
    "to draw, hand known",
    "to draw once more, hand known",
    "to plant, hand known",
    "to discard, hand known",
    "to draw",
    "to draw once more",
    "to plant",
    "to discard",
};
using OutlookTerms = TermsBySeat<kOutlookTerms.size()>;

// What speaks for each seat, before it is weighed, as one of them sees it.
OutlookTerms outlook_terms(const Variant& variant, const State& seen, int seat);

// How far the game has come, from 0 to 1.
float outlook_stage(const Variant& variant, const State& state);

void outlook(const Variant& variant, const State& seen, int seat, float* chances);

void lean(const Variant& variant, const State& seen, const std::int16_t* actions, int count,
          float* leans);

}  // namespace gemgrove::arboretum
