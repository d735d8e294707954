// Fixed-size bit sets: legal masks and sets of cards.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace gemgrove {

#if !defined(__BMI2__)
namespace detail {

inline constexpr std::uint64_t kLowBits = 0x0101010101010101;
inline constexpr std::uint64_t kHighBits = 0x8080808080808080;

// Counts the set bits in each byte of `word`; each count takes that byte's place.
constexpr std::uint64_t count_in_bytes(std::uint64_t word) {
  word -= (word >> 1) & 0x5555555555555555;
  word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333);
  return (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F;
}

// kSelectInByte[rank][byte]: the position of set bit number `rank` in `byte`.
inline constexpr auto kSelectInByte = [] {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (int byte = 0; byte < 256; ++byte) {
    int rank = 0;
    for (int bit = 0; bit < 8; ++bit) {
      if ((byte >> bit) & 1) table[rank++][byte] = static_cast<std::uint8_t>(bit);
    }
  }
  return table;
}();

}  // namespace detail
#endif

// Without the popcnt instruction, std::popcount is a call into the compiler's library.
constexpr int count_bits(std::uint64_t word) {
#if defined(__BMI2__) || defined(__aarch64__)
  return std::popcount(word);
#else
  return static_cast<int>((detail::count_in_bytes(word) * detail::kLowBits) >> 56);
#endif
}

// The position of set bit number `rank` (from 0) in `word`, which must have more than `rank`.
inline int select_bit(std::uint64_t word, int rank) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << rank, word));
#else
  // upto: in byte i, the number of set bits in bytes 0 to i. The byte we want is the first with
  // more than `rank`; comparing all eight at once counts those before it.
  const std::uint64_t upto = detail::count_in_bytes(word) * detail::kLowBits;
  const std::uint64_t ranks = static_cast<std::uint64_t>(rank) * detail::kLowBits;
  const std::uint64_t before = (((ranks | detail::kHighBits) - upto) & detail::kHighBits) >> 7;
  const int shift = static_cast<int>((before * detail::kLowBits) >> 56) * 8;
  const int in_byte = rank - static_cast<int>(((upto << 8) >> shift) & 0xFF);
  return shift + detail::kSelectInByte[in_byte][(word >> shift) & 0xFF];
#endif
}

// Gathers the lowest bit of each of the eight bytes of `word` into the low eight bits.
// Every other bit of `word` must be zero.
inline unsigned gather_bytes(std::uint64_t word) {
#if defined(__BMI2__)
  return static_cast<unsigned>(_pext_u64(word, 0x0101010101010101));
#else
  return static_cast<unsigned>((word * 0x0102040810204080) >> 56);
#endif
}

// The opposite: bit i of the eight in `bits` becomes the lowest bit of byte i.
constexpr std::uint64_t spread_bits(std::uint64_t bits) {
  // Seven copies, each shifted so that one bit becomes the lowest of a byte; the eighth bit would
  // collide with the first of the next copy.
  return (((bits & 0x7F) * 0x0002040810204081) & 0x0101010101010101) | (bits >> 7) << 56;
}

template <int N>
struct BitSet {
  static constexpr int kWords = (N + 63) / 64;
  std::array<std::uint64_t, kWords> words{};

  constexpr bool operator==(const BitSet&) const = default;

  constexpr void set(int bit) { words[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
  constexpr void clear(int bit) { words[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63)); }
  constexpr bool test(int bit) const { return (words[bit >> 6] >> (bit & 63)) & 1; }

  constexpr int count() const {
    int total = 0;
    for (const std::uint64_t word : words) total += count_bits(word);
    return total;
  }

  constexpr bool none() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }

  // The position of set bit number `rank` (from 0); more than `rank` bits must be set.
  int select(int rank) const {
    for (int i = 0; i + 1 < kWords; ++i) {
      const int here = count_bits(words[i]);
      if (rank < here) return 64 * i + select_bit(words[i], rank);
      rank -= here;
    }
    return 64 * (kWords - 1) + select_bit(words[kWords - 1], rank);
  }

  // Sets bit `offset + i` for every set bit i of `bits`, which must have fewer than 64 bits.
  constexpr void set_from(std::uint64_t bits, int offset) {
    const int word = offset >> 6;
    const int shift = offset & 63;
    words[word] |= bits << shift;
    if (shift != 0 && (bits >> (64 - shift)) != 0) words[word + 1] |= bits >> (64 - shift);
  }

  constexpr BitSet operator|(const BitSet& other) const {
    BitSet result = *this;
    for (int i = 0; i < kWords; ++i) result.words[i] |= other.words[i];
    return result;
  }

  // The bits of this set that are not in the other.
  constexpr BitSet without(const BitSet& other) const {
    BitSet result = *this;
    for (int i = 0; i < kWords; ++i) result.words[i] &= ~other.words[i];
    return result;
  }

  // Writes the first `count` bits as bytes, 0 or 1.
  void write_bytes(int count, std::uint8_t* out) const {
    int bit = 0;
    for (; bit + 8 <= count; bit += 8) {
      const std::uint64_t bytes = spread_bits(words[bit >> 6] >> (bit & 63) & 0xFF);
      std::memcpy(out + bit, &bytes, 8);
    }
    for (; bit < count; ++bit) out[bit] = test(bit);
  }

  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (int i = 0; i < kWords; ++i) {
      for (std::uint64_t word = words[i]; word != 0; word &= word - 1) {
        visit(64 * i + std::countr_zero(word));
      }
    }
  }
};

}  // namespace gemgrove
