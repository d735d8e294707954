// The C++ side of the Python classes Position, Game and View.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "core/session.h"

namespace gemgrove::bindings {

namespace nb = nanobind;

// The rules and data of a game, prepared. The Python object that describes them owns one.
struct VariantHandle {
  std::shared_ptr<const AnyVariant> variant;
};

// A position of any game, to begin a Game or a View from.
struct PositionHandle {
  std::unique_ptr<AnySession> session;
};

struct GameHandle {
  std::unique_ptr<AnySession> session;
  nb::object variant;  // gemgrove.game.Variant
  nb::object deal;     // gemgrove.deal.Deal, or None
};

struct ViewHandle {
  std::unique_ptr<AnySession> session;  // redacted for the seat
  int seat;                             // or kNoSeat
  nb::object variant;
  std::vector<std::int16_t> history;
  std::vector<std::uint8_t> observation;  // filled when first asked for

  bool may_decide() const { return !session->is_over() && session->seat_to_move() == seat; }
};

// The session behind a Game, View or Position as that of one game.
template <Game G>
const Session<G>& session_of(nb::handle holder) {
  const AnySession* session = nullptr;
  if (nb::isinstance<GameHandle>(holder)) {
    session = nb::inst_ptr<GameHandle>(holder)->session.get();
  } else if (nb::isinstance<ViewHandle>(holder)) {
    session = nb::inst_ptr<ViewHandle>(holder)->session.get();
  } else if (nb::isinstance<PositionHandle>(holder)) {
    session = nb::inst_ptr<PositionHandle>(holder)->session.get();
  }
  const auto* found = dynamic_cast<const Session<G>*>(session);
  if (found == nullptr) {
    const std::string message =
        "Expected a game, view or position of " + std::string(G::kName) + ".";
    throw nb::type_error(message.c_str());
  }
  return *found;
}

void bind_core(nb::module_& m);

}  // namespace gemgrove::bindings
