#include "arboretum/reasons.h"

#include "arboretum/frame.h"
#include "arboretum/legal.h"

namespace gemgrove::arboretum {
namespace {

using enum ReasonCode;
using Why = Reason<ReasonCode>;

// The step that must come now, whatever else is asked for.
Why duty(const State& state) {
  switch (state.phase) {
    case Phase::draw:
      return {must_draw, {1}};
    case Phase::second_draw:
      return {must_draw, {2}};
    case Phase::pick:
      return {must_pick, {}};
    case Phase::plant:
      return {must_plant, {state.picked}};
    case Phase::discard:
      return {must_discard, {}};
    case Phase::over:
      break;
  }
  return {game_over, {}};
}

Why against_draw(const State& state, int action) {
  if (action == 0) return {deck_empty, {}};
  const int seat = action - 1;
  if (seat == state.mover) return {own_pile_empty, {}};
  return {pile_empty, {seat}};
}

Why against_cell(const Variant& variant, const State& state, int index) {
  const Seat& seat = state.seat();
  if (seat.planted.none()) return {first_cell, {0, 0}};
  const Cell cell = cell_at(variant, seat, index);
  int there = kNone;
  seat.planted.for_each([&](int card) {
    if (state.cell[card] == cell) there = card;
  });
  if (there != kNone) return {cell_taken, {cell.x, cell.y, there}};
  return {no_neighbor, {cell.x, cell.y}};
}

Why against(const Variant& variant, const State& state, int action) {
  const Phase phase = state.phase;
  if (action < variant.pick_begin) {
    const bool draws = phase == Phase::draw || phase == Phase::second_draw;
    return draws ? against_draw(state, action) : duty(state);
  }
  if (action < variant.cell_begin) {
    if (phase != Phase::pick) return duty(state);
    return {not_in_hand, {action - variant.pick_begin}};
  }
  if (action < variant.discard_begin) {
    if (phase != Phase::plant) return duty(state);
    return against_cell(variant, state, action - variant.cell_begin);
  }
  if (phase != Phase::discard) return duty(state);
  return {not_in_hand, {action - variant.discard_begin}};
}

}  // namespace

std::optional<Reason<ReasonCode>> reason(const Variant& variant, const State& state, int action) {
  if (legal(variant, state).test(action)) return std::nullopt;
  return against(variant, state, action);
}

}  // namespace gemgrove::arboretum
