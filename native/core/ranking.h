// Places from rank keys (see core/game.h): a larger key is a better place, equal keys share it.
#pragma once

#include <algorithm>

namespace gemgrove {

// The seats with the largest key, one bit each.
inline unsigned best_seats(const int* keys, int seats) {
  const int best = *std::max_element(keys, keys + seats);
  unsigned result = 0;
  for (int seat = 0; seat < seats; ++seat)
    result |= static_cast<unsigned>(keys[seat] == best) << seat;
  return result;
}

inline int seats_ahead(const int* keys, int seats, int seat) {
  return static_cast<int>(
      std::count_if(keys, keys + seats, [&](int key) { return key > keys[seat]; }));
}

inline int seats_behind(const int* keys, int seats, int seat) {
  return static_cast<int>(
      std::count_if(keys, keys + seats, [&](int key) { return key < keys[seat]; }));
}

}  // namespace gemgrove
