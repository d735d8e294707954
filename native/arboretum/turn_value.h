// The values of a turn's plays and draws to the seat to move, for move_evaluator and the bot
// `greedy@1`.
#pragma once

#include <array>
#include <vector>

#include "arboretum/path_values.h"
#include "arboretum/scoring_rights.h"
#include "arboretum/state.h"

namespace gemgrove::arboretum {

// Everything that a turn's value depends on, as the seat to move sees it. Made from a state, or
// from parts that no game could have led to: the same card may lie in two places.
struct VisibleState {
  int players;
  int species;
  int mover;
  std::array<Cards, kMaxPlayers> hands{};  // the known cards
  std::array<int, kMaxPlayers> hidden{};   // the number of further cards
  std::array<Grove, kMaxPlayers> groves{};
  // The cards of each pile, the top one first, as far as they matter.
  std::array<std::array<std::uint8_t, 2>, kMaxPlayers> piles{};
  Cards unseen;
  int deck_left;
};

VisibleState visible_state(const Variant& variant, const State& seen);

// In thousandths of a point.
struct TurnTerms {
  int gain = 0;          // the increase of the best paths' points
  int potential = 0;     // what further cards can add to them
  int right = 0;         // the rights to score that the hand gives up
  int discard_cost = 0;  // the value of the discard to the others; never above 0
  int ends = 0;          // the 1s and 8s, beyond their effect on the other terms

  int total() const { return gain + potential + right + discard_cost + ends; }
};

struct ValuedTurn {
  int card;
  Cell cell;
  int discard;
  TurnTerms terms;
};

// What a seat plays for in one species.
struct SpeciesStake {
  int points;  // of the best path
  int stake;   // these points and those that may be hoped for, in thousandths
  int chance;  // that the seat may score: if it is visible.mover's, against everybody, otherwise
               // against visible.mover
};

class TurnValue {
 public:
  explicit TurnValue(const VisibleState& visible);  // which must outlive it
  explicit TurnValue(VisibleState&&) = delete;

  // Every play of the hand, or the best one with a card, in a cell.
  std::vector<ValuedTurn> turns() const;
  ValuedTurn best_of(int card) const;
  ValuedTurn best_of(int card, Cell cell) const;

  // The value of discarding a card after the turn's other card has been planted.
  int discard(int card) const;

  // The value of drawing the top card of the deck, or of a seat's pile. A larger step considers
  // only some of the deck's possible top cards.
  int draw_from_deck(int step = 1) const;
  int draw_from_pile(int owner) const;

  // A quick estimate of planting a card, in the cell where it adds most now.
  int quick_estimate(int card) const;

  // The points that each seat plays for, as visible.mover sees it. In the middle of that seat's
  // turn, they include the best way to finish it. Phase::over: it is another seat's turn.
  std::array<int, kMaxPlayers> expected_points(Phase phase, int picked) const;

  SpeciesStake species_stake(int seat, int species) const;
  // What a seat's paths would gain if it planted this card, weighted by its chances to score them.
  int gain_of(int seat, int card) const;
  // What this card in our hand is worth to our rights to score, and to those of the others.
  int right_of(int card) const;

 private:
  using Chances = WideLanes;

  // The value of a planting, without the discard.
  struct Planting;
  struct NextCardValues;
  struct QuickEstimate;

  int stake(int seat, int species, const Lanes& points) const;
  int chance(int species, unsigned ranks) const;
  int right_in(int species, unsigned ranks) const;
  int right_change(int first, int second) const;
  int offer_to(int seat, int card) const;
  int offer(int card) const;
  int discard_cost(int card) const;
  int end_planted(int card) const;
  int end_discarded(int card) const;
  int next_cards_value(const NextCardValues& added) const;
  int hand_potential(int without = kNone) const;
  int rest_of_turn(Phase phase, int picked) const;
  int tops_for_us() const;
  int tops_for(int seat) const;
  int ends_held() const;
  int turns_left(int nth) const;
  int hand_value(const Cards& hand) const;
  Chances chances_of(const Cards& hand) const;
  Planting planting(int card, int place) const;
  TurnTerms terms_of(const Planting& planting, int discard) const;
  template <class Visit>
  void for_each_turn(int card, int place, Visit&& visit) const;

  const VisibleState& visible_;
  Cards hand_;
  int unseen_;
  PathValues paths_;
  std::array<ScoringRights, kMaxSpecies> rights_;
  std::array<int, kMaxSpecies> own_stake_{};
  std::array<std::array<int, kMaxSpecies>, kMaxPlayers> stake_{};
  std::array<Lanes, kMaxPlayers> others_points_{};
  std::array<CardValues, kMaxPlayers> wanted_{};
  CardValues values_;
  Chances chances_{};
  // Computed on first use.
  mutable std::array<std::array<std::int16_t, 256>, kMaxSpecies> chance_;
  mutable std::array<std::array<int, 256>, kMaxSpecies> right_;
  mutable std::array<int, kMaxCards> offer_;
};

// Every play of the seat to move after its draws, the best first; ties are ordered by card, cell
// and discard.
std::vector<ValuedTurn> evaluate_turns(const VisibleState& visible);
std::vector<ValuedTurn> evaluate_turns(const Variant& variant, const State& seen);

}  // namespace gemgrove::arboretum
