#include "splendor/appraise.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "splendor/apply.h"
#include "splendor/score.h"

namespace gemgrove::splendor {
namespace {

// Values are in thousandths of a point at the start of the game, shares in thousandths, and steps
// are of kFade: what lies 16 steps away promises half. All were found in some hundred thousand
// games of two to four players between neighboring weights.
struct Weights {
  int point = 1000;        // a point, while nobody has any
  int point_late = 545;    // a point, once somebody has reached the target
  int bonus = 830;         // a bonus that nothing in sight asks for, while nobody has points
  int demand = 33;         // more for it, per token of its color in the prices in sight
  int noble_demand = 220;  // more for it, per noble that still asks for its color
  int bonus_late = -310;   // any bonus, once somebody has reached the target
  int finish = 2850;       // more for a card whose points reach the target
  int haste = 50;          // more for any purchase, per round after kPatience: no endless waiting

  int near = 320;       // share of a card's worth promised by holding the tokens for it
  int per_token = 8;    // steps per token still missing
  int per_repeat = 2;   // more steps for each that is not the first missing of its color
  int far = 630;        // share of a card's worth promised by having the bonuses for it
  int per_price = 6;    // steps per token that the bonuses leave to pay
  int kept = 1180;      // share of its promise that counts if the card is reserved
  int contested = 700;  // share that counts if another seat can buy it from the market
  int next_best = 435;  // share that counts of each further promise, the best coming first

  int noble = 920;     // share of a noble's points promised by having the bonuses for it
  int per_bonus = 26;  // steps per bonus still missing

  int token = 293;        // a token held, up to the limit
  int gold = 90;          // more for a gold one
  int over_limit = -335;  // a token above the limit
  int reserved = -325;    // a reserved card, for the place it takes

  int deny = 400;     // share of its promise to another seat that taking a card away is worth
  int threat = 3100;  // more for that if the seat could have reached the target with it
};

constexpr Weights kWeights;

// Whole numbers throughout: every build, on every machine, comes to the same decisions.
using Value = std::int64_t;

constexpr Value kWin = 1'000'000'000;  // more than all else together
constexpr Value kClaim = kWin / 2;     // having reached the target while others have a turn left

constexpr Value kWhole = 1000;

constexpr Value share(Value value, Value thousandths) { return value * thousandths / kWhole; }

constexpr int kPatience = 40;  // rounds; most games have ended by then

constexpr int kCountedCards = 6;  // further promises would add next to nothing

// kFade[steps]: 2 to the power of -steps / 16, in 65536ths.
constexpr Value kFadeUnit = 65536;
constexpr std::array<int, 256> kFade = [] {
  constexpr Value kOneStep = 62757;
  std::array<int, 256> fade{};
  Value power = kFadeUnit * kFadeUnit;
  for (int& each : fade) {
    each = static_cast<int>(power / kFadeUnit);
    power = power * kOneStep / kFadeUnit;
  }
  return fade;
}();

// What is left of a share so many steps away, in parts of kFadedWhole.
constexpr Value kFadedWhole = kWhole * kFadeUnit;
constexpr Value faded(Value thousandths, int steps) {
  return thousandths * kFade[std::min(steps, 255)];
}

// What points and bonuses are worth to a seat, in a position.
struct Worth {
  int point;
  std::array<int, kColors> bonus;

  int of(const Card& card) const { return point * card.points + bonus[card.color]; }
};

// The game runs from its first stage to its last as the leader nears the target.
constexpr int kLastStage = 64;

int stage_of(const Variant& variant, const State& state) {
  int leader = 0;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    leader = std::max<int>(leader, state.seats[seat].points);
  }
  return std::min(kLastStage, leader * kLastStage / variant.rules.target_points);
}

constexpr int at_stage(int stage, int early, int late) {
  return early + (late - early) * stage / kLastStage;
}

// To any seat, with no regard to what bonuses are asked for.
Worth plain_worth(int stage) {
  Worth worth;
  worth.point = at_stage(stage, kWeights.point, kWeights.point_late);
  worth.bonus.fill(at_stage(stage, kWeights.bonus, kWeights.bonus_late));
  return worth;
}

Worth worth_to(const Variant& variant, const State& state, const Player& player) {
  Gems prices = 0;
  const auto add_price = [&](std::uint8_t card) {
    if (is_card(card)) prices += saturating_difference(variant.cost[card], player.bonuses);
  };
  for (const std::uint8_t card : state.market) add_price(card);
  for (const std::uint8_t card : player.reserved) add_price(card);

  Gems nobles = 0;  // how many ask for each color
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    if (state.nobles[slot] == kEmpty) continue;
    const Gems requirement = variant.nobles[state.nobles[slot]].requirement;
    const Gems missing = saturating_difference(requirement, player.bonuses);
    nobles += ((missing + ~kHighBits) & kHighBits) >> 7;
  }

  const int stage = stage_of(variant, state);
  Worth worth = plain_worth(stage);
  for (int color = 0; color < kColors; ++color) {
    const int asked =
        kWeights.demand * count_of(prices, color) + kWeights.noble_demand * count_of(nobles, color);
    worth.bonus[color] += at_stage(stage, asked, 0);
  }
  return worth;
}

// What a card that a player does not have yet adds to the player's outlook.
Value promise(const Variant& variant, const Player& player, const Worth& worth, std::uint8_t id) {
  constexpr Gems kOneOfEach = 0x0101010101;
  const Card& card = variant.cards[id];
  const Gems price = saturating_difference(card.cost, player.bonuses);
  const Gems missing = saturating_difference(price, colored(player.tokens));
  const int gold = count_of(player.tokens, kGold);
  const int tokens = std::max(0, total(missing) - gold);

  const bool finishes = player.points + card.points >= variant.rules.target_points;
  const Value full = worth.of(card) + (finishes ? kWeights.finish : 0);
  const int repeats = std::max(0, total(saturating_difference(missing, kOneOfEach)) - gold);
  const int steps = kWeights.per_token * tokens + kWeights.per_repeat * repeats;
  const Value near = faded(kWeights.near, steps);
  const Value far = faded(kWeights.far, kWeights.per_price * total(price));
  return full * (near + far) / kFadedWhole;
}

Value promise_of_cards(const Variant& variant, const State& state, const Player& player) {
  const Worth worth = worth_to(variant, state, player);
  std::array<Value, kCountedCards> best{};  // the greatest first
  const auto add = [&](std::uint8_t card, Value counts) {
    if (!is_card(card)) return;
    Value added = share(promise(variant, player, worth, card), counts);
    if (added <= best.back()) return;
    for (Value& each : best) {
      if (added > each) std::swap(added, each);
    }
  };

  unsigned contested = 0;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    const Player& other = state.seats[seat];
    if (&other != &player) contested |= affordable(variant, state, other);
  }
  for (int slot = 0; slot < kMarket; ++slot) {
    add(state.market[slot], (contested >> slot & 1) ? kWeights.contested : kWhole);
  }
  for (const std::uint8_t card : player.reserved) add(card, kWeights.kept);

  Value sum = 0;
  Value counts = kWhole;
  for (const Value each : best) {
    sum += share(each, counts);
    counts = share(counts, kWeights.next_best);
  }
  return sum;
}

Value promise_of_nobles(const Variant& variant, const State& state, const Player& player) {
  Value sum = 0;
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    if (state.nobles[slot] == kEmpty) continue;
    const Noble& noble = variant.nobles[state.nobles[slot]];
    const int missing = total(saturating_difference(noble.requirement, player.bonuses));
    const Value share_left = faded(kWeights.noble, kWeights.per_bonus * missing);
    sum += kWeights.point * noble.points * share_left / kFadedWhole;
  }
  return sum;
}

Value holdings(const Player& player) {
  const int held = total(player.tokens);
  int reserved = 0;
  for (const std::uint8_t card : player.reserved) reserved += card != kEmpty;
  return kWeights.token * std::min(held, kTokenLimit) +
         kWeights.over_limit * std::max(0, held - kTokenLimit) +
         kWeights.gold * count_of(player.tokens, kGold) + kWeights.reserved * reserved;
}

// A player's points after buying a card, with the noble that it brings.
int points_with(const Variant& variant, const State& state, Player buyer, std::uint8_t id) {
  const Card& card = variant.cards[id];
  buyer.bonuses += gems(card.color);
  const unsigned slots = visiting_nobles(variant, state, buyer);
  const int noble = slots == 0 ? 0 : variant.nobles[state.nobles[std::countr_zero(slots)]].points;
  return buyer.points + card.points + noble;
}

// What it is worth that the others no longer find the card of a market slot: as much as it
// promised to the one who wanted it most.
Value denial(const Variant& variant, const State& seen, int slot) {
  const Worth worth = plain_worth(stage_of(variant, seen));
  const std::uint8_t card = seen.market[slot];
  Value most = 0;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    if (seat == seen.mover) continue;
    const Player& other = seen.seats[seat];
    Value value = share(promise(variant, other, worth, card), kWeights.deny);
    if (points_with(variant, seen, other, card) >= variant.rules.target_points &&
        (affordable(variant, seen, other) >> slot & 1)) {
      value += kWeights.threat;
    }
    most = std::max(most, value);
  }
  return most;
}

// The market slot that an action empties, or -1.
int emptied_slot(int action) {
  if (action >= kReserve && action < kReserveDeck) return action - kReserve;
  if (action >= kBuy && action < kBuyReserved) return action - kBuy;
  return -1;
}

// Makes the choices that follow a purchase in the plainest way: gold is paid last.
void complete_purchase(const Variant& variant, State& state) {
  while (state.phase == Phase::pay || state.phase == Phase::noble) {
    apply(variant, state, legal(variant, state).select(0));
  }
}

}  // namespace

std::int64_t appraise(const Variant& variant, const State& seen, int action) {
  const int seat = seen.mover;
  State after = seen;
  apply(variant, after, action);
  complete_purchase(variant, after);
  const Player& before = seen.seats[seat];
  const Player& player = after.seats[seat];
  if (over(after)) return (winners(variant, after) >> seat & 1) ? kWin : -kWin;

  Value value = promise_of_cards(variant, after, player) +
                promise_of_nobles(variant, after, player) + holdings(player);
  const Gems bonus = player.bonuses - before.bonuses;
  if (bonus != 0 || player.points != before.points) {
    const Worth worth = worth_to(variant, seen, before);
    value += worth.point * (player.points - before.points);
    if (bonus != 0) {
      const int late = std::max(0, seen.turns / variant.rules.players - kPatience);
      value += worth.bonus[std::countr_zero(bonus) / 8] + kWeights.haste * late;
    }
  }
  const int slot = emptied_slot(action);
  if (slot >= 0) value += denial(variant, seen, slot);
  if (player.points >= variant.rules.target_points) value += kClaim;
  return value;
}

}  // namespace gemgrove::splendor
