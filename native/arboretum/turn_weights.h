// Weights of a turn's value, and the small arithmetic that goes with them.
#pragma once

#include <cstdint>

#include "arboretum/path_values.h"
#include "arboretum/scoring_rights.h"

namespace gemgrove::arboretum {

// Values are in thousandths of a point, shares in thousandths. The weights were tuned in some ten
// thousand games of two to four players between neighboring settings.
struct Weights {
  int pace = 620;       // own turns left, per card in the deck and player
  int held = 1468;      // share of the chance that an unseen card is in an opponent's hidden hand
  int keen = 216;       // more of it, per point of the opponent's stake in the species
  int hope = 690;       // stake in a species per card planted, with turns left
  int hope_hand = 110;  // and per card in the hand
  int hope_any = 438;   // and in any
  int rival = 772;      // share of the opponents' expected points that counts against us
  int trust = 222;      // share of a right's uncertainty that the turns left can make up for
  int next = 409;       // share of what the best card in the hand would add next
  int later = 425;      // share of this for each card after it
  int luck = 364;       // share of what unseen cards would add, per turn
  int tops = 88;        // share of what the top cards of piles would add
  int give = 100;       // share of what a discard adds to the paths of the keenest opponent
  int give_hand = 8;    // share of the keenest opponent's stake, per rank of the discard
  int deny = 158;       // share of this when a card is taken from a pile
  int uncover = 204;    // and of the same for the card that is uncovered
  int mystery = 174;    // more for the deck, whose card the others do not see
  int hurry = 36;       // more for the deck, as a share of our lead in points
  int plant_one = -72;  // for planting a 1 while there are turns left
  // The same for an 8, and for discarding them.
  int plant_eight = -349;
  int discard_one = -221;
  int discard_eight = -437;
};

inline constexpr Weights kWeights;

inline constexpr int kWhole = 1000;
inline constexpr int kPoint = 1000;

constexpr int share(int value, int thousandths) {
  return static_cast<int>(std::int64_t{value} * thousandths / kWhole);
}
constexpr int by_chance(int value, int chance) { return value * chance / kSure; }

// The gain of planting a card, from a table of all cards.
inline int value_in(const CardValues& values, int card) {
  return values[rank_of(card) - 1][species_of(card)] * kPoint / kSure;
}

// Lower than any value.
inline constexpr int kUnknown = -1'000'000'000;

}  // namespace gemgrove::arboretum
