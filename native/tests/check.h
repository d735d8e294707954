// A small test runner: tests register themselves, main.cpp runs them all.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gemgrove::tests {

struct Test {
  std::string name;
  std::function<void()> run;
};

std::vector<Test>& all_tests();

// Counts a failure and prints its location.
void fail(const char* file, int line, const char* what);

struct Registration {
  Registration(const char* name, std::function<void()> run);
};

}  // namespace gemgrove::tests

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) ::gemgrove::tests::fail(__FILE__, __LINE__, #condition); \
  } while (false)

#define TEST(name)                                                           \
  static void name();                                                        \
  static const ::gemgrove::tests::Registration register_##name(#name, name); \
  static void name()
