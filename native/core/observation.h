// Writing and describing observations.
//
// A game defines its layout once, in a template over the sink: the writer takes the values and
// ignores the descriptions, the lister takes the descriptions. The index table therefore cannot
// drift from the vector.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
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
    std::uint8_t* entries = put_zeros(size);
    if (index >= 0) entries[index] = 1;
  }
  // Writes the lowest bytes of a word, one entry each.
  template <int Count>
  void put_bytes_of(std::uint64_t word) {
    static_assert(std::endian::native == std::endian::little && Count <= 8);
    std::memcpy(out_, &word, Count);
    out_ += Count;
  }
  template <std::size_t Count>
  void put_all(const std::array<std::uint8_t, Count>& entries) {
    std::memcpy(out_, entries.data(), Count);
    out_ += Count;
  }
  template <int N>
  void put_bits(const BitSet<N>& bits, int count) {
    bits.write_bytes(count, out_);
    out_ += count;
  }
  // Returns zeros to write into, or null if the sink does not want values.
  std::uint8_t* put_zeros(int count) {
    std::uint8_t* entries = out_;
    std::memset(entries, 0, static_cast<std::size_t>(count));
    out_ += count;
    return entries;
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
  template <int Count>
  void put_bytes_of(std::uint64_t) {
    grow(Count);
  }
  template <std::size_t Count>
  void put_all(const std::array<std::uint8_t, Count>&) {
    grow(static_cast<int>(Count));
  }
  template <int N>
  void put_bits(const BitSet<N>&, int count) {
    grow(count);
  }
  std::uint8_t* put_zeros(int count) {
    grow(count);
    return nullptr;
  }

  std::vector<ObservationField> fields;

 private:
  void grow(int count) {
    fields.back().size += count;
    size_ += count;
  }

  int size_ = 0;
};

}  // namespace gemgrove
