#include "arboretum/network_inputs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "arboretum/evaluate.h"
#include "arboretum/frame.h"
#include "arboretum/legal.h"
#include "arboretum/score_actions.h"
#include "arboretum/turn_value.h"
#include "arboretum/turn_weights.h"
#include "core/observation.h"

namespace gemgrove::arboretum {
namespace {

constexpr int kPhases = 5;
constexpr int kHalf = kPoint / 2;
constexpr int kQuarter = kPoint / 4;
constexpr int kLeadStep = kPoint / 5;
// The heuristics expect more of our own hand than of one that we do not see, so the flags of a lead
// begin not far below 0.
constexpr int kLeadFlags = 16;
constexpr int kLeadFlagStep = 3 * kPoint / 2;
constexpr int kLowestLead = -5 * kLeadFlagStep;
constexpr int kScoreStep = 100;  // a tenth of the priors' temperature
constexpr std::array<int, 6> kScoreGaps = {1, 250, 500, 1000, 2000, 4000};
constexpr int kChanceStep = 16;
constexpr std::array<int, 4> kChanceLimits = {13, 90, 167, 244};  // 5, 35, 65 and 95 percent
constexpr int kChanceFlags = kChanceLimits.size() + 1;
constexpr int kPercent = 100;
constexpr int kProbabilityFlags = 16;
constexpr int kNextCards = 3;

constexpr int kDeckFlags = 20;
constexpr int kCountedDeck = 10;  // up to here each number of cards has its own flag
constexpr int kDeckFlagStep = 3;

int in_steps(int value, int step) { return std::clamp(value / step, 0, kLargestCount); }

int sum_of_ranks(unsigned ranks) {
  int sum = 0;
  for (int rank = 1; rank <= kRanks; ++rank) sum += (ranks >> (rank - 1) & 1) ? rank : 0;
  return sum;
}

// A position as one seat sees it, with what the heuristics make of it.
struct Position {
  const Variant& variant;
  const State& seen;
  int seat;
  VisibleState visible;
  TurnValue value;
  std::array<Cards, 2> planted;                                       // by the seat, by the others
  Cards others_hands;                                                 // as far as they are known
  std::array<std::array<int, kMaxSpecies>, kMaxPlayers> discarded{};  // cards in each seat's pile
  // Species by what the seat plays for in them, so that their numbers do not matter.
  std::array<int, kMaxSpecies> order;
  std::array<int, kMaxSpecies> place;  // of each species in this order

  Position(const Variant& rules, const State& state, int observer)
      : variant(rules),
        seen(state),
        seat(observer),
        visible(visible_to(rules, state, observer)),
        value(visible) {
    for (int i = 0; i < seats(); ++i) {
      Cards& cards = planted[i != seat];
      cards = cards | seen.seats[i].planted;
      if (i != seat) others_hands = others_hands | seen.seats[i].hand;
      for (std::uint8_t card = seen.seats[i].pile; card != kNone; card = seen.below[card]) {
        ++discarded[i][species_of(card)];
      }
    }
    sort_species();
  }
  Position(const Position&) = delete;  // `value` refers to `visible`
  Position& operator=(const Position&) = delete;

  static VisibleState visible_to(const Variant& variant, const State& seen, int seat) {
    VisibleState visible = visible_state(variant, seen);
    visible.mover = seat;
    return visible;
  }

  int seats() const { return variant.rules.players; }
  int other(int nth) const { return (seat + nth) % seats(); }
  const Cards& hand() const { return seen.seats[seat].hand; }

  template <class Visit>
  void for_each_other(Visit&& visit) const {
    for (int i = 1; i < seats(); ++i) visit(other(i));
  }

  int most_gained_by_others(int card) const {
    int most = 0;
    for_each_other([&](int each) { most = std::max(most, value.gain_of(each, card)); });
    return most;
  }

 private:
  void sort_species() {
    std::array<std::uint64_t, kMaxSpecies> keys;
    for (int species = 0; species < variant.species; ++species) {
      auto key = static_cast<std::uint64_t>(value.species_stake(seat, species).stake);
      for (const Cards& cards : {hand(), planted[0], planted[1], others_hands, visible.unseen}) {
        key = key << kRanks | ranks_of(cards, species);
      }
      int at = species;
      for (; at > 0 && keys[at - 1] < key; --at) {
        keys[at] = keys[at - 1];
        order[at] = order[at - 1];
      }
      keys[at] = key;
      order[at] = species;
    }
    for (int i = 0; i < variant.species; ++i) place[order[i]] = i;
  }
};

template <class Sink>
void put_ranks(unsigned ranks, Sink& sink) {
  sink.template put_bytes_of<kRanks>(spread_bits(ranks));
}

template <class Sink>
void put_rank_and_species(const Position& position, int card, Sink& sink) {
  const bool present = card != kNone;
  sink.put_one_hot(present ? rank_of(card) - 1 : -1, kRanks);
  sink.put_one_hot(present ? position.place[species_of(card)] : -1, position.variant.species);
}

template <class Sink>
void put_chance(int chance, Sink& sink) {
  sink.put(chance / kChanceStep);
  int flag = 0;
  for (const int limit : kChanceLimits) flag += chance >= limit;
  sink.put_one_hot(flag, kChanceFlags);
}

// What a seat plays for in a species, and what further cards would add.
template <class Sink>
void put_stake(const Position& position, int seat, int species, Sink& sink) {
  const SpeciesStake stake = position.value.species_stake(seat, species);
  sink.put(stake.points);
  sink.put(in_steps(stake.stake, kHalf));
  sink.put(in_steps(by_chance(stake.stake, stake.chance), kHalf));
  put_chance(stake.chance, sink);
  sink.put(sum_of_ranks(ranks_of(position.seen.seats[seat].hand, species)));
  sink.put(count_bits(ranks_of(position.seen.seats[seat].planted, species)));
  sink.put(position.discarded[seat][species]);
  int most = 0;
  int sum = 0;
  for (unsigned left = ranks_of(position.visible.unseen, species); left != 0; left &= left - 1) {
    const int gain = position.value.gain_of(seat, card_number(species, std::countr_zero(left) + 1));
    most = std::max(most, gain);
    sum += gain;
  }
  sink.put(in_steps(most, kHalf));
  sink.put(in_steps(sum, kPoint));
}

template <class Sink>
void put_species(const Position& position, int species, Sink& sink) {
  const unsigned held = ranks_of(position.hand(), species);
  put_ranks(held, sink);
  put_ranks(ranks_of(position.visible.unseen, species), sink);
  put_ranks(ranks_of(position.others_hands, species), sink);
  put_ranks(ranks_of(position.planted[0], species), sink);
  put_ranks(ranks_of(position.planted[1], species), sink);
  std::uint8_t* gains = sink.put_zeros(kRanks);
  for (unsigned left = held; gains != nullptr && left != 0; left &= left - 1) {
    const int rank = std::countr_zero(left) + 1;
    const int gain = position.value.gain_of(position.seat, card_number(species, rank));
    gains[rank - 1] = static_cast<std::uint8_t>(in_steps(gain, kHalf));
  }
  for (int i = 0; i < position.seats(); ++i) put_stake(position, position.other(i), species, sink);
}

// A card that may be drawn from a pile.
template <class Sink>
void put_gains(const Position& position, int card, Sink& sink) {
  const bool present = card != kNone;
  sink.put(present ? in_steps(position.value.right_of(card), kQuarter) : 0);
  for (int i = 0; i < position.seats(); ++i) {
    sink.put(present ? in_steps(position.value.gain_of(position.other(i), card), kHalf) : 0);
  }
}

template <class Sink>
void put_expected_points(const Position& position, Sink& sink) {
  const int seats = position.seats();
  const auto points = expected_points(position.value, position.seen, position.seat);
  std::array<float, kMaxPlayers> chances{};
  evaluate(position.variant, position.seen, position.seat, points, chances.data());
  sink.field("expected points", kLargestCount, "for each seat, in half points: the heuristics'");
  for (int i = 0; i < seats; ++i) sink.put(in_steps(points[position.other(i)], kHalf));
  sink.field("win probability", kPercent, "for each seat, in percent: the static evaluation's");
  for (int i = 0; i < seats; ++i) {
    sink.put(static_cast<int>(std::lround(chances[position.other(i)] * kPercent)));
  }
  sink.field("win probability flags", 1, "our own: one of sixteen");
  const auto flag_of_own = static_cast<int>(chances[position.seat] * kProbabilityFlags);
  sink.put_one_hot(std::min(flag_of_own, kProbabilityFlags - 1), kProbabilityFlags);
  sink.field("lead", kLargestCount,
             "for each other seat: how many more points we expect, and how many fewer, in fifths; "
             "one of sixteen flags, from 6 points behind to 15 ahead in steps of 1.5");
  position.for_each_other([&](int other) {
    const int lead = points[position.seat] - points[other];
    sink.put(in_steps(lead, kLeadStep));
    sink.put(in_steps(-lead, kLeadStep));
    const int flag = (lead - kLowestLead) / kLeadFlagStep;
    sink.put_one_hot(std::clamp(flag, 0, kLeadFlags - 1), kLeadFlags);
  });
}

template <class Sink>
void put_hand(const Position& position, Sink& sink) {
  std::array<int, kNextCards> best{};
  int ends[2] = {};
  position.hand().for_each([&](int card) {
    int gain = position.value.gain_of(position.seat, card);
    for (int& each : best) {
      if (gain > each) std::swap(gain, each);
    }
    ends[0] += rank_of(card) == 1;
    ends[1] += rank_of(card) == kRanks;
  });
  sink.field("next cards", kLargestCount,
             "what the three best cards in the hand would add to our paths, in half points");
  for (const int gain : best) sink.put(in_steps(gain, kHalf));
  sink.field("ends", kHand + 2, "how many 1s and 8s the hand has");
  for (const int count : ends) sink.put(count);
  sink.field("hidden", kHand + 2, "for each other seat: how many cards of its hand are unknown");
  position.for_each_other([&](int other) { sink.put(position.visible.hidden[other]); });
}

template <class Sink>
void walk_state(const Position& position, Sink& sink) {
  const State& seen = position.seen;
  const int seats = position.seats();
  const bool own = seen.mover == position.seat;
  sink.field("phase", 1, "draw, second draw, pick, plant, discard");
  sink.put_one_hot(static_cast<int>(seen.phase), kPhases);
  sink.field("to_move", 1, "whose decision it is, counted from the observer's seat");
  sink.put_one_hot((seen.mover - position.seat + seats) % seats, seats);
  sink.field("deck", 1, "cards left: one of 0 to 9, then in steps of three");
  const int left = seen.deck_left;
  const int flag =
      left < kCountedDeck ? left : kCountedDeck + (left - kCountedDeck) / kDeckFlagStep;
  sink.put_one_hot(std::min(flag, kDeckFlags - 1), kDeckFlags);
  sink.field("deck left", kMaxCards, "how many cards");
  sink.put(left);
  put_expected_points(position, sink);
  put_hand(position, sink);
  sink.field("picked", 1,
             "the card that we are about to plant: its rank, and the place of its species");
  put_rank_and_species(position, own && seen.phase == Phase::plant ? seen.picked : kNone, sink);
  sink.field("piles", kLargestCount,
             "for each seat: the top card's rank and the place of its species (flags), what it is "
             "worth to our rights in quarter points, what it would add to each seat's paths in "
             "half points; the last two also of the card beneath");
  for (int i = 0; i < seats; ++i) {
    const auto [top, beneath] = position.visible.piles[position.other(i)];
    put_rank_and_species(position, top, sink);
    put_gains(position, top, sink);
    put_gains(position, beneath, sink);
  }
  sink.field(
      "species", kLargestCount,
      "for each species, the one that we play for most first: flags for the ranks in our hand, "
      "unseen, known in other hands, planted by us, planted by others; what each card in our hand "
      "would add, in half points; and for each seat: the points of the best path, the stake and "
      "the stake times the chance to score it in half points, this chance in sixteenths and as "
      "one of five flags, the sum of the known ranks in the hand, cards planted, cards in the "
      "pile, the most an unseen card would add in half points, and what they would add in all in "
      "points");
  for (int i = 0; i < position.variant.species; ++i) {
    put_species(position, position.order[i], sink);
  }
}

enum Kind { kDrawDeck, kPick, kPlant, kDiscard, kDrawPile };  // from each seat's pile

// An action with its heuristic score.
struct ScoredAction {
  Kind kind = kDrawDeck;
  int owner = 0;        // of the pile
  int card = kNone;     // drawn, planted or discarded, as far as it is known
  int beneath = kNone;  // the card that a draw uncovers
  int neighbors = 0;    // of the cell
  std::int64_t score = 0;
  TurnTerms terms;  // of the best turn with this cell
};

int count_neighbors(const State& seen, Cell cell) {
  int count = 0;
  seen.seat().planted.for_each([&](int card) {
    const Cell other = seen.cell[card];
    count += std::abs(other.x - cell.x) + std::abs(other.y - cell.y) == 1;
  });
  return count;
}

ScoredAction scored(const Position& position, int action) {
  const Variant& variant = position.variant;
  const State& seen = position.seen;
  ScoredAction made;
  if (action >= variant.cell_begin && action < variant.discard_begin) {
    const Cell cell = cell_at(variant, seen.seat(), action - variant.cell_begin);
    made.kind = kPlant;
    made.card = seen.picked;
    made.neighbors = count_neighbors(seen, cell);
    made.terms = position.value.best_of(seen.picked, cell).terms;
    made.score = made.terms.total();
    return made;
  }
  made.score = quick_score(variant, seen, position.value, action);
  if (action >= variant.discard_begin) {
    made.kind = kDiscard;
    made.card = action - variant.discard_begin;
  } else if (action >= variant.pick_begin) {
    made.kind = kPick;
    made.card = action - variant.pick_begin;
  } else if (action != 0) {
    made.kind = kDrawPile;
    made.owner = action - 1;
    made.card = position.visible.piles[made.owner][0];
    made.beneath = position.visible.piles[made.owner][1];
  }
  return made;
}

// The best of all actions, each by itself.
struct BestTerms {
  std::int64_t score = kUnknown;
  int potential = kUnknown;

  void raise_to(const ScoredAction& action) {
    score = std::max(score, action.score);
    potential = std::max(potential, action.terms.potential);
  }
};

template <class Sink>
void put_card(const Position& position, const ScoredAction& action, Sink& sink) {
  const int card = action.card;
  const bool present = card != kNone;
  put_rank_and_species(position, card, sink);
  sink.put(present ? in_steps(position.value.gain_of(position.seat, card), kHalf) : 0);
  sink.put(present ? in_steps(position.value.right_of(card), kQuarter) : 0);
  sink.put(present ? in_steps(position.most_gained_by_others(card), kHalf) : 0);
  sink.put(action.beneath == kNone
               ? 0
               : in_steps(position.most_gained_by_others(action.beneath), kHalf));
  SpeciesStake own{};
  SpeciesStake others{};
  int held = 0;
  if (present) {
    const int species = species_of(card);
    own = position.value.species_stake(position.seat, species);
    held = count_bits(ranks_of(position.hand(), species));
    position.for_each_other([&](int other) {
      const SpeciesStake each = position.value.species_stake(other, species);
      if (each.stake >= others.stake) others = each;
    });
  }
  sink.put(held);
  for (const SpeciesStake& each : {own, others}) {
    sink.put(in_steps(each.stake, kHalf));
    sink.put(each.chance / kChanceStep);
  }
}

template <class Sink>
void walk_action(const Position& position, const ScoredAction& action, const BestTerms& best,
                 Sink& sink) {
  const int seats = position.seats();
  sink.field("kind", 1,
             "draw from the deck, pick, plant, discard, draw from each seat's pile, counted from "
             "our own");
  sink.put_one_hot(action.kind == kDrawPile
                       ? kDrawPile + (action.owner - position.seat + seats) % seats
                       : action.kind,
                   kDrawPile + seats);
  sink.field("card", kLargestCount,
             "its rank and the place of its species (flags); what it would add to our paths in "
             "half points, what it is worth to our rights in quarter points, the most it would "
             "add to another seat's paths, and that of the card that a draw uncovers, in half "
             "points; of its species: cards in our hand, our stake and chance, the largest stake "
             "of another seat and its chance");
  put_card(position, action, sink);
  sink.field("cell", kLargestCount,
             "for planting: the points it adds in quarters, how much less potential it leaves "
             "than the best cell in quarters, how many neighbors it has");
  const bool plants = action.kind == kPlant;
  sink.put(plants ? in_steps(action.terms.gain, kQuarter) : 0);
  sink.put(plants ? in_steps(best.potential - action.terms.potential, kQuarter) : 0);
  sink.put(action.neighbors);
  sink.field("score", kLargestCount,
             "how much lower than the best the heuristics score it, in steps; flags for less than "
             "0.001, 0.25, 0.5, 1, 2, 4 of the priors' temperature");
  const auto gap = static_cast<int>(best.score - action.score);
  sink.put(in_steps(gap, kScoreStep));
  for (const int limit : kScoreGaps) sink.put(gap < limit);
}

// Relative to the best of all legal actions, whichever of them are asked for.
void write_actions(const Position& position, const std::int16_t* actions, int count,
                   std::uint8_t* out) {
  const BitSet<kActions> mask = legal(position.variant, position.seen);
  std::vector<ScoredAction> made;
  made.reserve(static_cast<std::size_t>(mask.count()));
  std::array<std::int16_t, kActions> index;  // in `made`, of the legal actions
  BestTerms best;
  mask.for_each([&](int action) {
    index[action] = static_cast<std::int16_t>(made.size());
    made.push_back(scored(position, action));
    best.raise_to(made.back());
  });
  ObservationWriter writer(out);
  for (int i = 0; i < count; ++i) walk_action(position, made[index[actions[i]]], best, writer);
}

State empty_state() {
  State empty{};
  for (Seat& seat : empty.seats) seat.pile = kNone;
  return empty;
}

}  // namespace

void network_inputs(const Variant& variant, const State& seen, int seat, std::uint8_t* out) {
  ObservationWriter writer(out);
  walk_state(Position(variant, seen, seat), writer);
}

void action_inputs(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::uint8_t* out) {
  write_actions(Position(variant, seen, seen.mover), actions, count, out);
}

void policy_inputs(const Variant& variant, const State& seen, const std::int16_t* actions,
                   int count, std::uint8_t* inputs, std::uint8_t* action_inputs) {
  const Position position(variant, seen, seen.mover);
  ObservationWriter writer(inputs);
  walk_state(position, writer);
  write_actions(position, actions, count, action_inputs);
}

std::vector<ObservationField> network_input_fields(const Variant& variant) {
  const State empty = empty_state();
  ObservationLister lister;
  walk_state(Position(variant, empty, 0), lister);
  return lister.fields;
}

std::vector<ObservationField> action_input_fields(const Variant& variant) {
  const State empty = empty_state();
  ObservationLister lister;
  walk_action(Position(variant, empty, 0), ScoredAction(), BestTerms(), lister);
  return lister.fields;
}

}  // namespace gemgrove::arboretum
