// Positions as named fields, for the bindings.
//
// A game's fields.h describes its positions once, by two templates: write_fields(variant, state,
// writer) and read_fields(variant, reader). Python's dictionaries are one such writer and reader
// (bindings/fields.h), flat records of whole numbers another (wasm/record.h), which relies on
// fields being read in the order in which they are written. A position may be redacted.
//
// A writer has        number(name, value), choice(name, names, value), list(name, fill)
// and in a list       number(value), flag(value), list(fill), group(fill).
// A reader has        number(name, least, most), choice(name, names), list(name),
//                     ignore(name): a list that follows from the other fields,
// and a list of it    size(), number(name, least, most), flag(name), list(name), group().
// A reader fails with a sentence if a value is missing or out of bounds.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/fail.h"

namespace gemgrove {

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
  if (found == names.end()) fail(std::string("There is no ") + what + " '" + name + "'.");
  return found->first;
}

inline int checked_number(int number, int least, int most, const char* what) {
  if (number < least || number > most) {
    fail(std::string(what) + " is " + std::to_string(number) + "; it can be " +
         std::to_string(least) + " to " + std::to_string(most) + ".");
  }
  return number;
}

inline void check_size(int size, int right, const char* what) {
  if (size != right) {
    fail(std::string(what) + " has " + std::to_string(size) + " entries, not " +
         std::to_string(right) + ".");
  }
}

}  // namespace gemgrove
