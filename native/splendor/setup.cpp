#include "splendor/state.h"

namespace gemgrove::splendor {
namespace {

constexpr int kNoblePart = 3;

void deal_deck(const Variant& variant, const Deal& deal, int tier, State& state) {
  std::array<std::uint8_t, kMaxCards> order;
  int size = 0;
  variant.tier_cards[tier].for_each(
      [&](int card) { order[size++] = static_cast<std::uint8_t>(card); });
  deal.part(tier).shuffle(order.data(), size);

  int next = 0;
  for (int slot = 0; slot < kSlots; ++slot) state.market[tier * kSlots + slot] = order[next++];
  state.deck_left[tier] = static_cast<std::uint8_t>(size - next);
  std::uint8_t* deck = state.deck.data() + variant.deck_begin[tier];
  for (int place = size - next - 1; place >= 0; --place) deck[place] = order[next++];
}

void deal_nobles(const Variant& variant, const Deal& deal, State& state) {
  std::array<std::uint8_t, kMaxNobles> order;
  for (int id = 0; id < variant.noble_count; ++id) order[id] = static_cast<std::uint8_t>(id);
  deal.part(kNoblePart).shuffle(order.data(), variant.noble_count);
  for (int slot = 0; slot < variant.noble_slots(); ++slot) state.nobles[slot] = order[slot];
}

}  // namespace

State setup(const Variant& variant, const Deal& deal) {
  State state{};
  for (Player& player : state.seats) player.reserved.fill(kEmpty);
  state.deck.fill(kEmpty);
  state.nobles.fill(kEmpty);
  state.pending = kEmpty;

  for (int color = 0; color < kColors; ++color) {
    state.bank += gems(color, tokens_per_color(variant.rules.players));
  }
  state.bank += gems(kGold, kGoldTokens);
  for (int tier = 0; tier < kTiers; ++tier) deal_deck(variant, deal, tier, state);
  deal_nobles(variant, deal, state);

  const int first = deal.first_player(variant.rules.first_player, variant.rules.players);
  state.first = static_cast<std::uint8_t>(first);
  state.mover = state.first;
  return state;
}

}  // namespace gemgrove::splendor
