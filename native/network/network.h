// A small network that judges positions for the search, in whole numbers.
//
// The trunk is a stack of layers over a position's inputs. From its last activations the value head
// makes a logit for every seat, and the policy head one for every action: it adds what the position
// says to what the inputs of the action say, activates that, and sums it up.
#pragma once

#include <cstdint>
#include <vector>

#include "network/layer.h"

namespace gemgrove::network {

struct Network {
  int players = 0;
  std::vector<Layer> trunk;  // the first takes bytes, the others activations
  Layer value;               // a unit for each seat, beginning with the seat that looks
  Layer policy_state;        // from the trunk
  Layer policy_action;       // from the inputs of an action; as many units, no biases
  Layer policy;              // one unit

  int inputs() const { return trunk.front().inputs(); }
  int action_inputs() const { return policy_action.inputs(); }

  // Fails if the layers do not fit together.
  void check() const;
  // The same if it is for another number of players or other inputs.
  void check_fits(int seats, std::size_t position_inputs, std::size_t inputs_of_action) const;
};

// The inputs and activations of one thread, used again for every position.
class Evaluator {
 public:
  explicit Evaluator(const Network& network);

  // Where the inputs of the next position go: network.inputs() bytes.
  std::uint8_t* inputs() { return inputs_.data(); }
  // Where those of `count` actions go, one after another.
  std::uint8_t* action_inputs(int count);

  // Runs the trunk over the inputs; the heads are computed from there.
  void run();
  // A logit for each seat.
  void value_logits(float* logits);
  // What the policy head takes from the position: policy_state_size() numbers.
  void policy_state(std::int32_t* sums);
  int policy_state_size() const { return network_.policy_state.padded_units(); }
  // A logit for each action, in a position with this policy state.
  void policy_logits(const std::int32_t* policy_state, int count, float* logits);

 private:
  const Network& network_;
  std::vector<std::uint8_t> inputs_;
  std::vector<std::uint8_t> action_inputs_;
  std::vector<std::int16_t> wide_;         // bytes as inputs of a layer
  std::vector<std::int16_t> activations_;  // of the trunk
  std::vector<std::int16_t> units_;        // of the policy
  std::vector<std::int32_t> sums_;
};

}  // namespace gemgrove::network
