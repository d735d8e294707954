// Legal actions. Inline: this is half of every playout.
#pragma once

#include <bit>
#include <cstring>

#include "splendor/state.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gemgrove::splendor {

// The cards a player might buy: the market's twelve, then the reserved ones, then nothing.
inline std::array<std::uint8_t, 16> buyable_cards(const State& state, const Player& player) {
  std::array<std::uint8_t, 16> places;
  std::memcpy(places.data(), state.market.data(), kMarket);
  std::memcpy(places.data() + kMarket, player.reserved.data(), kReserveLimit);
  places[15] = kEmpty;
  return places;
}

// Bit i of the result: market slot i (0 to 11) or reserved card i - 12 (12 to 14) can be paid for.
inline unsigned affordable_portable(const Variant& variant, const State& state,
                                    const Player& player) {
  const Gems have = colored(player.tokens) + player.bonuses;
  const int gold = count_of(player.tokens, kGold);
  const std::array<std::uint8_t, 16> places = buyable_cards(state, player);
  unsigned result = 0;
  for (int i = 0; i < kMarket + kReserveLimit; ++i) {
    const int missing = total(saturating_difference(variant.cost[places[i]], have));
    result |= static_cast<unsigned>(missing <= gold) << i;
  }
  return result;
}

#if defined(__SSE2__)
// The same, two cards at a time: subtract with saturation, add up what is missing, and collect the
// sums (below 128) as bytes, so that one comparison with the gold covers all sixteen places.
inline unsigned affordable(const Variant& variant, const State& state, const Player& player) {
  const Gems have = colored(player.tokens) + player.bonuses;
  const int gold = count_of(player.tokens, kGold);
  const std::array<std::uint8_t, 16> places = buyable_cards(state, player);
  const __m128i have_twice = _mm_set1_epi64x(static_cast<long long>(have));
  const __m128i zero = _mm_setzero_si128();
  const auto missing = [&](int i) {
    const __m128i costs = _mm_set_epi64x(static_cast<long long>(variant.cost[places[i + 8]]),
                                         static_cast<long long>(variant.cost[places[i]]));
    return _mm_sad_epu8(_mm_subs_epu8(costs, have_twice), zero);
  };
  const __m128i low =
      _mm_or_si128(_mm_or_si128(missing(0), _mm_slli_epi64(missing(1), 8)),
                   _mm_or_si128(_mm_slli_epi64(missing(2), 16), _mm_slli_epi64(missing(3), 24)));
  const __m128i high =
      _mm_or_si128(_mm_or_si128(_mm_slli_epi64(missing(4), 32), _mm_slli_epi64(missing(5), 40)),
                   _mm_or_si128(_mm_slli_epi64(missing(6), 48), _mm_slli_epi64(missing(7), 56)));
  const __m128i too_dear =
      _mm_cmpgt_epi8(_mm_or_si128(low, high), _mm_set1_epi8(static_cast<char>(gold)));
  return ~static_cast<unsigned>(_mm_movemask_epi8(too_dear)) & 0x7FFF;
}
#else
inline unsigned affordable(const Variant& variant, const State& state, const Player& player) {
  return affordable_portable(variant, state, player);
}
#endif

// Bit i: market slot i is not empty.
inline unsigned filled_slots(const State& state) {
  std::uint64_t first;
  std::uint32_t rest;
  std::memcpy(&first, state.market.data(), 8);
  std::memcpy(&rest, state.market.data() + 8, 4);
  const unsigned empty =
      gather_bytes((first >> 7) & 0x0101010101010101) | gather_bytes((rest >> 7) & 0x01010101) << 8;
  return ~empty & 0xFFF;
}

// The actions of a turn except the pass, as bits 0 to 59.
inline std::uint64_t turn_actions(const Variant& variant, const State& state) {
  const Player& player = state.player();
  const int room = kTokenLimit - total(player.tokens);
  const int row = room >= 3 ? 3 : room;
  const unsigned in_bank = at_least(colored(state.bank), 1) & 0x1F;
  const unsigned four = at_least(colored(state.bank), kPairMinimum) & 0x1F;
  std::uint64_t mask = variant.takes[row][in_bank] | variant.pairs[row][four];
  mask |= std::uint64_t{affordable(variant, state, player)} << kBuy;
  if (player.may_reserve()) {
    mask |= std::uint64_t{filled_slots(state)} << kReserve;
    if (variant.rules.deck_reserve) {
      for (int tier = 0; tier < kTiers; ++tier) {
        mask |= std::uint64_t{state.deck_left[tier] != 0} << (kReserveDeck + tier);
      }
    }
  }
  return mask;
}

// The color owed next; something must be owed.
inline int owed_color(Gems owed) { return std::countr_zero(owed) / 8; }

// The tokens that may pay the next unit owed, one bit per kind: its own color, and gold if enough
// is left for the shortages that must follow.
inline unsigned payments(const State& state) {
  const Player& player = state.player();
  const int color = owed_color(state.owed);
  const Gems rest = state.owed - gems(color);
  const int shortage = total(saturating_difference(rest, colored(player.tokens)));
  unsigned kinds = 0;
  if (count_of(player.tokens, color) > 0) kinds |= 1U << color;
  if (count_of(player.tokens, kGold) > shortage) kinds |= 1U << kGold;
  return kinds;
}

// The tokens that the player to move may return, one bit per kind.
inline unsigned returnable(const Variant& variant, const State& state) {
  const bool drawn_only = variant.rules.over_limit == Rules::OverLimit::give_back_drawn;
  const unsigned kinds = at_least(drawn_only ? state.escrow : state.player().tokens, 1);
  return variant.rules.return_gold ? kinds : kinds & ~(1U << kGold);
}

// The nobles that would visit this player, one bit per slot.
inline unsigned visiting_nobles(const Variant& variant, const State& state, const Player& player) {
  unsigned slots = 0;
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    const std::uint8_t id = state.nobles[slot];
    if (id != kEmpty && covers(player.bonuses, variant.nobles[id].requirement)) slots |= 1U << slot;
  }
  return slots;
}

inline BitSet<kActions> legal(const Variant& variant, const State& state) {
  const auto at = [](std::uint64_t bits, int shift) {
    return BitSet<kActions>{{bits << shift, shift == 0 ? 0 : bits >> (64 - shift)}};
  };
  switch (state.phase) {
    case Phase::play: {
      const std::uint64_t mask = turn_actions(variant, state);
      return {{mask, mask == 0 ? std::uint64_t{1} << (kPass - 64) : 0}};
    }
    case Phase::pay:
      return at(payments(state), kToken);
    case Phase::give_back:
      return at(returnable(variant, state), kToken);
    case Phase::noble:
      return {{0, std::uint64_t{visiting_nobles(variant, state, state.player())} << (kNoble - 64)}};
    case Phase::over:
      break;
  }
  return {};
}

}  // namespace gemgrove::splendor
