// Who is ahead of whom, from what speaks for each seat.
#pragma once

#include <algorithm>

namespace gemgrove {

// Bit per seat: those with the most.
inline unsigned best_seats(const int* merits, int seats) {
  const int best = *std::max_element(merits, merits + seats);
  unsigned result = 0;
  for (int seat = 0; seat < seats; ++seat)
    result |= static_cast<unsigned>(merits[seat] == best) << seat;
  return result;
}

// How many seats are ahead of this one.
inline int seats_ahead(const int* merits, int seats, int seat) {
  return static_cast<int>(
      std::count_if(merits, merits + seats, [&](int merit) { return merit > merits[seat]; }));
}

// How many seats are behind this one.
inline int seats_behind(const int* merits, int seats, int seat) {
  return static_cast<int>(
      std::count_if(merits, merits + seats, [&](int merit) { return merit < merits[seat]; }));
}

}  // namespace gemgrove
