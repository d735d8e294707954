// The options of the rules and the cards, with the tables derived from them. Built once, shared by
// every state, never changed.
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.h"
#include "core/game.h"
#include "splendor/actions.h"
#include "splendor/gems.h"

namespace gemgrove::splendor {

inline constexpr int kTokenLimit = 10;
inline constexpr int kMaxCards = 96;
inline constexpr int kMaxNobles = 16;

// Markers in place of a card. All have the high bit set, which a card's number never has.
inline constexpr std::uint8_t kEmpty = 0xFF;
inline constexpr std::uint8_t kHidden =
    0xF0;  // + tier (0 to 2): a card that this seat may not know

constexpr bool is_card(std::uint8_t card) { return card < 0x80; }
constexpr bool is_hidden(std::uint8_t card) { return card >= kHidden && card < kHidden + kTiers; }

struct Rules {
  enum class OverLimit : std::uint8_t { give_back, give_back_drawn, forbid };
  enum class Nobles : std::uint8_t { choose, first, all };
  enum class TakeFewer : std::uint8_t { forced, free, never };
  enum class Payment : std::uint8_t { automatic, choose };

  int players = 2;
  bool deck_reserve = true;
  OverLimit over_limit = OverLimit::give_back;
  bool return_gold = true;
  Nobles nobles = Nobles::choose;
  TakeFewer take_fewer = TakeFewer::forced;
  Payment payment = Payment::automatic;
  int target_points = 15;
  int first_player = 0;
  int turn_limit = 200;  // turns per player
};

struct Card {
  std::uint8_t tier = 0;  // 0 to 2
  std::uint8_t color = 0;
  std::uint8_t points = 0;
  Gems cost = 0;
};

// A card in an observation: present, cost (five), bonus (one of five), points.
using CardEntries = std::array<std::uint8_t, 1 + 2 * kColors + 1>;

struct Noble {
  std::uint8_t points = 0;
  Gems requirement = 0;
};

struct Variant {
  Rules rules;
  int card_count = 0;
  int noble_count = 0;
  std::array<Card, kMaxCards> cards{};
  std::array<Noble, kMaxNobles> nobles{};

  // Deck t lies in State::deck from deck_begin[t] to deck_begin[t + 1].
  std::array<int, kTiers + 1> deck_begin{};
  // The cards of each tier.
  std::array<BitSet<kMaxCards>, kTiers> tier_cards{};
  // By the content of a slot: the card's cost, or for a marker one that nobody can pay.
  std::array<Gems, 256> cost{};
  // By the content of a slot: its entries in an observation. All zero for a marker.
  std::array<CardEntries, 256> entries{};
  // takes[room][colors]: the take actions if there is room for `room` more tokens (at most 3; the
  // rules may ignore the limit) and the bank has the colors in the bit set. Without pairs.
  std::array<std::array<std::uint64_t, 1 << kColors>, 4> takes{};
  // pairs[room][colors]: the same for pairs, with the colors of which the bank has 4 or more.
  std::array<std::array<std::uint64_t, 1 << kColors>, 4> pairs{};
  // No noble visits a player with fewer bonuses than this.
  int least_noble_bonuses = 0;

  Variant(const Rules& rules, const Card* cards, int card_count, const Noble* nobles,
          int noble_count);

  int noble_slots() const { return rules.players + 1; }
  int deck_size(int tier) const { return deck_begin[tier + 1] - deck_begin[tier]; }
};

inline constexpr int kGoldTokens = 5;
inline constexpr int kPairMinimum = 4;  // in the bank before taking a pair
inline int tokens_per_color(int players) { return players == 2 ? 4 : players == 3 ? 5 : 7; }

inline int players(const Variant& variant) { return variant.rules.players; }
inline int action_count(const Variant&) { return kActions; }

}  // namespace gemgrove::splendor
