// The options of the rules, and how cards and actions are numbered.
//
// A card's number is 8 * species + rank - 1. The actions of a game with P players, N cards and a
// frame of W columns, in this order:
//   1      draw from the deck
//   P      draw from a seat's pile
//   N      pick a card from the hand to plant
//   W * W  the cell to plant it in, row by row (see frame.h)
//   N      discard a card
#pragma once

#include "core/game.h"

namespace gemgrove::arboretum {

inline constexpr int kRanks = 8;
inline constexpr int kMaxSpecies = 10;
inline constexpr int kMaxCards = kMaxSpecies * kRanks;
inline constexpr int kHand = 7;
inline constexpr int kMaxFrame = 18;
// Two players need the most: 1 + 2 + 48 + 18 * 18 + 48.
inline constexpr int kActions = 423;

// The scoring of paths.
inline constexpr int kBeginBonus = 1;     // for beginning with a 1
inline constexpr int kEndBonus = 2;       // for ending with an 8
inline constexpr int kDoubledLength = 4;  // cards from which a path of one species counts double

constexpr int begin_bonus(int rank) { return rank == 1 ? kBeginBonus : 0; }
constexpr int end_bonus(int rank) { return rank == kRanks ? kEndBonus : 0; }

constexpr int card_number(int species, int rank) { return species * kRanks + rank - 1; }
constexpr int species_of(int card) { return card / kRanks; }
constexpr int rank_of(int card) { return card % kRanks + 1; }

struct Rules {
  int players = 2;
  bool seed_discards = false;  // all but the start player begin with one card on their pile
  int first_player = 0;
};

struct Variant {
  explicit Variant(const Rules& chosen)
      : rules(chosen),
        species(2 + 2 * chosen.players),
        cards(species * kRanks),
        frame(chosen.players == 2   ? 18
              : chosen.players == 3 ? 15
                                    : 14),
        pick_begin(1 + chosen.players),
        cell_begin(pick_begin + cards),
        discard_begin(cell_begin + frame * frame),
        actions(discard_begin + cards) {}

  Rules rules;
  int species;
  int cards;
  // Columns and rows of the frame. A player plants at most 17, 14 or 13 cards, so before the last
  // one at most 16, 13 or 12 lie in a row; with a margin of one on both sides nothing is clipped.
  int frame;
  int pick_begin;
  int cell_begin;
  int discard_begin;
  int actions;
};

inline int players(const Variant& variant) { return variant.rules.players; }
inline int action_count(const Variant& variant) { return variant.actions; }

}  // namespace gemgrove::arboretum
