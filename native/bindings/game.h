// The functions in every game's submodule.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/batch.h"
#include "bindings/evaluated_search.h"
#include "bindings/fields.h"
#include "bindings/network.h"
#include "bindings/objects.h"
#include "bindings/search.h"
#include "bindings/self_play.h"

namespace gemgrove::bindings {

// The type of the codes is bound by the game itself.
template <Game G>
void bind_reason(nb::module_& m) {
  using namespace nb::literals;
  using Code = typename G::ReasonCode;
  m.def(
      "reason",
      [](nb::handle holder,
         nb::handle action) -> std::optional<std::tuple<Code, std::vector<int>>> {
        const Session<G>& session = session_of<G>(holder);
        if (nb::isinstance<ViewObject>(holder) && !session.is_over() &&
            !nb::inst_ptr<ViewObject>(holder)->may_decide()) {
          throw nb::value_error("This seat has nothing to decide now.");
        }
        const std::vector<int> why =
            session.reason_against(checked_int(action, 0, session.actions() - 1, "action"));
        if (why.empty()) return std::nullopt;
        return std::make_tuple(static_cast<Code>(why[0]),
                               std::vector<int>(why.begin() + 1, why.end()));
      },
      "holder"_a, "action"_a,
      nb::sig("def reason(holder: typing.Any, action: int) -> tuple[ReasonCode, list[int]] | None"),
      "Return why the seat to move cannot play an action, as a code and its arguments; None if it "
      "can.");
}

template <Game G, std::size_t Phases, std::size_t Features>
void bind_game_functions(nb::module_& m, const EnumNames<decltype(G::State::phase), Phases>& phases,
                         const std::array<std::string_view, Features>& feature_names,
                         const char* fields_doc) {
  using namespace nb::literals;
  m.def(
      "fields",
      [](nb::handle holder) {
        const Session<G>& session = session_of<G>(holder);
        DictWriter writer;
        write_fields(*session.variant(), session.state(), writer);
        return writer.dict();
      },
      "holder"_a, nb::sig("def fields(holder: typing.Any) -> dict[str, typing.Any]"), fields_doc);
  m.def(
      "position",
      [](const VariantObject& variant, nb::object values) {
        const auto& checked = variant_of<G>(variant);
        DictReader reader(std::move(values));
        return PositionObject{std::make_unique<Session<G>>(checked, read_fields(*checked, reader))};
      },
      "variant"_a, "fields"_a,
      nb::sig("def position(variant: gemgrove._native._baseline.Variant, fields: dict[str, "
              "typing.Any]) -> gemgrove._native._baseline.Position"),
      "Return the position that fields() describes.");
  m.def(
      "phase",
      [phases](nb::handle holder) { return name_of(phases, session_of<G>(holder).state().phase); },
      "holder"_a, nb::sig("def phase(holder: typing.Any) -> str"));
  bind_reason<G>(m);
  bind_batch<G>(m);
  bind_network_inputs<G>(m);
  bind_search<G>(m);
  bind_evaluated_search<G>(m);
  bind_self_play<G>(m);
  bind_evaluation<G>(m, feature_names);
}

}  // namespace gemgrove::bindings
