// Positions as Python's dictionaries and lists (see core/fields.h).
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>
#include <utility>

#include "bindings/validation.h"
#include "core/fields.h"

namespace gemgrove::bindings {

class ListWriter;

class DictWriter {
 public:
  void number(const char* name, int value) { dict_[name] = value; }

  template <class Enum, std::size_t N>
  void choice(const char* name, const EnumNames<Enum, N>& names, Enum value) {
    dict_[name] = name_of(names, value);
  }

  template <class Fill>
  void list(const char* name, const Fill& fill);

  const nanobind::dict& dict() const { return dict_; }

 private:
  nanobind::dict dict_;
};

class ListWriter {
 public:
  void number(int value) { list_.append(value); }
  void flag(bool value) { list_.append(nanobind::bool_(value)); }

  template <class Fill>
  void list(const Fill& fill) {
    ListWriter inner;
    fill(inner);
    list_.append(inner.list_);
  }

  template <class Fill>
  void group(const Fill& fill) {
    DictWriter inner;
    fill(inner);
    list_.append(inner.dict());
  }

  const nanobind::list& values() const { return list_; }

 private:
  nanobind::list list_;
};

template <class Fill>
void DictWriter::list(const char* name, const Fill& fill) {
  ListWriter inner;
  fill(inner);
  dict_[name] = inner.values();
}

class ListReader;

class DictReader {
 public:
  explicit DictReader(nanobind::object fields) : fields_(std::move(fields)) {}

  int number(const char* name, int least, int most) {
    return checked_int(nanobind::object(fields_[name]), least, most, name);
  }

  template <class Enum, std::size_t N>
  Enum choice(const char* name, const EnumNames<Enum, N>& names) {
    return value_of(names, nanobind::cast<std::string>(fields_[name]), name);
  }

  ListReader list(const char* name);
  void ignore(const char*) {}

 private:
  nanobind::object fields_;
};

class ListReader {
 public:
  explicit ListReader(nanobind::object values) : values_(std::move(values)) {}

  int size() const { return static_cast<int>(nanobind::len(values_)); }
  int number(const char* name, int least, int most) {
    return checked_int(next(), least, most, name);
  }
  bool flag(const char*) { return nanobind::cast<bool>(next()); }
  ListReader list(const char*) { return ListReader(next()); }
  DictReader group() { return DictReader(next()); }

 private:
  nanobind::object next() { return values_[next_++]; }

  nanobind::object values_;
  int next_ = 0;
};

inline ListReader DictReader::list(const char* name) { return ListReader(fields_[name]); }

}  // namespace gemgrove::bindings
