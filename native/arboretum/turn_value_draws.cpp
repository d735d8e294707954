// The value of a hand and of what may be drawn, used to judge draws and by the search.
#include <algorithm>

#include "arboretum/turn_value.h"
#include "arboretum/turn_weights.h"

namespace gemgrove::arboretum {

// A quick estimate of a hand's turns, assuming that every card is planted where it adds most now.
struct TurnValue::QuickEstimate {
  const TurnValue& value;
  const Cards& hand;
  std::array<int, kMaxCards> planted;
  std::array<int, kMaxSpecies> whole{};
  int right = 0;

  QuickEstimate(const TurnValue& turn_value, const Cards& cards) : value(turn_value), hand(cards) {
    for (int species = 0; species < value.visible_.species; ++species) {
      whole[species] = value.right_in(species, ranks_of(hand, species));
      right += whole[species];
    }
    hand.for_each([&](int card) { planted[card] = value_in(value.values_, card); });
  }

  int turn(int card, int discard) const {
    Cards rest = hand;
    rest.clear(card);
    rest.clear(discard);
    int next = 0;
    rest.for_each([&](int other) { next = std::max(next, planted[other]); });
    const int first = species_of(card);
    const int second = species_of(discard);
    int sum = planted[card] + share(share(next, kWeights.next), value.turns_left(0)) +
              value.right_in(first, ranks_of(rest, first)) - whole[first] +
              value.discard_cost(discard) + value.end_planted(card) + value.end_discarded(discard);
    if (second != first) sum += value.right_in(second, ranks_of(rest, second)) - whole[second];
    return sum;
  }

  int best_with(int card) const {
    int best = kUnknown;
    hand.for_each([&](int discard) {
      if (discard != card) best = std::max(best, turn(card, discard));
    });
    return best;
  }

  int best() const {
    int most = kUnknown;
    hand.for_each([&](int card) { most = std::max(most, best_with(card)); });
    return most;
  }
};

int TurnValue::quick_estimate(int card) const {
  return QuickEstimate(*this, hand_).best_with(card);
}

// The value of a hand with its best turn.
int TurnValue::hand_value(const Cards& hand) const {
  const QuickEstimate estimate(*this, hand);
  return estimate.right + estimate.best();
}

int TurnValue::draw_from_deck(int step) const {
  std::int64_t sum = 0;
  int asked = 0;
  int number = 0;
  visible_.unseen.for_each([&](int card) {
    if (number++ % step != 0) return;
    Cards hand = hand_;
    hand.set(card);
    sum += hand_value(hand);
    ++asked;
  });
  int lead = 0;
  for (int species = 0; species < visible_.species; ++species) {
    lead += right_in(species, ranks_of(hand_, species));
  }
  return static_cast<int>(sum / std::max(1, asked)) + kWeights.mystery +
         share(lead, kWeights.hurry) / std::max(1, visible_.deck_left);
}

int TurnValue::draw_from_pile(int owner) const {
  const auto [top, beneath] = visible_.piles[owner];
  Cards hand = hand_;
  hand.set(top);
  int value = hand_value(hand) + share(offer(top), kWeights.deny);
  if (beneath != kNone) value -= share(offer(beneath), kWeights.uncover);
  return value;
}

int TurnValue::rest_of_turn(Phase phase, int picked) const {
  int best = kUnknown;
  switch (phase) {
    case Phase::pick:
      return QuickEstimate(*this, hand_).best();
    case Phase::plant:
      return QuickEstimate(*this, hand_).best_with(picked);
    case Phase::discard:
      hand_.for_each([&](int card) { best = std::max(best, discard(card)); });
      return best;
    default:
      return hand_potential();
  }
}

// The most that the top card of a pile would add for us.
int TurnValue::tops_for_us() const {
  int most = 0;
  for (int owner = 0; owner < visible_.players; ++owner) {
    const std::uint8_t top = visible_.piles[owner][0];
    if (top == kNone || visible_.deck_left == 0) continue;
    most = std::max(most, share(value_in(values_, top), kWeights.tops));
  }
  return most;
}

// The value of the best top card of a pile to an opponent.
int TurnValue::tops_for(int seat) const {
  int most = 0;
  for (int owner = 0; owner < visible_.players; ++owner) {
    const std::uint8_t top = visible_.piles[owner][0];
    if (top != kNone && visible_.deck_left != 0) most = std::max(most, offer_to(seat, top));
  }
  return most;
}

// The value of the hand's 1s and 8s beyond their part in the other terms.
int TurnValue::ends_held() const {
  int sum = 0;
  hand_.for_each([&](int card) { sum -= end_discarded(card); });
  return sum;
}

std::array<int, kMaxPlayers> TurnValue::expected_points(Phase phase, int picked) const {
  std::array<int, kMaxPlayers> points{};
  const auto luck = [&](const CardValues& values) {
    int sum = 0;
    visible_.unseen.for_each([&](int card) { sum += value_in(values, card); });
    return share(share(sum / unseen_, kWeights.luck), turns_left(0));
  };
  for (int seat = 0, opponent = 0; seat < visible_.players; ++seat) {
    const bool own = seat == visible_.mover;
    int sum = 0;
    for (int species = 0; species < visible_.species; ++species) {
      const unsigned ranks = ranks_of(hand_, species);
      sum +=
          own ? by_chance(own_stake_[species], chance(species, ranks))
              : by_chance(stake_[seat][species], rights_[species].chance_against(opponent, ranks));
    }
    if (own) {
      points[seat] =
          sum + rest_of_turn(phase, picked) + luck(values_) + tops_for_us() + ends_held();
    } else {
      points[seat] = share(sum + luck(wanted_[seat]), kWeights.rival) + tops_for(seat);
      ++opponent;
    }
  }
  return points;
}

}  // namespace gemgrove::arboretum
