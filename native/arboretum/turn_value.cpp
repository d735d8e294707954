#include "arboretum/turn_value.h"

#include <algorithm>

#include "arboretum/hidden.h"
#include "arboretum/turn_weights.h"

namespace gemgrove::arboretum {
namespace {

constexpr int kTrustedTurns = 2;  // with more turns left than these, a right can still be won

// No unseen card is ever assumed to be in a particular hand for certain.
constexpr int kMostLikely = kSure * 7 / 8;

const ValuedTurn kNoTurn = {kNone, {}, kNone, {}};

void keep_better(const ValuedTurn& turn, ValuedTurn& best) {
  if (best.card == kNone || turn.terms.total() > best.terms.total()) best = turn;
}

}  // namespace

VisibleState visible_state(const Variant& variant, const State& seen) {
  VisibleState visible;
  visible.players = variant.rules.players;
  visible.species = variant.species;
  visible.mover = seen.mover;
  for (int i = 0; i < visible.players; ++i) {
    const Seat& seat = seen.seats[i];
    visible.hands[i] = seat.hand;
    visible.hidden[i] = seat.hidden;
    seat.planted.for_each([&](int card) { visible.groves[i].add(card, seen.cell[card]); });
    visible.piles[i] = {seat.pile, seat.pile == kNone ? kNone : seen.below[seat.pile]};
  }
  visible.unseen = unseen_cards(variant, seen);
  visible.deck_left = seen.deck_left;
  return visible;
}

constexpr int kCountedNext = 3;

// The most that cards in the hand would add, the largest first.
struct TurnValue::NextCardValues {
  std::array<int, kCountedNext> best{};

  void add(int value) {
    for (int& each : best) {
      if (value > each) std::swap(value, each);
    }
  }
};

struct TurnValue::Planting {
  int card;
  Cell cell;
  std::array<int, kMaxSpecies> gain{};  // points, by species
  int luck;                             // the potential that does not depend on the discard
  std::array<int, kHand + 2> next;      // what each other card in the hand would add next
};

TurnValue::TurnValue(const VisibleState& visible)
    : visible_(visible),
      hand_(visible.hands[visible.mover]),
      unseen_(std::max(1, visible.unseen.count())),
      paths_(visible.groves[visible.mover]) {
  offer_.fill(kUnknown);
  for (int species = 0; species < visible.species; ++species) {
    chance_[species].fill(-1);
    right_[species].fill(kUnknown);
    own_stake_[species] = stake(visible.mover, species, paths_.points());
  }
  for (int seat = 0; seat < visible.players; ++seat) {
    if (seat == visible.mover) continue;
    const PathValues paths(visible.groves[seat]);
    others_points_[seat] = paths.points();
    for (int species = 0; species < visible.species; ++species) {
      const int own = stake(seat, species, paths.points());
      stake_[seat][species] = own;
      const int keen = kWeights.held + share(own, kWeights.keen);
      const int chance = std::min(kMostLikely, share(kSure * visible.hidden[seat] / unseen_, keen));
      rights_[species].add_opponent(ranks_of(visible.hands[seat], species),
                                    ranks_of(visible.unseen, species), chance);
    }
    const int opponent = seat - (seat > visible.mover);
    Chances theirs{};
    for (int species = 0; species < visible.species; ++species) {
      theirs[species] = static_cast<std::int16_t>(
          rights_[species].chance_against(opponent, ranks_of(hand_, species)));
    }
    wanted_[seat] = paths.values(theirs);
  }
  chances_ = chances_of(hand_);
  values_ = paths_.values(chances_);
}

// The weight of our nth turn from now: 0 if it will not come.
int TurnValue::turns_left(int nth) const {
  const int left = visible_.deck_left * kWeights.pace / visible_.players - nth * kWhole;
  return std::clamp(left, 0, kWhole);
}

// The points in a species that a seat plays for: those it has and those it may hope for.
int TurnValue::stake(int seat, int species, const Lanes& points) const {
  const Grove& grove = visible_.groves[seat];
  int planted = 0;
  for (int i = 0; i < grove.size; ++i) planted += species_of(grove.trees[i].card) == species;
  const int held = count_bits(ranks_of(visible_.hands[seat], species));
  const int hope = kWeights.hope_any + kWeights.hope * planted + kWeights.hope_hand * held;
  return kPoint * points[species] + share(hope, turns_left(0));
}

int TurnValue::chance(int species, unsigned ranks) const {
  std::int16_t& known = chance_[species][ranks];
  if (known < 0) known = static_cast<std::int16_t>(rights_[species].chance_of(ranks));
  return known;
}

TurnValue::Chances TurnValue::chances_of(const Cards& hand) const {
  Chances chances{};
  for (int species = 0; species < visible_.species; ++species) {
    const int now = chance(species, ranks_of(hand, species));
    chances[species] = static_cast<std::int16_t>(
        now + share(share(kSure - now, kWeights.trust), turns_left(kTrustedTurns)));
  }
  return chances;
}

// The value of holding these ranks: our stake if we may score, and the others' if they may not.
int TurnValue::right_in(int species, unsigned ranks) const {
  int& known = right_[species][ranks];
  if (known != kUnknown) return known;
  int value = by_chance(own_stake_[species], chance(species, ranks));
  for (int seat = 0, opponent = 0; seat < visible_.players; ++seat) {
    if (seat == visible_.mover) continue;
    const int lost =
        by_chance(stake_[seat][species], rights_[species].chance_against(opponent++, ranks));
    value -= share(lost, kWeights.rival) / (visible_.players - 1);
  }
  return known = value;
}

int TurnValue::right_of(int card) const {
  const int species = species_of(card);
  const unsigned ranks = ranks_of(hand_, species);
  const unsigned bit = 1U << (rank_of(card) - 1);
  return right_in(species, ranks | bit) - right_in(species, ranks & ~bit);
}

SpeciesStake TurnValue::species_stake(int seat, int species) const {
  const unsigned ranks = ranks_of(hand_, species);
  if (seat == visible_.mover) {
    return {paths_.points()[species], own_stake_[species], chance(species, ranks)};
  }
  const int opponent = seat - (seat > visible_.mover);
  return {others_points_[seat][species], stake_[seat][species],
          rights_[species].chance_against(opponent, ranks)};
}

int TurnValue::gain_of(int seat, int card) const {
  return value_in(seat == visible_.mover ? values_ : wanted_[seat], card);
}

// The change in the value of our rights if the hand loses two cards, or one if they are the same.
int TurnValue::right_change(int first, int second) const {
  Cards rest = hand_;
  rest.clear(first);
  rest.clear(second);
  int change = 0;
  for (const int species : {species_of(first), species_of(second)}) {
    change +=
        right_in(species, ranks_of(rest, species)) - right_in(species, ranks_of(hand_, species));
    if (species_of(first) == species_of(second)) break;
  }
  return change;
}

// The value of a face-up card to an opponent.
int TurnValue::offer_to(int seat, int card) const {
  const int planted = share(share(value_in(wanted_[seat], card), kWeights.give), turns_left(0));
  return planted + share(stake_[seat][species_of(card)], kWeights.give_hand * rank_of(card));
}

// The same to the opponent who wants it most.
int TurnValue::offer(int card) const {
  if (offer_[card] != kUnknown) return offer_[card];
  int most = 0;
  for (int seat = 0; seat < visible_.players; ++seat) {
    if (seat != visible_.mover) most = std::max(most, offer_to(seat, card));
  }
  return offer_[card] = visible_.deck_left == 0 ? 0 : most;
}

int TurnValue::discard_cost(int card) const { return -offer(card); }

int TurnValue::end_planted(int card) const {
  const int rank = rank_of(card);
  const int value = rank == 1 ? kWeights.plant_one : rank == kRanks ? kWeights.plant_eight : 0;
  return share(value, turns_left(0));
}

int TurnValue::end_discarded(int card) const {
  const int rank = rank_of(card);
  const int value = rank == 1 ? kWeights.discard_one : rank == kRanks ? kWeights.discard_eight : 0;
  return share(value, turns_left(0));
}

// The value of the best of these cards, one planted in each of the coming turns.
int TurnValue::next_cards_value(const NextCardValues& added) const {
  int sum = 0;
  int counts = kWeights.next;
  for (int nth = 0; nth < kCountedNext; ++nth) {
    sum += share(share(added.best[nth], counts), turns_left(nth));
    counts = share(counts, kWeights.later);
  }
  return sum;
}

TurnValue::Planting TurnValue::planting(int card, int place) const {
  Planting planting{card, paths_.cell_of(place), {}, 0, {}};
  PathValues after = paths_;
  after.plant(card, place);
  for (int species = 0; species < visible_.species; ++species) {
    planting.gain[species] = after.points()[species] - paths_.points()[species];
  }
  if (turns_left(0) == 0) return planting;

  Cards rest = hand_;
  rest.clear(card);
  const CardValues values = after.values(chances_of(rest));
  int unseen = 0;
  visible_.unseen.for_each([&](int other) { unseen += value_in(values, other); });
  planting.luck = share(unseen / unseen_, kWeights.luck);
  for (int seat = 0; seat < visible_.players; ++seat) {
    const std::uint8_t top = visible_.piles[seat][0];
    if (top == kNone || seat == visible_.mover) continue;
    planting.luck += share(value_in(values, top), kWeights.tops);
  }
  planting.luck = share(planting.luck, turns_left(0));
  int i = 0;
  rest.for_each([&](int other) {
    planting.next[i++] =
        std::max(0, value_in(values, other) + right_change(card, other) - right_change(card, card));
  });
  return planting;
}

TurnTerms TurnValue::terms_of(const Planting& planting, int discard) const {
  TurnTerms terms;
  Cards rest = hand_;
  rest.clear(planting.card);
  rest.clear(discard);
  for (int species = 0; species < visible_.species; ++species) {
    if (planting.gain[species] == 0) continue;
    terms.gain +=
        by_chance(kPoint * planting.gain[species], chance(species, ranks_of(rest, species)));
  }

  NextCardValues next;
  int i = 0;
  hand_.for_each([&](int other) {
    if (other == planting.card) return;
    const int added = planting.next[i++];
    if (other != discard) next.add(added);
  });
  terms.potential = planting.luck + next_cards_value(next);
  terms.right = right_change(planting.card, discard);
  terms.discard_cost = discard_cost(discard);
  terms.ends = end_planted(planting.card) + end_discarded(discard);
  return terms;
}

template <class Visit>
void TurnValue::for_each_turn(int card, int place, Visit&& visit) const {
  const Planting planted = planting(card, place);
  hand_.for_each([&](int discard) {
    if (discard == card) return;
    visit(ValuedTurn{card, planted.cell, discard, terms_of(planted, discard)});
  });
}

std::vector<ValuedTurn> TurnValue::turns() const {
  std::vector<ValuedTurn> turns;
  const std::vector<int> places = paths_.free_places();
  turns.reserve(places.size() * static_cast<std::size_t>((kHand + 2) * (kHand + 1)));
  hand_.for_each([&](int card) {
    for (const int place : places) {
      for_each_turn(card, place, [&](const ValuedTurn& turn) { turns.push_back(turn); });
    }
  });
  return turns;
}

ValuedTurn TurnValue::best_of(int card) const {
  ValuedTurn best = kNoTurn;
  for (const int place : paths_.free_places()) {
    for_each_turn(card, place, [&](const ValuedTurn& turn) { keep_better(turn, best); });
  }
  return best;
}

ValuedTurn TurnValue::best_of(int card, Cell cell) const {
  ValuedTurn best = kNoTurn;
  for_each_turn(card, paths_.place_of(cell),
                [&](const ValuedTurn& turn) { keep_better(turn, best); });
  return best;
}

// The value of the hand's cards in the coming turns, except one of them.
int TurnValue::hand_potential(int without) const {
  NextCardValues next;
  hand_.for_each([&](int card) {
    if (card != without) next.add(value_in(values_, card) + right_change(card, card));
  });
  return next_cards_value(next);
}

int TurnValue::discard(int card) const {
  return hand_potential(card) + right_change(card, card) + discard_cost(card) + end_discarded(card);
}

std::vector<ValuedTurn> evaluate_turns(const VisibleState& visible) {
  std::vector<ValuedTurn> turns = TurnValue(visible).turns();
  const auto better = [](const ValuedTurn& a, const ValuedTurn& b) {
    const int first = a.terms.total();
    const int second = b.terms.total();
    if (first != second) return first > second;
    if (a.card != b.card) return a.card < b.card;
    if (a.cell.x != b.cell.x) return a.cell.x < b.cell.x;
    if (a.cell.y != b.cell.y) return a.cell.y < b.cell.y;
    return a.discard < b.discard;
  };
  std::sort(turns.begin(), turns.end(), better);
  return turns;
}

std::vector<ValuedTurn> evaluate_turns(const Variant& variant, const State& seen) {
  return evaluate_turns(visible_state(variant, seen));
}

}  // namespace gemgrove::arboretum
