// Heuristic values of cards, nobles and tokens to a player, for greedy@1 and the search. Integers,
// so every build on every machine makes the same decisions.
#pragma once

#include <array>
#include <cstdint>

#include "splendor/state.h"

namespace gemgrove::splendor {

// Values are in thousandths of a point at the start of the game, shares in thousandths, and steps
// are those of kFade: a card 16 steps away has half its potential. The weights were tuned in some
// hundred thousand games of two to four players between neighboring settings.
struct Weights {
  int point = 1000;        // a point, while nobody has any
  int point_late = 545;    // a point, once somebody has reached the target
  int bonus = 830;         // a bonus that no visible card or noble needs, while nobody has points
  int demand = 33;         // more for it, per token of its color in the visible prices
  int noble_demand = 220;  // more for it, per noble that still asks for its color
  int bonus_late = -310;   // any bonus, once somebody has reached the target
  int finish = 2850;       // more for a card whose points reach the target
  int haste = 50;  // more for any purchase, per round after kUsualRounds: no endless waiting

  int near = 320;       // share of a card's value for holding the tokens for it
  int per_token = 8;    // steps per token still missing
  int per_repeat = 2;   // more steps for each missing token after the first of its color
  int far = 630;        // share of a card's value for having the bonuses for it
  int per_price = 6;    // steps per token that the bonuses leave to pay
  int kept = 1180;      // share of its potential that counts if the card is reserved
  int contested = 700;  // share that counts if another seat can buy it from the market
  int next_best = 435;  // share of each further card that counts, the best coming first

  int noble = 920;     // share of a noble's points for having the bonuses for it
  int per_bonus = 26;  // steps per bonus still missing

  int token = 293;        // a token held, up to the limit
  int gold = 90;          // more for a gold one
  int over_limit = -335;  // a token above the limit
  int reserved = -325;    // a reserved card, for the place it takes

  int deny = 400;     // share of its potential for another seat that taking a card away is worth
  int threat = 3100;  // more for that if the seat could have reached the target with it
};

inline constexpr Weights kWeights;

using Value = std::int64_t;

inline constexpr Value kWhole = 1000;

constexpr Value share(Value value, Value thousandths) { return value * thousandths / kWhole; }

// The values of a point and of each bonus to a seat in a position.
struct UnitValues {
  int point;
  std::array<int, kColors> bonus;

  int of(const Card& card) const { return point * card.points + bonus[card.color]; }
};

// From 0 to kLastStage, as the leader nears the target.
inline constexpr int kLastStage = 64;
int game_stage(const Variant& variant, const State& state);

// For any seat, regardless of which bonuses are in demand.
UnitValues base_unit_values(int stage);
UnitValues unit_values_for(const Variant& variant, const State& state, const Player& player);

// A card that a player might buy later, apart from the tokens the player will hold.
struct Prospect {
  Gems price;  // with the player's bonuses
  Value full;  // once it is bought
  Value far;   // the share of it for having the bonuses
};

Prospect prospect(const Variant& variant, const Player& player, const UnitValues& values,
                  std::uint8_t id);

// The value of a card that a player with these tokens might buy later.
Value card_potential(const Prospect& card, Gems tokens);

// All cards that a player might buy later: actions that change only tokens, or reserve one of these
// cards, leave them as they are.
struct Prospects {
  UnitValues values;
  // The market's twelve and the reserved ones, as of buyable_cards; all zero if not known.
  std::array<Prospect, 16> cards{};
  std::array<Value, 16> counts;  // the share of each one's potential that counts

  Prospects(const Variant& variant, const State& state, const Player& player);

  // The value of all cards to the player with these tokens, who reserves the card in a market slot
  // unless that is -1.
  Value total(Gems tokens, int reserving = -1) const;
};

Value noble_potential(const Variant& variant, const State& state, const Player& player);
Value holdings(const Player& player);

// A player's points after buying a card, with the noble that it brings.
int points_with(const Variant& variant, const State& state, Player buyer, std::uint8_t id);

}  // namespace gemgrove::splendor
