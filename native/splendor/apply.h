// State transitions. Inline: this is the other half of every playout.
#pragma once

#include "splendor/legal.h"
#include "splendor/state.h"

namespace gemgrove::splendor {

inline std::uint8_t draw(const Variant& variant, State& state, int tier) {
  if (state.deck_left[tier] == 0) return kEmpty;
  std::uint8_t& top = state.deck[variant.deck_begin[tier] + --state.deck_left[tier]];
  const std::uint8_t card = top;
  top = kEmpty;
  return card;
}

inline void finish_turn(const Variant& variant, State& state) {
  ++state.turns;
  state.escrow = 0;
  const int seats = variant.rules.players;
  state.mover = state.mover + 1 == seats ? 0 : static_cast<std::uint8_t>(state.mover + 1);
  if (state.passes == seats) {
    state.phase = Phase::over;
    return;
  }
  state.phase = Phase::play;
  if (state.mover != state.first) return;
  bool reached = state.turns >= variant.rules.turn_limit * seats;
  for (int seat = 0; seat < seats; ++seat) {
    reached |= state.seats[seat].points >= variant.rules.target_points;
  }
  if (reached) state.phase = Phase::over;
}

inline void receive_noble(const Variant& variant, State& state, int slot) {
  Player& player = state.player();
  const std::uint8_t id = state.nobles[slot];
  player.points = static_cast<std::uint8_t>(player.points + variant.nobles[id].points);
  player.nobles = static_cast<std::uint16_t>(player.nobles | 1U << id);
  state.nobles[slot] = kEmpty;
}

inline void receive_nobles(const Variant& variant, State& state) {
  const Player& player = state.player();
  if (player.cards < variant.least_noble_bonuses) return finish_turn(variant, state);
  unsigned slots = visiting_nobles(variant, state, player);
  if (variant.rules.nobles == Rules::Nobles::choose && count_bits(slots) > 1) {
    state.phase = Phase::noble;
    return;
  }
  while (slots != 0) {
    receive_noble(variant, state, std::countr_zero(slots));
    if (variant.rules.nobles != Rules::Nobles::all) break;
    slots &= slots - 1;
  }
  finish_turn(variant, state);
}

// The steps after a turn's action: excess tokens go back, then a noble visits.
inline void end_turn(const Variant& variant, State& state) {
  if (total(state.player().tokens) > kTokenLimit) {
    state.phase = Phase::give_back;
  } else {
    receive_nobles(variant, state);
  }
}

inline void move_to_bank(State& state, Gems tokens) {
  state.player().tokens -= tokens;
  state.bank += tokens;
}

// Gives the player to move tokens from the bank, which are in escrow until the turn ends.
inline void take(State& state, Gems tokens) {
  state.bank -= tokens;
  state.player().tokens += tokens;
  state.escrow = tokens;
}

inline void give_back(State& state, Gems token) {
  move_to_bank(state, token);
  state.escrow = saturating_difference(state.escrow, token);
}

inline void reserve(const Variant& variant, State& state, std::uint8_t card, bool blind) {
  Player& player = state.player();
  int place = 0;
  while (player.reserved[place] != kEmpty) ++place;
  player.reserved[place] = card;
  player.blind = static_cast<std::uint8_t>(player.blind | unsigned{blind} << place);
  const bool room =
      variant.rules.over_limit != Rules::OverLimit::forbid || total(player.tokens) < kTokenLimit;
  take(state, count_of(state.bank, kGold) > 0 && room ? gems(kGold) : 0);
}

inline void drop_reserved(Player& player, int place) {
  for (int i = place; i + 1 < kReserveLimit; ++i) player.reserved[i] = player.reserved[i + 1];
  player.reserved[kReserveLimit - 1] = kEmpty;
  const unsigned below = player.blind & ((1U << place) - 1);
  player.blind = static_cast<std::uint8_t>(below | (player.blind >> (place + 1)) << place);
}

// Hands over the card of a buy action whose price has been paid.
inline void receive_card(const Variant& variant, State& state, int buy) {
  Player& player = state.player();
  std::uint8_t id;
  if (buy < kBuyReserved) {
    const int slot = buy - kBuy;
    id = state.market[slot];
    state.market[slot] = draw(variant, state, slot / kSlots);
  } else {
    id = player.reserved[buy - kBuyReserved];
    drop_reserved(player, buy - kBuyReserved);
  }
  const Card& card = variant.cards[id];
  player.bonuses += gems(card.color);
  player.bought.set(id);
  player.points = static_cast<std::uint8_t>(player.points + card.points);
  ++player.cards;
  end_turn(variant, state);
}

inline void pay_one(State& state, int kind) {
  state.owed -= gems(owed_color(state.owed));
  move_to_bank(state, gems(kind));
}

// Makes the payments that leave no choice, and hands over the card once nothing is owed.
inline void pay_forced(const Variant& variant, State& state) {
  while (state.owed != 0) {
    const unsigned kinds = payments(state);
    if (!std::has_single_bit(kinds)) {
      state.phase = Phase::pay;
      return;
    }
    pay_one(state, std::countr_zero(kinds));
  }
  const int buy = state.pending;
  state.pending = kEmpty;
  receive_card(variant, state, buy);
}

inline void buy(const Variant& variant, State& state, int action) {
  Player& player = state.player();
  const std::uint8_t card =
      action < kBuyReserved ? state.market[action - kBuy] : player.reserved[action - kBuyReserved];
  const Gems price = saturating_difference(variant.cost[card], player.bonuses);
  if (variant.rules.payment == Rules::Payment::choose) {
    // Everybody sees a card that is being bought, wherever it came from.
    if (action >= kBuyReserved) {
      player.blind = static_cast<std::uint8_t>(player.blind & ~(1U << (action - kBuyReserved)));
    }
    state.pending = static_cast<std::uint8_t>(action);
    state.owed = price;
    pay_forced(variant, state);
    return;
  }
  const Gems missing = saturating_difference(price, colored(player.tokens));
  move_to_bank(state, price - missing + gems(kGold, total(missing)));
  receive_card(variant, state, action);
}

inline void apply(const Variant& variant, State& state, int action) {
  if (action < kReserve) {
    take(state, kTaken[action]);
    state.passes = 0;
    return end_turn(variant, state);
  }
  if (action < kBuy) {
    state.passes = 0;
    if (action < kReserveDeck) {
      const int slot = action - kReserve;
      reserve(variant, state, state.market[slot], false);
      state.market[slot] = draw(variant, state, slot / kSlots);
    } else {
      reserve(variant, state, draw(variant, state, action - kReserveDeck), true);
    }
    return end_turn(variant, state);
  }
  if (action < kToken) {
    state.passes = 0;
    return buy(variant, state, action);
  }
  if (action < kNoble) {
    if (state.phase == Phase::pay) {
      pay_one(state, action - kToken);
      return pay_forced(variant, state);
    }
    give_back(state, gems(action - kToken));
    if (total(state.player().tokens) <= kTokenLimit) receive_nobles(variant, state);
    return;
  }
  if (action < kPass) {
    receive_noble(variant, state, action - kNoble);
    return finish_turn(variant, state);
  }
  ++state.passes;
  receive_nobles(variant, state);
}

// Ends a turn by hand, before its action: it counts as a turn, but not as a pass. Returns false in
// mid-turn.
inline bool skip(const Variant& variant, State& state) {
  if (state.phase != Phase::play) return false;
  state.passes = 0;
  receive_nobles(variant, state);
  return true;
}

}  // namespace gemgrove::splendor
