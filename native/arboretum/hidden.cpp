#include "arboretum/hidden.h"

namespace gemgrove::arboretum {

State redact(const Variant& variant, const State& state, int seat) {
  if (over(state)) return state;
  State seen = state;
  for (std::uint8_t card = seen.deck; card != kNone && card != kHidden;) {
    const std::uint8_t next = seen.below[card];
    seen.below[card] = kNone;
    card = next;
  }
  if (seen.deck_left != 0) seen.deck = kHidden;
  for (int other = 0; other < variant.rules.players; ++other) {
    if (other == seat) continue;
    Seat& owner = seen.seats[other];
    const int unknown = owner.hand.without(owner.shown).count();
    owner.hidden = static_cast<std::uint8_t>(owner.hidden + unknown);
    owner.hand = owner.shown;
  }
  // A card is picked in secret: the others see it when it is planted.
  if (seen.picked != kNone && seat != seen.mover) seen.picked = kHidden;
  return seen;
}

Cards unseen_cards(const Variant& variant, const State& seen) {
  Cards unseen;
  for (int card = 0; card < variant.cards; ++card) unseen.set(card);
  for (int i = 0; i < variant.rules.players; ++i) {
    const Seat& seat = seen.seats[i];
    unseen = unseen.without(seat.hand | seat.planted);
    for (std::uint8_t card = seat.pile; card != kNone; card = seen.below[card]) unseen.clear(card);
  }
  return unseen;
}

State sample(const Variant& variant, const State& seen, Rng& rng) {
  State full = seen;
  std::array<std::uint8_t, kMaxCards> pool;
  int count = 0;
  unseen_cards(variant, seen).for_each([&](int card) {
    pool[count++] = static_cast<std::uint8_t>(card);
  });
  shuffle(pool.data(), count, rng);

  int next = 0;
  for (int i = 0; i < variant.rules.players; ++i) {
    Seat& seat = full.seats[i];
    for (; seat.hidden != 0; --seat.hidden) seat.hand.set(pool[next++]);
  }
  if (full.picked == kHidden) {
    const Seat& mover = full.seat();
    full.picked = static_cast<std::uint8_t>(mover.hand.select(rng.below(mover.hand.count())));
  }
  if (full.deck_left != 0) full.deck = pool[next];
  for (; next + 1 < count; ++next) full.below[pool[next]] = pool[next + 1];
  return full;
}

}  // namespace gemgrove::arboretum
