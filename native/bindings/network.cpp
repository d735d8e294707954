#include "bindings/network.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;
using Weights = nb::ndarray<const std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Biases = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Inputs = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ManyInputs = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr int kLargestByte = 255;
constexpr int kMostShift = 24;

network::Layer layer(nb::handle described, int largest_input) {
  const auto [weights, biases, shift] = nb::cast<std::tuple<Weights, Biases, int>>(described);
  if (biases.shape(0) != weights.shape(0) || weights.shape(0) == 0 || weights.shape(1) == 0 ||
      shift < 0 || shift > kMostShift) {
    throw nb::value_error(
        "A layer needs a bias for each row of weights, and a shift from 0 to 24.");
  }
  return {weights.data(),
          biases.data(),
          static_cast<int>(weights.shape(1)),
          static_cast<int>(weights.shape(0)),
          shift,
          largest_input};
}

std::pair<std::vector<float>, std::vector<float>> run(const NetworkObject& object,
                                                      const Inputs& inputs,
                                                      const ManyInputs& actions) {
  const network::Network& network = *object.network;
  if (static_cast<int>(inputs.shape(0)) != network.inputs() ||
      static_cast<int>(actions.shape(1)) != network.action_inputs()) {
    throw nb::value_error("The inputs are not those of this network.");
  }
  const int count = static_cast<int>(actions.shape(0));
  network::Evaluator evaluator(network);
  std::copy_n(inputs.data(), inputs.size(), evaluator.inputs());
  std::copy_n(actions.data(), actions.size(), evaluator.action_inputs(count));
  std::pair<std::vector<float>, std::vector<float>> logits{network.players, count};
  evaluator.run();
  evaluator.value_logits(logits.first.data());
  std::vector<std::int32_t> policy_state(static_cast<std::size_t>(evaluator.policy_state_size()));
  evaluator.policy_state(policy_state.data());
  evaluator.policy_logits(policy_state.data(), count, logits.second.data());
  return logits;
}

// The logits of many positions, a row for each.
nb::object value_logits(const NetworkObject& object, const ManyInputs& inputs) {
  const network::Network& network = *object.network;
  if (static_cast<int>(inputs.shape(1)) != network.inputs()) {
    throw nb::value_error("The inputs are not those of this network.");
  }
  std::vector<float> logits(inputs.shape(0) * static_cast<std::size_t>(network.players));
  {
    const nb::gil_scoped_release release;
    network::Evaluator evaluator(network);
    const std::uint8_t* from = inputs.data();
    for (float* to = logits.data(); to != logits.data() + logits.size(); to += network.players) {
      std::copy_n(from, network.inputs(), evaluator.inputs());
      from += network.inputs();
      evaluator.run();
      evaluator.value_logits(to);
    }
  }
  return owned_array(std::move(logits), network.players);
}

}  // namespace

void bind_network_types(nb::module_& m) {
  nb::class_<NetworkObject>(m, "Network", "A quantized network: weights, biases, shift by layer.")
      .def(
          "__init__",
          [](NetworkObject* self, int players, const nb::list& trunk, nb::handle value,
             nb::handle policy_state, nb::handle policy_action, nb::handle policy) {
            auto network = std::make_shared<network::Network>();
            network->players = players;
            for (const nb::handle each : trunk) {
              network->trunk.push_back(
                  layer(each, network->trunk.empty() ? kLargestByte : network::kOne));
            }
            network->value = layer(value, network::kOne);
            network->policy_state = layer(policy_state, network::kOne);
            network->policy_action = layer(policy_action, kLargestByte);
            network->policy = layer(policy, network::kOne);
            network->check();
            new (self) NetworkObject{std::move(network)};
          },
          "players"_a, "trunk"_a, "value"_a, "policy_state"_a, "policy_action"_a, "policy"_a,
          nb::sig(
              "def __init__(self, players: int, trunk: list[typing.Any], value: typing.Any, "
              "policy_state: typing.Any, policy_action: typing.Any, policy: typing.Any) -> None"))
      .def_prop_ro("inputs", [](const NetworkObject& self) { return self.network->inputs(); })
      .def_prop_ro("action_inputs",
                   [](const NetworkObject& self) { return self.network->action_inputs(); })
      .def_prop_ro("players", [](const NetworkObject& self) { return self.network->players; })
      .def("run", &run, "inputs"_a, "actions"_a,
           "Return the logits of a position's values and of its actions.")
      .def("value_logits", &value_logits, "inputs"_a,
           nb::sig("def value_logits(self, inputs: typing.Any) -> typing.Any"),
           "Return the logits of many positions' values, a row for each.");
}

}  // namespace gemgrove::bindings
