// A Splendor variant for tests that need any cards.
#pragma once

#include <vector>

#include "splendor/splendor.h"

namespace gemgrove::splendor {

// A made-up set with the shape of the real one: 40, 30 and 20 cards, 10 nobles.
inline Variant make_variant(const Rules& rules) {
  std::vector<Card> cards;
  Rng rng(7);
  const int sizes[kTiers] = {40, 30, 20};
  for (int tier = 0; tier < kTiers; ++tier) {
    for (int i = 0; i < sizes[tier]; ++i) {
      Card card;
      card.tier = static_cast<std::uint8_t>(tier);
      card.color = static_cast<std::uint8_t>(i % kColors);
      card.points = static_cast<std::uint8_t>(tier + rng.below(2));
      for (int unit = 0; unit < 3 + 3 * tier; ++unit) card.cost += gems(rng.below(kColors));
      cards.push_back(card);
    }
  }
  std::vector<Noble> nobles;
  for (int i = 0; i < 10; ++i) {
    Noble noble;
    noble.points = 3;
    for (int unit = 0; unit < 8; ++unit) noble.requirement += gems((i + unit % 3) % kColors);
    nobles.push_back(noble);
  }
  return Variant(rules, cards.data(), static_cast<int>(cards.size()), nobles.data(),
                 static_cast<int>(nobles.size()));
}

}  // namespace gemgrove::splendor
