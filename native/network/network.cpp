#include "network/network.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/fail.h"

namespace gemgrove::network {
namespace {

void require(bool fits, const char* what) {
  if (!fits) fail(what);
}

// A sum of a head as a number.
float as_logit(std::int32_t sum, int shift) {
  return std::ldexp(static_cast<float>(sum), -(shift + kActivationBits));
}

}  // namespace

void Network::check() const {
  require(!trunk.empty(), "The network has no layers.");
  require(trunk.front().shift() >= kActivationBits, "The first layer's shift is too small.");
  for (std::size_t i = 1; i < trunk.size(); ++i) {
    require(trunk[i].inputs() == trunk[i - 1].units(), "The layers of the trunk do not fit.");
  }
  const int width = trunk.back().units();
  require(value.inputs() == width, "The value head does not fit the trunk.");
  require(value.units() == players, "The value head must have a unit for each seat.");
  require(policy_state.inputs() == width, "The policy head does not fit the trunk.");
  require(policy_state.units() == policy_action.units() &&
              policy_state.shift() + kActivationBits >= policy_action.shift() &&
              policy_action.shift() >= kActivationBits,
          "The two parts of the policy head do not fit together.");
  require(!policy_action.has_biases(), "The actions' part of the policy head must have no biases.");
  const int finer = policy_state.shift() + kActivationBits - policy_action.shift();
  require((policy_state.largest_sum() >> finer) + policy_action.largest_sum() <
              std::numeric_limits<std::int32_t>::max(),
          "The weights of the policy head are too large: a sum could overflow.");
  require(policy.inputs() == policy_state.units() && policy.units() == 1,
          "The policy head must end in one unit.");
}

void Network::check_fits(int seats, std::size_t position_inputs,
                         std::size_t inputs_of_action) const {
  require(players == seats, "The network is for another number of players.");
  require(static_cast<std::size_t>(inputs()) == position_inputs &&
              static_cast<std::size_t>(action_inputs()) == inputs_of_action,
          "The network takes other inputs than this game has.");
}

Evaluator::Evaluator(const Network& network)
    : network_(network),
      inputs_(static_cast<std::size_t>(network.inputs())),
      units_(static_cast<std::size_t>(network.policy_state.padded_units())) {
  int widest = std::max({network.policy_state.padded_units(), network.policy.padded_units(),
                         network.value.padded_units()});
  for (const Layer& layer : network.trunk) widest = std::max(widest, layer.padded_units());
  activations_.resize(static_cast<std::size_t>(widest));
  sums_.resize(static_cast<std::size_t>(widest));
  wide_.resize(
      static_cast<std::size_t>(padded(std::max(network.inputs(), network.action_inputs()), 2)));
}

std::uint8_t* Evaluator::action_inputs(int count) {
  const std::size_t size =
      static_cast<std::size_t>(count) * static_cast<std::size_t>(network_.action_inputs());
  if (action_inputs_.size() < size) action_inputs_.resize(size);
  return action_inputs_.data();
}

void Evaluator::run() {
  std::copy(inputs_.begin(), inputs_.end(), wide_.begin());
  if (inputs_.size() % 2 != 0) wide_[inputs_.size()] = 0;
  const std::int16_t* from = wide_.data();
  for (const Layer& layer : network_.trunk) {
    layer.begin(sums_.data());
    layer.add(from, sums_.data());
    // Sums of bytes are in units of 2^-shift, those of activations of 2^-shift / kOne.
    const bool first = from == wide_.data();
    activate(sums_.data(), layer.padded_units(),
             first ? layer.shift() - kActivationBits : layer.shift(), activations_.data());
    from = activations_.data();
  }
}

void Evaluator::value_logits(float* logits) {
  network_.value.begin(sums_.data());
  network_.value.add(activations_.data(), sums_.data());
  for (int seat = 0; seat < network_.players; ++seat) {
    logits[seat] = as_logit(sums_[seat], network_.value.shift());
  }
}

void Evaluator::policy_state(std::int32_t* sums) {
  network_.policy_state.begin(sums);
  network_.policy_state.add(activations_.data(), sums);
  // In the units of the actions' sums.
  const int finer =
      network_.policy_state.shift() + kActivationBits - network_.policy_action.shift();
  for (int i = 0; i < policy_state_size(); ++i) sums[i] >>= finer;
}

void Evaluator::policy_logits(const std::int32_t* policy_state, int count, float* logits) {
  const int size = network_.action_inputs();
  for (int i = 0; i < count; ++i) {
    const std::uint8_t* from =
        action_inputs_.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(size);
    std::copy(from, from + size, wide_.begin());
    if (size % 2 != 0) wide_[static_cast<std::size_t>(size)] = 0;
    std::copy_n(policy_state, policy_state_size(), sums_.begin());
    network_.policy_action.add(wide_.data(), sums_.data());
    activate(sums_.data(), policy_state_size(), network_.policy_action.shift() - kActivationBits,
             units_.data());
    network_.policy.begin(sums_.data());
    network_.policy.add(units_.data(), sums_.data());
    logits[i] = as_logit(sums_[0], network_.policy.shift());
  }
}

}  // namespace gemgrove::network
