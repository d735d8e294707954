#include "bindings/search.h"

namespace gemgrove::bindings {

void bind_search_types(nb::module_& m) {
  nb::enum_<Rollout>(m, "Rollout", "The policy that plays on from a leaf of the tree.")
      .value("PRIOR", Rollout::prior)
      .value("RANDOM", Rollout::random);
  nb::enum_<RootPolicy>(m, "RootPolicy", "How the root shares its iterations between the actions.")
      .value("PUCT", RootPolicy::puct)
      .value("HALVING", RootPolicy::halving);
  nb::class_<RootMove>(m, "RootMove", "Statistics of a legal action at the root.")
      .def_ro("action", &RootMove::action)
      .def_ro("visits", &RootMove::visits)
      .def_ro("available", &RootMove::available)
      .def_ro("prior", &RootMove::prior)
      .def_ro("improved", &RootMove::improved)
      .def_ro("values", &RootMove::values);
  nb::class_<SearchResult>(m, "SearchResult", "The outcome of a search.")
      .def_ro("iterations", &SearchResult::iterations)
      .def_ro("values", &SearchResult::values)
      .def_ro("moves", &SearchResult::moves)
      .def_ro("pv", &SearchResult::pv);
}

}  // namespace gemgrove::bindings
