// Paths, the right to score, ranking and endings.
#pragma once

#include <array>

#include "arboretum/state.h"

namespace gemgrove::arboretum {

// The points of the best path of each species in a seat's arboretum, whoever may score it.
// Exact: a path rises, so the best way to reach a card follows from those to lower cards.
std::array<int, kMaxSpecies> path_points(const Variant& variant, const State& state, int seat);

// The cards of a path that earns path_points() for a species, in order; empty if there is none.
// Among equal paths, the smallest as a list of card numbers.
std::vector<int> best_path(const Variant& variant, const State& state, int seat, int species);

// The seats that may score the species with the current hands, one bit each.
unsigned right_to_score(const Variant& variant, const State& state, int species);

// A hand's sum for the right to score a species; an 8 counts 0 if another hand has the 1.
int hand_sum(const Variant& variant, const State& state, int seat, int species);

// The points, once the game is over. Before that, what each arboretum would earn with the right to
// score every species: hands are still secret.
void scores(const Variant& variant, const State& state, int* points);

// Most points, then most species planted, then shared.
void rank_keys(const Variant& variant, const State& state, int* keys);

unsigned winners(const Variant& variant, const State& state);

inline Ending ending(const Variant&, const State& state) {
  return over(state) ? Ending::finished : Ending::none;
}

}  // namespace gemgrove::arboretum
