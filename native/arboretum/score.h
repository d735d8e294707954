// Paths, the right to score, ranking and endings.
#pragma once

#include <array>

#include "arboretum/state.h"

namespace gemgrove::arboretum {

// The points of the best path of each species in a seat's arboretum, whoever may score it.
// Exact: a path rises, so the best way to reach a card follows from those to lower cards.
std::array<int, kMaxSpecies> path_points(const Variant& variant, const State& state, int seat);

// The cards of a path that earns path_points() for a species, in order; empty where there is none.
// Among equals the one that is smallest as a list of card numbers.
std::vector<int> best_path(const Variant& variant, const State& state, int seat, int species);

// Bit per seat: who may score the species, by the hands as they are.
unsigned right_to_score(const Variant& variant, const State& state, int species);

// The sum of a hand for the right to score a species; an 8 is 0 against another's 1.
int hand_sum(const Variant& variant, const State& state, int seat, int species);

// Once the game is over, the points. Before that what each arboretum would earn with every right:
// the hands are nobody's business yet.
void scores(const Variant& variant, const State& state, int* points);

// Most points, then most species planted, then shared.
void rank_keys(const Variant& variant, const State& state, int* keys);

unsigned winners(const Variant& variant, const State& state);

inline Ending ending(const Variant&, const State& state) {
  return over(state) ? Ending::finished : Ending::none;
}

}  // namespace gemgrove::arboretum
