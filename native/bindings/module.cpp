// The Python module. It is compiled once per instruction level; the build names each module by
// defining GEMGROVE_MODULE.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/batch.h"
#include "bindings/network.h"
#include "bindings/objects.h"
#include "bindings/search.h"

// All games, by the names of their folders. A game is registered by adding it here and defining
// bind_<name>(), which fills the submodule of that name.
#define GEMGROVE_GAMES(game) game(splendor) game(arboretum)

namespace gemgrove::bindings {

#define GEMGROVE_DECLARE(name) void bind_##name(nb::module_& m);
GEMGROVE_GAMES(GEMGROVE_DECLARE)
#undef GEMGROVE_DECLARE

}  // namespace gemgrove::bindings

NB_MODULE(GEMGROVE_MODULE, m) {
  m.doc() = "The compiled core of Gemgrove.";
#if defined(NDEBUG)
  // A game that a daemon thread still holds when the interpreter exits is not worth a page of text.
  nanobind::set_leak_warnings(false);
#endif
  gemgrove::bindings::bind_core(m);
  gemgrove::bindings::bind_batches(m);
  gemgrove::bindings::bind_network_types(m);
  gemgrove::bindings::bind_search_types(m);
  std::vector<std::string> names;
#define GEMGROVE_BIND(name)                               \
  {                                                       \
    nanobind::module_ submodule = m.def_submodule(#name); \
    gemgrove::bindings::bind_##name(submodule);           \
    names.emplace_back(#name);                            \
  }
  GEMGROVE_GAMES(GEMGROVE_BIND)
#undef GEMGROVE_BIND
  m.def("games", [names] { return names; }, "Return the names of the games.");
}
