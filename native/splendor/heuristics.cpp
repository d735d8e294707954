#include "splendor/heuristics.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "splendor/legal.h"

namespace gemgrove::splendor {
namespace {

constexpr int kCountedCards = 6;  // further ones would add next to nothing

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

// A share after `steps` steps of fading, in parts of kFadedWhole.
constexpr Value kFadedWhole = kWhole * kFadeUnit;
constexpr Value faded(Value thousandths, int steps) {
  return thousandths * kFade[std::min(steps, 255)];
}

constexpr int at_stage(int stage, int early, int late) {
  return early + (late - early) * stage / kLastStage;
}

}  // namespace

int game_stage(const Variant& variant, const State& state) {
  int leader = 0;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    leader = std::max<int>(leader, state.seats[seat].points);
  }
  return std::min(kLastStage, leader * kLastStage / variant.rules.target_points);
}

UnitValues base_unit_values(int stage) {
  UnitValues values;
  values.point = at_stage(stage, kWeights.point, kWeights.point_late);
  values.bonus.fill(at_stage(stage, kWeights.bonus, kWeights.bonus_late));
  return values;
}

UnitValues unit_values_for(const Variant& variant, const State& state, const Player& player) {
  Gems prices = 0;
  const auto add_price = [&](std::uint8_t card) {
    if (is_card(card)) prices += saturating_difference(variant.cost[card], player.bonuses);
  };
  for (const std::uint8_t card : state.market) add_price(card);
  for (const std::uint8_t card : player.reserved) add_price(card);

  Gems nobles = 0;  // the number of nobles that ask for each color
  for (int slot = 0; slot < variant.noble_slots(); ++slot) {
    if (state.nobles[slot] == kEmpty) continue;
    const Gems requirement = variant.nobles[state.nobles[slot]].requirement;
    const Gems missing = saturating_difference(requirement, player.bonuses);
    nobles += ((missing + ~kHighBits) & kHighBits) >> 7;
  }

  const int stage = game_stage(variant, state);
  UnitValues values = base_unit_values(stage);
  for (int color = 0; color < kColors; ++color) {
    const int asked =
        kWeights.demand * count_of(prices, color) + kWeights.noble_demand * count_of(nobles, color);
    values.bonus[color] += at_stage(stage, asked, 0);
  }
  return values;
}

Prospect prospect(const Variant& variant, const Player& player, const UnitValues& values,
                  std::uint8_t id) {
  const Card& card = variant.cards[id];
  const Gems price = saturating_difference(card.cost, player.bonuses);
  const bool finishes = player.points + card.points >= variant.rules.target_points;
  return {.price = price,
          .full = values.of(card) + (finishes ? kWeights.finish : 0),
          .far = faded(kWeights.far, kWeights.per_price * total(price))};
}

Value card_potential(const Prospect& card, Gems tokens) {
  constexpr Gems kOneOfEach = 0x0101010101;
  const Gems missing = saturating_difference(card.price, colored(tokens));
  const int gold = count_of(tokens, kGold);
  const int short_of = std::max(0, total(missing) - gold);
  const int repeats = std::max(0, total(saturating_difference(missing, kOneOfEach)) - gold);
  const int steps = kWeights.per_token * short_of + kWeights.per_repeat * repeats;
  return card.full * (faded(kWeights.near, steps) + card.far) / kFadedWhole;
}

Prospects::Prospects(const Variant& variant, const State& state, const Player& player)
    : values(unit_values_for(variant, state, player)) {
  unsigned contested = 0;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    const Player& other = state.seats[seat];
    if (&other != &player) contested |= affordable(variant, state, other);
  }
  const std::array<std::uint8_t, 16> ids = buyable_cards(state, player);
  for (int i = 0; i < 16; ++i) {
    if (is_card(ids[i])) cards[i] = prospect(variant, player, values, ids[i]);
    counts[i] = i >= kMarket                ? kWeights.kept
                : (contested >> i & 1) != 0 ? kWeights.contested
                                            : kWhole;
  }
}

Value Prospects::total(Gems tokens, int reserving) const {
  std::array<Value, kCountedCards> best{};  // the greatest first
  for (int i = 0; i < kMarket + kReserveLimit; ++i) {
    if (cards[i].full <= 0) continue;
    Value added =
        share(card_potential(cards[i], tokens), i == reserving ? kWeights.kept : counts[i]);
    if (added <= best.back()) continue;
    for (Value& each : best) {
      if (added > each) std::swap(added, each);
    }
  }
  Value sum = 0;
  Value part = kWhole;
  for (const Value each : best) {
    sum += share(each, part);
    part = share(part, kWeights.next_best);
  }
  return sum;
}

Value noble_potential(const Variant& variant, const State& state, const Player& player) {
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

int points_with(const Variant& variant, const State& state, Player buyer, std::uint8_t id) {
  const Card& card = variant.cards[id];
  buyer.bonuses += gems(card.color);
  const unsigned slots = visiting_nobles(variant, state, buyer);
  const int noble = slots == 0 ? 0 : variant.nobles[state.nobles[std::countr_zero(slots)]].points;
  return buyer.points + card.points + noble;
}

}  // namespace gemgrove::splendor
