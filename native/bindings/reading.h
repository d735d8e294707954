// Reading plain Python values with bounds, for states that must be safe whatever they are made of.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace gemgrove::bindings {

[[noreturn]] inline void refuse(const std::string& message) {
  throw nanobind::value_error(message.c_str());
}

inline int bounded(nanobind::handle value, int least, int most, const char* what) {
  const int number = nanobind::cast<int>(value);
  if (number < least || number > most) {
    refuse(std::string(what) + " is " + std::to_string(number) + "; it can be " +
           std::to_string(least) + " to " + std::to_string(most) + ".");
  }
  return number;
}

}  // namespace gemgrove::bindings
