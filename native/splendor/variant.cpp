#include "splendor/variant.h"

#include <algorithm>
#include <bit>

namespace gemgrove::splendor {
namespace {

// A cost in a byte that no player's tokens or bonuses use.
constexpr Gems kUnpayable = gems(6, 127);

std::uint64_t bit(int action) { return std::uint64_t{1} << action; }

bool allowed(Rules::TakeFewer fewer, int size, int colors_in_bank) {
  if (size == 3 || fewer == Rules::TakeFewer::free) return true;
  return fewer == Rules::TakeFewer::forced && size == colors_in_bank;
}

std::uint64_t takes_from(const Rules& rules, int room, unsigned colors) {
  std::uint64_t mask = 0;
  for (int action = kTakeThree; action < kTakePair; ++action) {
    const Gems taken = kTaken[action];
    const int size = total(taken);
    const bool in_bank = (at_least(taken, 1) & ~colors) == 0;
    if (in_bank && size <= room && allowed(rules.take_fewer, size, std::popcount(colors))) {
      mask |= bit(action);
    }
  }
  return mask;
}

CardEntries entries_of(const Card& card) {
  CardEntries entries{1};
  for (int color = 0; color < kColors; ++color) {
    entries[1 + color] = static_cast<std::uint8_t>(count_of(card.cost, color));
    entries[1 + kColors + color] = card.color == color;
  }
  entries.back() = card.points;
  return entries;
}

}  // namespace

Variant::Variant(const Rules& rules_, const Card* cards_, int card_count_, const Noble* nobles_,
                 int noble_count_)
    : rules(rules_), card_count(card_count_), noble_count(noble_count_) {
  std::copy_n(cards_, card_count, cards.begin());
  std::copy_n(nobles_, noble_count, nobles.begin());

  cost.fill(kUnpayable);
  for (int id = 0; id < card_count; ++id) {
    cost[id] = cards[id].cost;
    entries[id] = entries_of(cards[id]);
    tier_cards[cards[id].tier].set(id);
  }
  for (int tier = 0; tier < kTiers; ++tier) {
    deck_begin[tier + 1] = deck_begin[tier] + tier_cards[tier].count();
  }

  for (int room = 0; room <= 3; ++room) {
    const int space = rules.over_limit == Rules::OverLimit::forbid ? room : 3;
    for (unsigned colors = 0; colors < 1U << kColors; ++colors) {
      takes[room][colors] = takes_from(rules, space, colors);
      if (space >= 2) pairs[room][colors] = std::uint64_t{colors} << kTakePair;
    }
  }

  least_noble_bonuses = 255;
  for (int id = 0; id < noble_count; ++id) {
    least_noble_bonuses = std::min(least_noble_bonuses, total(nobles[id].requirement));
  }
}

}  // namespace gemgrove::splendor
