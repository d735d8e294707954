#include "splendor/reasons.h"

#include <bit>

#include "splendor/legal.h"

namespace gemgrove::splendor {
namespace {

using enum ReasonCode;
using Why = Reason<ReasonCode>;

void append_counts(Gems vector, int kinds, std::vector<int>& list) {
  for (int kind = 0; kind < kinds; ++kind) list.push_back(count_of(vector, kind));
}

Why against_take(const Variant& variant, const State& state, int action) {
  const Gems taken = kTaken[action];
  const int count = total(taken);
  const int held = total(state.player().tokens);
  if (variant.rules.over_limit == Rules::OverLimit::forbid && held + count > kTokenLimit) {
    return {over_token_limit, {held, count, kTokenLimit}};
  }
  if (action >= kTakePair) {
    const int color = action - kTakePair;
    return {pair_minimum, {color, count_of(state.bank, color), kPairMinimum}};
  }
  const unsigned in_bank = at_least(colored(state.bank), 1);
  const unsigned gone = at_least(taken, 1) & ~in_bank;
  if (gone != 0) return {color_gone, {std::countr_zero(gone)}};
  if (variant.rules.take_fewer == Rules::TakeFewer::never) return {three_or_pair, {}};
  return {more_colors_left, {count, count_bits(in_bank)}};
}

Why against_market_slot(const State& state, int slot) {
  return {is_hidden(state.market[slot]) ? card_hidden : no_card,
          {slot / kSlots + 1, slot % kSlots + 1}};
}

Why against_reserve(const Variant& variant, const State& state, int action) {
  if (!state.player().may_reserve()) return {reserve_full, {kReserveLimit}};
  if (action < kReserveDeck) return against_market_slot(state, action - kReserve);
  if (!variant.rules.deck_reserve) return {no_deck_reserve, {}};
  return {deck_empty, {action - kReserveDeck + 1}};
}

Why against_price(const Variant& variant, const Player& player, int tier, int slot, int card) {
  Why why{cannot_afford, {tier, slot, card, count_of(player.tokens, kGold)}};
  const Gems have = colored(player.tokens) + player.bonuses;
  append_counts(saturating_difference(variant.cost[card], have), kColors, why.arguments);
  return why;
}

Why against_buy(const Variant& variant, const State& state, int action) {
  const Player& player = state.player();
  if (action < kBuyReserved) {
    const int slot = action - kBuy;
    const std::uint8_t card = state.market[slot];
    if (!is_card(card)) return against_market_slot(state, slot);
    return against_price(variant, player, slot / kSlots + 1, slot % kSlots + 1, card);
  }
  const int place = action - kBuyReserved;
  const std::uint8_t card = player.reserved[place];
  if (is_card(card)) return against_price(variant, player, 0, place + 1, card);
  if (is_hidden(card)) return {card_hidden, {0, place + 1}};
  int count = 0;
  while (player.reserved[count] != kEmpty) ++count;
  return {no_reserved_card, {count}};
}

Why against_return(const Variant& variant, const State& state, int kind) {
  if (kind == kGold && !variant.rules.return_gold) return {gold_not_returned, {}};
  if (count_of(state.player().tokens, kind) == 0) return {token_not_held, {kind}};
  Why why{token_not_drawn, {kind}};
  append_counts(state.escrow, kTokenKinds, why.arguments);
  return why;
}

Why against_noble(const Variant& variant, const State& state, int slot) {
  const std::uint8_t id = state.nobles[slot];
  if (id == kEmpty) return {no_noble, {slot + 1}};
  Why why{noble_requirement, {slot + 1, id}};
  const Gems lacking =
      saturating_difference(variant.nobles[id].requirement, state.player().bonuses);
  append_counts(lacking, kColors, why.arguments);
  return why;
}

// In the phase play.
Why against_turn(const Variant& variant, const State& state, int action) {
  if (action < kReserve) return against_take(variant, state, action);
  if (action < kBuy) return against_reserve(variant, state, action);
  if (action < kToken) return against_buy(variant, state, action);
  if (action < kNoble) return {nothing_to_return, {total(state.player().tokens), kTokenLimit}};
  return {action < kPass ? no_noble_choice : other_moves, {}};
}

Why against(const Variant& variant, const State& state, int action) {
  switch (state.phase) {
    case Phase::play:
      return against_turn(variant, state, action);
    case Phase::pay:
      // There is a choice only between this color and gold, so every other action is refused.
      return {must_pay, {owed_color(state.owed)}};
    case Phase::give_back: {
      if (action >= kToken && action < kNoble)
        return against_return(variant, state, action - kToken);
      const int held = total(state.player().tokens);
      return {must_return, {held, held - kTokenLimit}};
    }
    case Phase::noble:
      if (action >= kNoble && action < kPass) return against_noble(variant, state, action - kNoble);
      return {must_choose_noble, {}};
    case Phase::over:
      break;
  }
  return {game_over, {}};
}

}  // namespace

std::optional<Reason<ReasonCode>> reason(const Variant& variant, const State& state, int action) {
  if (legal(variant, state).test(action)) return std::nullopt;
  return against(variant, state, action);
}

}  // namespace gemgrove::splendor
