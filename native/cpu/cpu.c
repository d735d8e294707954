// gemgrove._native._cpu: the processor's capabilities, checked before a module that needs them is
// loaded.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "cpu/supports_v3.h"

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
