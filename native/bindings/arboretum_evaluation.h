// The evaluation of Arboretum's turns, for positions of games and for positions given in parts.
#pragma once

#include <nanobind/nanobind.h>

namespace gemgrove::bindings {

void bind_arboretum_evaluation(nanobind::module_& m);

}  // namespace gemgrove::bindings
