// gemgrove._native._cpu: the processor's capabilities, checked before a module that needs them is
// loaded.
#define PY_SSIZE_T_CLEAN
#include <Python.h>
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

static PyObject* py_supports_v3(PyObject* self, PyObject* args) {
  (void)self;
  (void)args;
  return PyBool_FromLong(supports_v3());
}

static PyMethodDef methods[] = {
    {"supports_v3", py_supports_v3, METH_NOARGS,
     "supports_v3() -> bool\n\nReturn True if this processor can run code compiled for x86-64-v3."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "gemgrove._native._cpu",
    .m_doc = "The processor's capabilities.",
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__cpu(void) { return PyModuleDef_Init(&module); }
