#include "arboretum/state.h"

namespace gemgrove::arboretum {
namespace {

constexpr int kDeckPart = 0;

}  // namespace

State setup(const Variant& variant, const Deal& deal) {
  State state{};
  state.below.fill(kNone);
  state.cell.fill(kNowhere);
  state.picked = kNone;
  for (Seat& seat : state.seats) seat.pile = kNone;

  const int first = deal.first_player(variant.rules.first_player, variant.rules.players);
  state.first = static_cast<std::uint8_t>(first);
  state.mover = state.first;

  std::array<std::uint8_t, kMaxCards> order;
  for (int card = 0; card < variant.cards; ++card) order[card] = static_cast<std::uint8_t>(card);
  deal.part(kDeckPart).shuffle(order.data(), variant.cards);

  int next = 0;
  for (int seat = 0; seat < variant.rules.players; ++seat) {
    for (int i = 0; i < kHand; ++i) state.seats[seat].hand.set(order[next++]);
  }
  for (int seat = 0; seat < variant.rules.players && variant.rules.seed_discards; ++seat) {
    if (seat != first) state.seats[seat].pile = order[next++];
  }
  state.deck = order[next];
  state.deck_left = static_cast<std::uint8_t>(variant.cards - next);
  for (; next + 1 < variant.cards; ++next) state.below[order[next]] = order[next + 1];
  return state;
}

}  // namespace gemgrove::arboretum
