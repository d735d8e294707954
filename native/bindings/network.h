// The binding of networks: the class Network, and what a game's submodule tells a network.
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <vector>

#include "bindings/objects.h"
#include "network/network.h"

namespace gemgrove::bindings {

struct NetworkObject {
  std::shared_ptr<const network::Network> network;
};

void bind_network_types(nb::module_& m);

// A flat array with rows of `columns`, which Python owns.
template <class Item>
nb::object owned_array(std::vector<Item>&& items, int columns) {
  auto* held = new std::vector<Item>(std::move(items));
  const nb::capsule owner(
      held, [](void* kept) noexcept { delete static_cast<std::vector<Item>*>(kept); });
  const auto width = static_cast<std::size_t>(columns);
  const std::size_t shape[2] = {held->size() / width, width};
  return nb::cast(nb::ndarray<nb::numpy, Item>(held->data(), columns == 1 ? 1 : 2, shape, owner));
}

template <Game G>
void bind_network_inputs(nb::module_& m) {
  using namespace nb::literals;
  if constexpr (HasNetworkInputs<G>) {
    m.attr("NETWORK_INPUTS_VERSION") = static_cast<int>(G::kNetworkInputsVersion);
    m.def(
        "network_input_fields",
        [](const VariantObject& variant) {
          return rows_of(network_input_fields(*variant_of<G>(variant)));
        },
        "variant"_a, "Return the fields of a position's network inputs.");
    m.def(
        "action_input_fields",
        [](const VariantObject& variant) {
          return rows_of(action_input_fields(*variant_of<G>(variant)));
        },
        "variant"_a, "Return the fields of an action's network inputs.");
    m.def(
        "network_inputs",
        [](const ViewObject& view) {
          const Session<G>& session = session_of<G>(nb::find(view));
          if (view.seat == kNoSeat || session.is_over()) {
            throw nb::value_error("Only the view of a seat, before the end, has inputs.");
          }
          const auto& variant = *session.variant();
          std::vector<std::uint8_t> inputs(total_size(network_input_fields(variant)));
          network_inputs(variant, session.state(), view.seat, inputs.data());
          return owned_array(std::move(inputs), 1);
        },
        "view"_a,
        nb::sig("def network_inputs(view: gemgrove._native._baseline.View) -> typing.Any"),
        "Return a position's network inputs, as the view's seat sees it.");
    m.def(
        "action_inputs",
        [](const ViewObject& view) {
          const Session<G>& session = session_of<G>(nb::find(view));
          if (!view.may_decide()) {
            throw nb::value_error("Only the view of the seat to move has actions.");
          }
          const auto& variant = *session.variant();
          std::vector<std::int16_t> actions;
          legal(variant, session.state()).for_each([&](int action) {
            actions.push_back(static_cast<std::int16_t>(action));
          });
          const std::size_t size = total_size(action_input_fields(variant));
          std::vector<std::uint8_t> inputs(size * actions.size());
          action_inputs(variant, session.state(), actions.data(), static_cast<int>(actions.size()),
                        inputs.data());
          return owned_array(std::move(inputs), static_cast<int>(size));
        },
        "view"_a, nb::sig("def action_inputs(view: gemgrove._native._baseline.View) -> typing.Any"),
        "Return the network inputs of each legal action, in the order of legal_actions().");
  }
}

}  // namespace gemgrove::bindings
