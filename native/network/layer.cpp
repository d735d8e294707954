#include "network/layer.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "core/fail.h"

namespace gemgrove::network {
namespace {

#if defined(__AVX2__)

struct Lanes {
  static constexpr int kCount = 8;
  __m256i sums;

  static Lanes load(const std::int32_t* from) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))};
  }
  void store(std::int32_t* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), sums); }
  void add(const std::int16_t* weights, std::int32_t pair) {
    const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights));
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(row, _mm256_set1_epi32(pair)));
  }
};

#elif defined(__SSE2__)

struct Lanes {
  static constexpr int kCount = 4;
  __m128i sums;

  static Lanes load(const std::int32_t* from) {
    return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))};
  }
  void store(std::int32_t* to) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), sums); }
  void add(const std::int16_t* weights, std::int32_t pair) {
    const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(weights));
    sums = _mm_add_epi32(sums, _mm_madd_epi16(row, _mm_set1_epi32(pair)));
  }
};

#elif defined(__wasm_simd128__)

struct Lanes {
  static constexpr int kCount = 4;
  v128_t sums;

  static Lanes load(const std::int32_t* from) { return {wasm_v128_load(from)}; }
  void store(std::int32_t* to) const { wasm_v128_store(to, sums); }
  void add(const std::int16_t* weights, std::int32_t pair) {
    const v128_t row = wasm_v128_load(weights);
    sums = wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(row, wasm_i32x4_splat(pair)));
  }
};

#else

struct Lanes {
  static constexpr int kCount = 4;
  std::int32_t sums[kCount];

  static Lanes load(const std::int32_t* from) {
    Lanes lanes;
    std::memcpy(lanes.sums, from, sizeof lanes.sums);
    return lanes;
  }
  void store(std::int32_t* to) const { std::memcpy(to, sums, sizeof sums); }
  void add(const std::int16_t* weights, std::int32_t pair) {
    std::int16_t inputs[2];
    std::memcpy(inputs, &pair, sizeof inputs);
    for (int i = 0; i < kCount; ++i) {
      sums[i] += weights[2 * i] * inputs[0] + weights[2 * i + 1] * inputs[1];
    }
  }
};

#endif

static_assert(kUnitBlock % Lanes::kCount == 0);

// A pair of inputs that are not both zero.
struct Pair {
  std::int32_t inputs;
  std::int32_t index;
};

// Adds pairs of inputs to Blocks * kCount sums, which stay in registers meanwhile.
template <int Blocks>
void add_pairs(const std::int16_t* weights, std::size_t row, const Pair* pairs, int count,
               std::int32_t* sums) {
  Lanes lanes[Blocks];
  for (int i = 0; i < Blocks; ++i) lanes[i] = Lanes::load(sums + i * Lanes::kCount);
  for (const Pair* pair = pairs; pair != pairs + count; ++pair) {
    const std::int16_t* at = weights + static_cast<std::size_t>(pair->index) * row;
    for (int i = 0; i < Blocks; ++i) lanes[i].add(at + 2 * i * Lanes::kCount, pair->inputs);
  }
  for (int i = 0; i < Blocks; ++i) lanes[i].store(sums + i * Lanes::kCount);
}

template <int Blocks>
int add_blocks(const std::int16_t* weights, std::size_t row, const Pair* pairs, int count,
               std::int32_t* sums, int done, int blocks) {
  for (; done + Blocks <= blocks; done += Blocks) {
    const int unit = done * Lanes::kCount;
    add_pairs<Blocks>(weights + 2 * unit, row, pairs, count, sums + unit);
  }
  return done;
}

}  // namespace

Layer::Layer(const std::int16_t* weights, const std::int32_t* biases, int inputs, int units,
             int shift, int largest_input)
    : inputs_(inputs), units_(units), shift_(shift) {
  const auto weight_at = [&](int unit, int i) {
    return weights[static_cast<std::size_t>(unit) * inputs + i];
  };
  for (int unit = 0; unit < units; ++unit) {
    std::int64_t largest_sum = std::abs(static_cast<std::int64_t>(biases[unit]));
    for (int i = 0; i < inputs; ++i) {
      largest_sum += std::abs(static_cast<std::int64_t>(weight_at(unit, i))) * largest_input;
    }
    largest_sum_ = std::max(largest_sum_, largest_sum);
  }
  if (largest_sum_ > std::numeric_limits<std::int32_t>::max()) {
    fail("The weights are too large: a sum could overflow.");
  }
  const int room = padded_units();
  biases_.assign(static_cast<std::size_t>(room), 0);
  std::copy_n(biases, units, biases_.begin());
  weights_.assign(static_cast<std::size_t>(padded(inputs, 2)) * static_cast<std::size_t>(room), 0);
  for (int unit = 0; unit < units; ++unit) {
    for (int i = 0; i < inputs; ++i) {
      weights_[static_cast<std::size_t>(i / 2) * room * 2 + static_cast<std::size_t>(unit) * 2 +
               static_cast<std::size_t>(i % 2)] = weight_at(unit, i);
    }
  }
}

bool Layer::has_biases() const {
  return std::any_of(biases_.begin(), biases_.end(), [](std::int32_t bias) { return bias != 0; });
}

void Layer::begin(std::int32_t* sums) const { std::copy(biases_.begin(), biases_.end(), sums); }

void Layer::add(const std::int16_t* inputs, std::int32_t* sums) const {
  // Listed first: testing each pair again for every block of units would cost more.
  constexpr int kMostPairs = 512;
  std::array<Pair, kMostPairs> pairs;
  const int all = padded(inputs_, 2) / 2;
  const int blocks = padded_units() / Lanes::kCount;
  const std::size_t row = static_cast<std::size_t>(padded_units()) * 2;
  for (int begin = 0; begin < all; begin += kMostPairs) {
    int count = 0;
    for (int i = begin; i < std::min(all, begin + kMostPairs); ++i) {
      std::memcpy(&pairs[count].inputs, inputs + 2 * i, sizeof pairs[count].inputs);
      pairs[count].index = i;
      count += pairs[count].inputs != 0;
    }
    int done = 0;
    done = add_blocks<8>(weights_.data(), row, pairs.data(), count, sums, done, blocks);
    done = add_blocks<4>(weights_.data(), row, pairs.data(), count, sums, done, blocks);
    add_blocks<2>(weights_.data(), row, pairs.data(), count, sums, done, blocks);
  }
}

void activate(const std::int32_t* sums, int count, int shift, std::int16_t* activations) {
  for (int i = 0; i < count; ++i) {
    activations[i] = static_cast<std::int16_t>(std::clamp(sums[i] >> shift, 0, kOne));
  }
}

}  // namespace gemgrove::network
