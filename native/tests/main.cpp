#include <cstdio>

#include "tests/check.h"

namespace gemgrove::tests {
namespace {

int failures = 0;

}  // namespace

std::vector<Test>& all_tests() {
  static std::vector<Test> tests;
  return tests;
}

void fail(const char* file, int line, const char* what) {
  // The first few are enough; a broken invariant would print for every decision.
  if (++failures <= 10) std::printf("%s:%d: not true: %s\n", file, line, what);
}

Registration::Registration(const char* name, std::function<void()> run) {
  all_tests().push_back({name, std::move(run)});
}

}  // namespace gemgrove::tests

int main() {
  using namespace gemgrove::tests;
  int passed = 0;
  int failed = 0;
  for (const Test& test : all_tests()) {
    failures = 0;
    test.run();
    if (failures != 0) std::printf("%s failed\n", test.name.c_str());
    ++(failures == 0 ? passed : failed);
  }
  std::printf("native tests: %d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
