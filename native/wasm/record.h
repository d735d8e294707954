// Positions as flat records of whole numbers (see core/fields.h).
//
// The fields follow each other in the order in which the game writes them. A choice is the place of
// its name in the game's list, a flag 0 or 1. A list begins with the number of its entries; a group
// is its fields. web/engine/src/record.ts reads and writes the same.
#pragma once

#include <vector>

#include "core/fields.h"

namespace gemgrove::wasm {

class RecordWriter {
 public:
  explicit RecordWriter(std::vector<int>& record) : record_(record) {}

  void number(const char*, int value) { record_.push_back(value); }

  template <class Enum, std::size_t N>
  void choice(const char*, const EnumNames<Enum, N>& names, Enum value) {
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const auto& each) { return each.first == value; });
    record_.push_back(static_cast<int>(found - names.begin()));
  }

  template <class Fill>
  void list(const char*, const Fill& fill) {
    List(record_).list_of(fill);
  }

 private:
  class List {
   public:
    explicit List(std::vector<int>& record) : record_(record) {}

    void number(int value) {
      ++size_;
      record_.push_back(value);
    }
    void flag(bool value) { number(value ? 1 : 0); }

    template <class Fill>
    void list(const Fill& fill) {
      ++size_;
      List(record_).list_of(fill);
    }

    template <class Fill>
    void group(const Fill& fill) {
      ++size_;
      RecordWriter writer(record_);
      fill(writer);
    }

    template <class Fill>
    void list_of(const Fill& fill) {
      const std::size_t begin = record_.size();
      record_.push_back(0);
      fill(*this);
      record_[begin] = size_;
    }

   private:
    std::vector<int>& record_;
    int size_ = 0;
  };

  std::vector<int>& record_;
};

class RecordReader {
 public:
  RecordReader(const int* record, int size) : next_(record), end_(record + size) {}

  int number(const char* name, int least, int most) {
    return checked_number(take(name), least, most, name);
  }

  template <class Enum, std::size_t N>
  Enum choice(const char* name, const EnumNames<Enum, N>& names) {
    return names[static_cast<std::size_t>(number(name, 0, static_cast<int>(N) - 1))].first;
  }

  class List {
   public:
    List(RecordReader& reader, int size) : reader_(reader), size_(size) {}

    int size() const { return size_; }
    int number(const char* name, int least, int most) { return reader_.number(name, least, most); }
    bool flag(const char* name) { return reader_.number(name, 0, 1) != 0; }
    List list(const char* name) { return reader_.list(name); }
    RecordReader& group() { return reader_; }

   private:
    RecordReader& reader_;
    int size_;
  };

  List list(const char* name) {
    const int size = take(name);
    if (size < 0 || size > end_ - next_) cut_off(name);
    return {*this, size};
  }

  void ignore(const char* name) {
    auto ignored = list(name);
    next_ += ignored.size();
  }

  void check_end() const {
    if (next_ != end_) fail("The record is longer than it should be.");
  }

 private:
  [[noreturn]] static void cut_off(const char* name) {
    fail(std::string("The record ends within ") + name + ".");
  }

  int take(const char* name) {
    if (next_ == end_) cut_off(name);
    return *next_++;
  }

  const int* next_;
  const int* end_;
};

}  // namespace gemgrove::wasm
