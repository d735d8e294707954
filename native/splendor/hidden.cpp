#include "splendor/hidden.h"

#include <algorithm>

namespace gemgrove::splendor {
namespace {

std::uint8_t hidden(int tier) { return static_cast<std::uint8_t>(kHidden + tier); }

}  // namespace

State redact(const Variant& variant, const State& state, int seat) {
  State seen = state;
  for (int tier = 0; tier < kTiers; ++tier) {
    std::fill_n(seen.deck.data() + variant.deck_begin[tier], seen.deck_left[tier], hidden(tier));
  }
  for (int other = 0; other < variant.rules.players; ++other) {
    if (other == seat) continue;
    Player& player = seen.seats[other];
    for (int place = 0; player.blind >> place != 0; ++place) {
      std::uint8_t& card = player.reserved[place];
      if ((player.blind >> place & 1) && is_card(card)) card = hidden(variant.cards[card].tier);
    }
  }
  return seen;
}

BitSet<kMaxCards> unseen_cards(const Variant& variant, const State& seen) {
  BitSet<kMaxCards> unseen = variant.tier_cards[0] | variant.tier_cards[1] | variant.tier_cards[2];
  const auto strike = [&](std::uint8_t card) {
    if (is_card(card)) unseen.clear(card);
  };
  for (const std::uint8_t card : seen.market) strike(card);
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    const Player& player = seen.seats[seat];
    unseen = unseen.without(player.bought);
    for (const std::uint8_t card : player.reserved) strike(card);
  }
  return unseen;
}

State sample(const Variant& variant, const State& seen, Rng& rng) {
  State full = seen;
  const BitSet<kMaxCards> unseen = unseen_cards(variant, seen);
  for (int tier = 0; tier < kTiers; ++tier) {
    std::array<std::uint8_t, kMaxCards> pool;
    int count = 0;
    unseen.for_each([&](int card) {
      if (variant.cards[card].tier == tier) pool[count++] = static_cast<std::uint8_t>(card);
    });
    shuffle(pool.data(), count, rng);

    int next = 0;
    const auto reveal = [&](std::uint8_t& card) {
      if (card == hidden(tier)) card = pool[next++];
    };
    for (int seat = 0; seat < variant.rules.players; ++seat) {
      for (std::uint8_t& card : full.seats[seat].reserved) reveal(card);
    }
    for (std::uint8_t& card : full.market) reveal(card);
    std::uint8_t* deck = full.deck.data() + variant.deck_begin[tier];
    for (int place = 0; place < full.deck_left[tier]; ++place) reveal(deck[place]);
  }
  return full;
}

}  // namespace gemgrove::splendor
