// Detects x86-64-v3.
#pragma once

#include <stdbool.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>

// Every extension that -march=x86-64-v3 lets the compiler use. lzcnt matters most: a processor
// without it does not fault but runs bsr instead, which returns another number.
static bool supports_v3(void) {
  __builtin_cpu_init();
  // These also check the operating system, which must save the wide registers.
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
    return false;

  const unsigned movbe = 1u << 22, f16c = 1u << 29, lzcnt = 1u << 5;
  unsigned eax, ebx, ecx, edx;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx & movbe) == 0 || (ecx & f16c) == 0)
    return false;
  return __get_cpuid(0x80000001u, &eax, &ebx, &ecx, &edx) && (ecx & lzcnt) != 0;
}
#else
static bool supports_v3(void) { return false; }
#endif
