// Runs a function on several threads; one after another where there are none (WebAssembly).
#pragma once

#include <cstddef>

#if !defined(__wasm__)
#include <exception>
#include <thread>
#include <vector>
#endif

namespace gemgrove {

// Calls work(0) on this thread and work(1) to work(count - 1) on others, and waits for all.
// Rethrows the exception of the first that threw one.
template <class Work>
void run_threads(std::size_t count, const Work& work) {
#if defined(__wasm__)
  for (std::size_t i = 0; i < count; ++i) work(i);
#else
  std::vector<std::exception_ptr> errors(count);
  const auto guarded = [&](std::size_t i) {
    try {
      work(i);
    } catch (...) {
      errors[i] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < count; ++i) others.emplace_back(guarded, i);
    guarded(0);
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
#endif
}

}  // namespace gemgrove
