// State transitions.
#pragma once

#include "arboretum/frame.h"
#include "arboretum/state.h"

namespace gemgrove::arboretum {

inline void receive(Seat& seat, std::uint8_t card) {
  if (card == kHidden) {
    ++seat.hidden;
  } else {
    seat.hand.set(card);
  }
}

inline void lose(Seat& seat, int card) {
  seat.hand.clear(card);
  seat.shown.clear(card);
}

inline void draw_from_deck(State& state) {
  const std::uint8_t card = state.deck;
  --state.deck_left;
  if (card != kHidden) {
    state.deck = state.below[card];
    state.below[card] = kNone;
  } else if (state.deck_left == 0) {
    state.deck = kNone;
  }
  receive(state.seat(), card);
}

inline void draw_from_pile(State& state, int owner) {
  const std::uint8_t card = state.seats[owner].pile;
  state.seats[owner].pile = state.below[card];
  state.below[card] = kNone;
  state.seat().hand.set(card);
  state.seat().shown.set(card);
}

inline void plant(State& state, Cell cell) {
  Seat& seat = state.seat();
  const std::uint8_t card = state.picked;
  widen(seat, cell);
  seat.planted.set(card);
  state.cell[card] = cell;
  lose(seat, card);
  state.picked = kNone;
}

inline void discard(const Variant& variant, State& state, int card) {
  Seat& seat = state.seat();
  lose(seat, card);
  state.below[card] = seat.pile;
  seat.pile = static_cast<std::uint8_t>(card);
  ++state.turns;
  state.mover =
      state.mover + 1 == variant.rules.players ? 0 : static_cast<std::uint8_t>(state.mover + 1);
  state.phase = state.deck_left == 0 ? Phase::over : Phase::draw;
}

inline void apply(const Variant& variant, State& state, int action) {
  if (action < variant.pick_begin) {
    if (action == 0) {
      draw_from_deck(state);
    } else {
      draw_from_pile(state, action - 1);
    }
    state.phase = state.phase == Phase::draw ? Phase::second_draw : Phase::pick;
  } else if (action < variant.cell_begin) {
    state.picked = static_cast<std::uint8_t>(action - variant.pick_begin);
    state.phase = Phase::plant;
  } else if (action < variant.discard_begin) {
    plant(state, cell_at(variant, state.seat(), action - variant.cell_begin));
    state.phase = Phase::discard;
  } else {
    discard(variant, state, action - variant.discard_begin);
  }
}

}  // namespace gemgrove::arboretum
