// The C++ objects behind the Python classes Variant, Position, Game and View.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "core/session.h"

namespace gemgrove::bindings {

namespace nb = nanobind;

// A game's prepared rules and data. Owned by the Python variant that describes them.
struct VariantObject {
  std::shared_ptr<const AnyVariant> variant;
};

// A position of any game, from which a Game or View can begin.
struct PositionObject {
  std::unique_ptr<AnySession> session;
};

struct GameObject {
  std::unique_ptr<AnySession> session;
  nb::object variant;  // gemgrove.variant.Variant
  nb::object deal;     // gemgrove.deal.Deal, or None
};

struct ViewObject {
  std::unique_ptr<AnySession> session;  // redacted for the seat
  int seat;                             // or kNoSeat
  nb::object variant;
  std::vector<std::int16_t> history;
  std::vector<std::uint8_t> observation;  // filled on first use

  bool may_decide() const { return !session->is_over() && session->seat_to_move() == seat; }
};

// Keeps other Python threads out of an object while one works on it without the GIL.
class BusyGuard {
 public:
  BusyGuard(std::atomic<bool>& busy, const char* message) : busy_(busy) {
    if (busy_.exchange(true)) throw nb::value_error(message);
  }
  ~BusyGuard() { busy_ = false; }
  BusyGuard(const BusyGuard&) = delete;
  BusyGuard& operator=(const BusyGuard&) = delete;

 private:
  std::atomic<bool>& busy_;
};

template <Game G>
const std::shared_ptr<const typename G::Variant>& variant_of(const VariantObject& object) {
  const auto* variant = dynamic_cast<const VariantOf<G>*>(object.variant.get());
  if (variant == nullptr) {
    const std::string message = "Expected a variant of " + std::string(G::kName) + ".";
    throw nb::type_error(message.c_str());
  }
  return variant->variant();
}

// The session behind a Game, View or Position, which must belong to this game.
template <Game G>
const Session<G>& session_of(nb::handle holder) {
  const AnySession* session = nullptr;
  if (nb::isinstance<GameObject>(holder)) {
    session = nb::inst_ptr<GameObject>(holder)->session.get();
  } else if (nb::isinstance<ViewObject>(holder)) {
    session = nb::inst_ptr<ViewObject>(holder)->session.get();
  } else if (nb::isinstance<PositionObject>(holder)) {
    session = nb::inst_ptr<PositionObject>(holder)->session.get();
  }
  const auto* found = dynamic_cast<const Session<G>*>(session);
  if (found == nullptr) {
    const std::string message =
        "Expected a game, view or position of " + std::string(G::kName) + ".";
    throw nb::type_error(message.c_str());
  }
  return *found;
}

// Name, offset, size, largest value and meaning of each field.
using FieldRows = std::vector<std::tuple<std::string, int, int, int, std::string>>;

inline FieldRows rows_of(const std::vector<ObservationField>& fields) {
  FieldRows rows;
  for (const ObservationField& field : fields) {
    rows.emplace_back(field.name, field.offset, field.size, field.largest, field.meaning);
  }
  return rows;
}

void bind_core(nb::module_& m);

}  // namespace gemgrove::bindings
