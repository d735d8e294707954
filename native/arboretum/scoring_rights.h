// The probability that a hand earns the right to score, given what is known of the other hands.
#pragma once

#include <array>

#include "arboretum/state.h"

namespace gemgrove::arboretum {

// Chances are in 256ths.
inline constexpr int kSure = 256;

// The cards of one species as bits, rank 1 lowest.
inline unsigned ranks_of(const Cards& cards, int species) {
  return static_cast<unsigned>(cards.words[species / 8] >> (species % 8 * kRanks)) & 0xFF;
}

// One species, seen from one seat. Each unseen card is assumed to be in an opponent's hand with the
// same chance, independently of the others.
class ScoringRights {
 public:
  void add_opponent(unsigned known, unsigned unseen, int chance);

  // The chance that nobody's hand beats one with these ranks.
  int chance_of(unsigned ranks) const;
  // The chance that an opponent's hand is not beaten by one with these ranks. Opponents are
  // numbered in the order in which they were added.
  int chance_against(int opponent, unsigned ranks) const;

 private:
  static constexpr int kMostSum = 36;  // 1 + 2 + ... + 8
  // The cumulative distribution of the hand's sum, without and with the 1, in 65536ths.
  using Sums = std::array<std::array<int, kMostSum + 1>, 2>;
  struct Opponent {
    Sums full;    // an 8 counts 8
    Sums beaten;  // an 8 counts 0
  };
  static Sums sums_of(unsigned known, unsigned unseen, int chance, int eight);
  int not_above(const Opponent& opponent, unsigned ranks, int margin) const;

  int count_ = 0;
  std::array<Opponent, kMaxPlayers - 1> opponents_;
};

}  // namespace gemgrove::arboretum
