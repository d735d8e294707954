// Legal actions.
#pragma once

#include "arboretum/frame.h"
#include "arboretum/state.h"

namespace gemgrove::arboretum {

inline void set_cards(const Cards& cards, int offset, BitSet<kActions>& mask) {
  // Two pieces of 40 bits, since set_from takes fewer than 64.
  constexpr int kPiece = 40;
  constexpr std::uint64_t kPieceBits = (std::uint64_t{1} << kPiece) - 1;
  mask.set_from(cards.words[0] & kPieceBits, offset);
  mask.set_from((cards.words[0] >> kPiece | cards.words[1] << (64 - kPiece)) & kPieceBits,
                offset + kPiece);
}

inline BitSet<kActions> legal(const Variant& variant, const State& state) {
  BitSet<kActions> mask;
  switch (state.phase) {
    case Phase::draw:
    case Phase::second_draw:
      if (state.deck_left != 0) mask.set(0);
      for (int seat = 0; seat < variant.rules.players; ++seat) {
        if (state.seats[seat].pile != kNone) mask.set(1 + seat);
      }
      break;
    case Phase::pick:
      set_cards(state.seat().hand, variant.pick_begin, mask);
      break;
    case Phase::plant:
      for_each_row_of_free_cells(variant, state, state.seat(), [&](int row, std::uint32_t cells) {
        mask.set_from(cells, variant.cell_begin + row * variant.frame);
      });
      break;
    case Phase::discard:
      set_cards(state.seat().hand, variant.discard_begin, mask);
      break;
    case Phase::over:
      break;
  }
  return mask;
}

}  // namespace gemgrove::arboretum
