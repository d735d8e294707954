// The functions in every game's submodule.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "bindings/batch.h"
#include "bindings/evaluated_search.h"
#include "bindings/network.h"
#include "bindings/objects.h"
#include "bindings/search.h"
#include "bindings/self_play.h"
#include "bindings/validation.h"

namespace gemgrove::bindings {

template <class Enum, std::size_t N>
using EnumNames = std::array<std::pair<Enum, const char*>, N>;

template <class Enum, std::size_t N>
const char* name_of(const EnumNames<Enum, N>& names, Enum value) {
  return std::find_if(names.begin(), names.end(), [&](auto& each) { return each.first == value; })
      ->second;
}

template <class Enum, std::size_t N>
Enum value_of(const EnumNames<Enum, N>& names, const std::string& name, const char* what) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](auto& each) { return name == each.second; });
  if (found == names.end()) {
    throw_value_error(std::string("There is no ") + what + " '" + name + "'.");
  }
  return found->first;
}

// `fields` turns a state into plain Python values, and `read` turns them into a state.
template <Game G, std::size_t Phases, std::size_t Features>
void bind_game_functions(nb::module_& m,
                         nb::dict (*fields)(const typename G::Variant&, const typename G::State&),
                         typename G::State (*read)(const typename G::Variant&, nb::handle),
                         const EnumNames<decltype(G::State::phase), Phases>& phases,
                         const std::array<std::string_view, Features>& feature_names,
                         const char* fields_doc) {
  using namespace nb::literals;
  m.def(
      "fields",
      [fields](nb::handle holder) {
        const Session<G>& session = session_of<G>(holder);
        return fields(*session.variant(), session.state());
      },
      "holder"_a, nb::sig("def fields(holder: typing.Any) -> dict[str, typing.Any]"), fields_doc);
  m.def(
      "position",
      [read](const VariantObject& variant, nb::handle values) {
        const auto& checked = variant_of<G>(variant);
        return PositionObject{std::make_unique<Session<G>>(checked, read(*checked, values))};
      },
      "variant"_a, "fields"_a,
      nb::sig("def position(variant: gemgrove._native._baseline.Variant, fields: dict[str, "
              "typing.Any]) -> gemgrove._native._baseline.Position"),
      "Return the position that fields() describes.");
  m.def(
      "phase",
      [phases](nb::handle holder) { return name_of(phases, session_of<G>(holder).state().phase); },
      "holder"_a, nb::sig("def phase(holder: typing.Any) -> str"));
  bind_batch<G>(m);
  bind_network_inputs<G>(m);
  bind_search<G>(m);
  bind_evaluated_search<G>(m);
  bind_self_play<G>(m);
  bind_evaluation<G>(m, feature_names);
}

}  // namespace gemgrove::bindings
