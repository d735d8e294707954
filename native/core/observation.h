// How observations are written and described.
//
// A game walks over its layout once, in a template over the sink: the writer takes the values and
// ignores the words, the lister takes the words. So the index table cannot drift from the vector.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace gemgrove {

inline constexpr int kLargestCount = 255;

class ObservationWriter {
 public:
  explicit ObservationWriter(std::uint8_t* out) : out_(out) {}

  void field(std::string_view, int, std::string_view) {}
  void put(int value) { *out_++ = static_cast<std::uint8_t>(std::min(value, kLargestCount)); }
  void put_one_hot(int index, int size) {
    for (int i = 0; i < size; ++i) put(i == index);
  }

 private:
  std::uint8_t* out_;
};

class ObservationLister {
 public:
  // Begins a field: its name, the largest value an entry can have, and what it means.
  void field(std::string_view name, int largest, std::string_view meaning) {
    fields.push_back({name, size_, 0, largest, meaning});
  }
  void put(int) { grow(1); }
  void put_one_hot(int, int count) { grow(count); }

  std::vector<ObservationField> fields;

 private:
  void grow(int count) {
    fields.back().size += count;
    size_ += count;
  }

  int size_ = 0;
};

}  // namespace gemgrove
