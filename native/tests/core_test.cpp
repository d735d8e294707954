#include <cmath>
#include <cstdint>

#include "core/bits.h"
#include "core/deal.h"
#include "core/evaluation.h"
#include "core/rng.h"
#include "tests/check.h"

namespace gemgrove {
namespace {

TEST(select_finds_every_set_bit) {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    BitSet<72> set;
    set.words[0] = rng.next() & rng.next();
    set.words[1] = rng.next() & 0xFF;
    int rank = 0;
    set.for_each([&](int bit) { CHECK(set.select(rank++) == bit); });
    CHECK(rank == set.count());
    CHECK(set.none() == (rank == 0));
  }
}

TEST(gathering_takes_the_lowest_bit_of_each_byte) {
  for (unsigned bits = 0; bits < 256; ++bits) {
    std::uint64_t spread = 0;
    for (int i = 0; i < 8; ++i) spread |= std::uint64_t{(bits >> i) & 1} << (8 * i);
    CHECK(gather_bytes(spread) == bits);
  }
}

TEST(the_deal_stream_is_chacha20) {
  // RFC 8439, appendix A.1, the first block: key, nonce and counter all zero.
  const std::uint8_t key[Deal::kKeyBytes] = {};
  DealStream stream(key, 0);
  CHECK(stream.word() == 0xADE0B876);
  CHECK(stream.word() == 0x903DF1A0);
  CHECK(stream.word() == 0xE56A5D40);
  CHECK(stream.word() == 0x28BD8653);
}

TEST(a_uniform_number_stays_in_its_range) {
  const std::uint8_t key[Deal::kKeyBytes] = {1};
  DealStream stream(key, 3);
  for (int n = 1; n <= 96; ++n) {
    for (int i = 0; i < 50; ++i) {
      const int value = stream.uniform(n);
      CHECK(value >= 0 && value < n);
    }
  }
}

TEST(powers_of_e_are_those_of_the_standard_library_to_seven_digits) {
  for (float x = 0; x > -79; x -= 0.013F) {
    CHECK(std::abs(exp_of_negative(x) - std::exp(x)) <= 3e-7F * std::exp(x));
  }
  CHECK(exp_of_negative(0) == 1);
  CHECK(exp_of_negative(-1e30F) == 0);
}

}  // namespace
}  // namespace gemgrove
