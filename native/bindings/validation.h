// Validation of plain Python values: a state made from them must be safe whatever they are.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "core/fields.h"

namespace gemgrove::bindings {

[[noreturn]] inline void throw_value_error(const std::string& message) {
  throw nanobind::value_error(message.c_str());
}

inline int checked_int(nanobind::handle value, int least, int most, const char* what) {
  return checked_number(nanobind::cast<int>(value), least, most, what);
}

}  // namespace gemgrove::bindings
