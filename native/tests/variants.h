// Variants of both games, for tests of what works with any game.
#pragma once

#include <memory>

#include "arboretum/arboretum.h"
#include "core/bits.h"
#include "core/game.h"
#include "core/rng.h"
#include "splendor/splendor.h"
#include "tests/splendor_variant.h"

namespace gemgrove::tests {

// Visits variants of both games for each number of players; `rules` are those of Splendor. Three
// players play Arboretum with seeded piles.
template <class Visit>
void for_each_variant(splendor::Rules rules, Visit&& visit) {
  using enum splendor::Rules::Payment;
  for (int seats = 2; seats <= kMaxPlayers; ++seats) {
    rules.players = seats;
    for (const auto payment : {automatic, choose}) {
      rules.payment = payment;
      visit.template operator()<splendor::Splendor>(
          std::make_shared<const splendor::Variant>(splendor::make_variant(rules)));
    }
    visit.template operator()<arboretum::Arboretum>(
        std::make_shared<const arboretum::Variant>(arboretum::Rules{seats, seats == 3, 0}));
  }
}

template <class Visit>
void for_each_variant(Visit&& visit) {
  for_each_variant({}, visit);
}

template <Game G>
int random_action(const typename G::Variant& variant, const typename G::State& state, Rng& rng) {
  const BitSet<G::kActions> mask = legal(variant, state);
  return mask.select(rng.below(mask.count()));
}

}  // namespace gemgrove::tests
