#include "network/layer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

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

// Adds the inputs to Blocks * kCount sums, which stay in registers meanwhile.
template <int Blocks>
void add_pairs(const std::int16_t* weights, std::size_t row, const std::int16_t* inputs, int pairs,
               std::int32_t* sums) {
  Lanes lanes[Blocks];
  for (int i = 0; i < Blocks; ++i) lanes[i] = Lanes::load(sums + i * Lanes::kCount);
  for (int p = 0; p < pairs; ++p) {
    std::int32_t pair;
    std::memcpy(&pair, inputs + 2 * p, sizeof pair);
    if (pair == 0) continue;
    const std::int16_t* at = weights + static_cast<std::size_t>(p) * row;
    for (int i = 0; i < Blocks; ++i) lanes[i].add(at + 2 * i * Lanes::kCount, pair);
  }
  for (int i = 0; i < Blocks; ++i) lanes[i].store(sums + i * Lanes::kCount);
}

}  // namespace

Layer::Layer(const std::int16_t* weights, const std::int32_t* biases, int inputs, int units,
             int shift, int largest_input)
    : inputs_(inputs), units_(units), shift_(shift) {
  const int room = padded_units();
  biases_.assign(static_cast<std::size_t>(room), 0);
  std::copy_n(biases, units, biases_.begin());
  weights_.assign(static_cast<std::size_t>(padded(inputs, 2)) * static_cast<std::size_t>(room), 0);
  for (int unit = 0; unit < units; ++unit) {
    std::int64_t largest_sum = std::abs(static_cast<std::int64_t>(biases[unit]));
    for (int i = 0; i < inputs; ++i) {
      const std::int16_t weight = weights[static_cast<std::size_t>(unit) * inputs + i];
      largest_sum += std::abs(static_cast<std::int64_t>(weight)) * largest_input;
      weights_[static_cast<std::size_t>(i / 2) * room * 2 + static_cast<std::size_t>(unit) * 2 +
               static_cast<std::size_t>(i % 2)] = weight;
    }
    if (largest_sum > std::numeric_limits<std::int32_t>::max()) {
      throw std::invalid_argument("The weights are too large: a sum could overflow.");
    }
  }
}

void Layer::begin(std::int32_t* sums) const { std::copy(biases_.begin(), biases_.end(), sums); }

void Layer::add(const std::int16_t* inputs, std::int32_t* sums) const {
  constexpr int kWide = 8;
  const int blocks = padded_units() / Lanes::kCount;
  const int pairs = padded(inputs_, 2) / 2;
  const std::size_t row = static_cast<std::size_t>(padded_units()) * 2;
  int done = 0;
  for (; done + kWide <= blocks; done += kWide) {
    const int unit = done * Lanes::kCount;
    add_pairs<kWide>(weights_.data() + 2 * unit, row, inputs, pairs, sums + unit);
  }
  for (; done < blocks; done += 2) {
    const int unit = done * Lanes::kCount;
    add_pairs<2>(weights_.data() + 2 * unit, row, inputs, pairs, sums + unit);
  }
}

void activate(const std::int32_t* sums, int count, int shift, std::int16_t* activations) {
  for (int i = 0; i < count; ++i) {
    activations[i] = static_cast<std::int16_t>(std::clamp(sums[i] >> shift, 0, kOne));
  }
}

}  // namespace gemgrove::network
