// The frame: cells as action numbers.
//
// The frame is the arboretum's bounding box with a margin of one, so a cell's number is relative to
// what has been planted: column 0 is one to the left of the leftmost card, row 0 one below the
// lowest. In an empty arboretum the cell (0, 0) is in column 1, row 1.
#pragma once

#include <algorithm>

#include "arboretum/state.h"

namespace gemgrove::arboretum {

inline Cell frame_origin(const Seat& seat) {
  return {static_cast<std::int8_t>(seat.box.left - 1), static_cast<std::int8_t>(seat.box.low - 1)};
}

inline int frame_index(const Variant& variant, const Seat& seat, Cell cell) {
  const Cell origin = frame_origin(seat);
  return (cell.y - origin.y) * variant.frame + (cell.x - origin.x);
}

inline Cell cell_at(const Variant& variant, const Seat& seat, int index) {
  const Cell origin = frame_origin(seat);
  return {static_cast<std::int8_t>(origin.x + index % variant.frame),
          static_cast<std::int8_t>(origin.y + index / variant.frame)};
}

inline void widen(Seat& seat, Cell cell) {
  if (seat.planted.none()) {
    seat.box = {cell.x, cell.y, cell.x, cell.y};
    return;
  }
  Box& box = seat.box;
  box = {std::min(box.left, cell.x), std::min(box.low, cell.y), std::max(box.right, cell.x),
         std::max(box.high, cell.y)};
}

// Visits each row of the frame with the columns, as bits, in which a card may be planted.
template <class Visit>
void for_each_row_of_free_cells(const Variant& variant, const State& state, const Seat& seat,
                                Visit&& visit) {
  if (seat.planted.none()) return visit(1, std::uint32_t{1} << 1);
  // Rows of taken cells, with an empty row before and after.
  std::array<std::uint32_t, kMaxFrame + 2> taken{};
  const Cell origin = frame_origin(seat);
  seat.planted.for_each([&](int card) {
    const Cell cell = state.cell[card];
    taken[cell.y - origin.y + 1] |= std::uint32_t{1} << (cell.x - origin.x);
  });
  const int rows = std::min(seat.box.high - origin.y + 2, variant.frame);
  const std::uint32_t columns = (std::uint32_t{1} << variant.frame) - 1;
  for (int row = 0; row < rows; ++row) {
    const std::uint32_t here = taken[row + 1];
    const std::uint32_t beside = here << 1 | here >> 1 | taken[row] | taken[row + 2];
    visit(row, beside & ~here & columns);
  }
}

}  // namespace gemgrove::arboretum
