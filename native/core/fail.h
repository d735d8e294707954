// Refuses what a caller asks for, with a sentence.
#pragma once

#if defined(__cpp_exceptions)
#include <stdexcept>
#else
#include <cstring>
#endif
#include <string>

namespace gemgrove {

#if defined(__cpp_exceptions)

[[noreturn]] inline void fail(const char* message) { throw std::invalid_argument(message); }

#else

// WebAssembly: the host throws an error of its own, which ends all calls without running their
// destructors. So fail before anything is allocated, or where its owner is known to the host.
extern "C" [[noreturn]] __attribute__((import_module("gemgrove"), import_name("fail"))) void
gemgrove_fail(const char* message, std::size_t length);

[[noreturn]] inline void fail(const char* message) { gemgrove_fail(message, std::strlen(message)); }

#endif

[[noreturn]] inline void fail(const std::string& message) { fail(message.c_str()); }

}  // namespace gemgrove
