// A deal determines the order of every deck, the same on every machine and in every version.
//
// The algorithm is part of the file format: each part of the deal is a ChaCha20 stream (RFC 8439,
// block counter from 0) with that part's key and, as its nonce, the part's number.
// `gemgrove/deal.py` makes the keys and specifies it all in words; golden vectors in the tests pin
// it down.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace gemgrove {

class DealStream {
 public:
  DealStream(const std::uint8_t* key, std::uint32_t part) {
    constexpr std::array<std::uint32_t, 4> kConstants = {0x61707865, 0x3320646E, 0x79622D32,
                                                         0x6B206574};
    for (int i = 0; i < 4; ++i) input_[i] = kConstants[i];
    for (int i = 0; i < 8; ++i) {
      input_[4 + i] = std::uint32_t{key[4 * i]} | std::uint32_t{key[4 * i + 1]} << 8 |
                      std::uint32_t{key[4 * i + 2]} << 16 | std::uint32_t{key[4 * i + 3]} << 24;
    }
    input_[12] = 0;
    input_[13] = part;
    input_[14] = 0;
    input_[15] = 0;
  }

  std::uint32_t word() {
    if (used_ == 16) refill();
    return block_[used_++];
  }

  // An exactly uniform number from 0 to n - 1: words at or above the largest multiple of n are
  // discarded. For n = 1 no word is used.
  int uniform(int n) {
    if (n == 1) return 0;
    const std::uint64_t divisor = static_cast<std::uint64_t>(n);
    const std::uint64_t limit = (std::uint64_t{1} << 32) / divisor * divisor;
    for (;;) {
      const std::uint64_t drawn = word();
      if (drawn < limit) return static_cast<int>(drawn % divisor);
    }
  }

  template <class Item>
  void shuffle(Item* items, int count) {
    for (int i = count - 1; i > 0; --i) {
      const int j = uniform(i + 1);
      const Item held = items[i];
      items[i] = items[j];
      items[j] = held;
    }
  }

 private:
  static void quarter_round(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c,
                            std::uint32_t& d) {
    a += b;
    d = std::rotl(d ^ a, 16);
    c += d;
    b = std::rotl(b ^ c, 12);
    a += b;
    d = std::rotl(d ^ a, 8);
    c += d;
    b = std::rotl(b ^ c, 7);
  }

  void refill() {
    std::array<std::uint32_t, 16> x = input_;
    for (int round = 0; round < 10; ++round) {
      quarter_round(x[0], x[4], x[8], x[12]);
      quarter_round(x[1], x[5], x[9], x[13]);
      quarter_round(x[2], x[6], x[10], x[14]);
      quarter_round(x[3], x[7], x[11], x[15]);
      quarter_round(x[0], x[5], x[10], x[15]);
      quarter_round(x[1], x[6], x[11], x[12]);
      quarter_round(x[2], x[7], x[8], x[13]);
      quarter_round(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; ++i) block_[i] = x[i] + input_[i];
    ++input_[12];
    used_ = 0;
  }

  std::array<std::uint32_t, 16> input_{};
  std::array<std::uint32_t, 16> block_{};
  int used_ = 16;
};

// Instead of a first player: the deal decides.
inline constexpr int kRandomSeat = -1;

// The keys of a deal, one per part. Each game uses the parts as it likes, except the last.
struct Deal {
  static constexpr int kParts = 5;
  static constexpr int kKeyBytes = 32;
  static constexpr int kFirstPlayerPart = kParts - 1;
  std::array<std::array<std::uint8_t, kKeyBytes>, kParts> keys{};

  DealStream part(int number) const {
    return DealStream(keys[number].data(), static_cast<std::uint32_t>(number));
  }

  // The seat that starts: `chosen`, or the deal's if that is kRandomSeat.
  int first_player(int chosen, int players) const {
    return chosen == kRandomSeat ? part(kFirstPlayerPart).uniform(players) : chosen;
  }
};

}  // namespace gemgrove
