// A dense layer in whole numbers: the same bits on every processor.
//
// Weights and inputs have 16 bits, sums 32. Inputs are taken in pairs, whose weights lie side by
// side, because every instruction set multiplies and adds 16-bit pairs at once; pairs of zeros,
// which most inputs are, are skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gemgrove::network {

// An activation is a number from 0 to 1 in steps of 1 / kOne.
inline constexpr int kActivationBits = 10;
inline constexpr int kOne = 1 << kActivationBits;

// Padding of units and inputs, so that no loop needs a remainder.
inline constexpr int kUnitBlock = 16;

constexpr int padded(int count, int block) { return (count + block - 1) / block * block; }

class Layer {
 public:
  Layer() = default;

  // `weights` has a row of `inputs` numbers for each unit. A weight is in units of 2^-shift, a bias
  // in those of the sums. `largest_input` bounds every input: fails if a sum could overflow.
  Layer(const std::int16_t* weights, const std::int32_t* biases, int inputs, int units, int shift,
        int largest_input);

  int inputs() const { return inputs_; }
  int units() const { return units_; }
  int shift() const { return shift_; }
  // The largest sum, or smallest below 0, that any inputs can make.
  std::int64_t largest_sum() const { return largest_sum_; }
  bool has_biases() const;
  // Room for the sums.
  int padded_units() const { return padded(units_, kUnitBlock); }

  // sums[i] = the bias of unit i.
  void begin(std::int32_t* sums) const;
  // Adds the inputs, of which there are inputs(), padded with a zero to an even number.
  void add(const std::int16_t* inputs, std::int32_t* sums) const;

 private:
  int inputs_ = 0;
  int units_ = 0;
  int shift_ = 0;
  std::int64_t largest_sum_ = 0;
  std::vector<std::int32_t> biases_;   // padded
  std::vector<std::int16_t> weights_;  // by pair of inputs, then by unit: two weights
};

// Sums, which are in units of 2^-shift / kOne, as activations: cut off below 0 and above 1.
void activate(const std::int32_t* sums, int count, int shift, std::int16_t* activations);

}  // namespace gemgrove::network
