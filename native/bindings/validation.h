// Validation of plain Python values: a state made from them must be safe whatever they are.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace gemgrove::bindings {

[[noreturn]] inline void throw_value_error(const std::string& message) {
  throw nanobind::value_error(message.c_str());
}

inline int checked_int(nanobind::handle value, int least, int most, const char* what) {
  const int number = nanobind::cast<int>(value);
  if (number < least || number > most) {
    throw_value_error(std::string(what) + " is " + std::to_string(number) + "; it can be " +
                      std::to_string(least) + " to " + std::to_string(most) + ".");
  }
  return number;
}

}  // namespace gemgrove::bindings
