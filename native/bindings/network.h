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

using Bytes = nb::ndarray<nb::numpy, std::uint8_t>;

// An array of bytes with rows of this length, which `fill` fills.
template <class Fill>
Bytes byte_rows(std::size_t rows, std::size_t columns, bool flat, Fill&& fill) {
  auto* bytes = new std::vector<std::uint8_t>(rows * columns);
  const nb::capsule owner(
      bytes, [](void* held) noexcept { delete static_cast<std::vector<std::uint8_t>*>(held); });
  fill(bytes->data());
  const std::size_t shape[2] = {rows, columns};
  return flat ? Bytes(bytes->data(), 1, shape + 1, owner) : Bytes(bytes->data(), 2, shape, owner);
}

inline int size_of(const std::vector<ObservationField>& fields) {
  return fields.empty() ? 0 : fields.back().offset + fields.back().size;
}

template <Game G>
void bind_network_inputs(nb::module_& m) {
  using namespace nb::literals;
  if constexpr (HasNetworkInputs<G>) {
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
          const int size = size_of(network_input_fields(variant));
          return byte_rows(1, static_cast<std::size_t>(size), true, [&](std::uint8_t* out) {
            network_inputs(variant, session.state(), view.seat, out);
          });
        },
        "view"_a, "Return a position's network inputs, as the view's seat sees it.");
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
          const int size = size_of(action_input_fields(variant));
          return byte_rows(actions.size(), static_cast<std::size_t>(size), false,
                           [&](std::uint8_t* out) {
                             action_inputs(variant, session.state(), actions.data(),
                                           static_cast<int>(actions.size()), out);
                           });
        },
        "view"_a,
        "Return the network inputs of each legal action, in the order of legal_actions().");
  }
}

}  // namespace gemgrove::bindings
