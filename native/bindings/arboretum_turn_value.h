// The value of turns in Arboretum, for positions of games and for positions given in parts.
#pragma once

#include <nanobind/nanobind.h>

namespace gemgrove::bindings {

void bind_arboretum_turn_value(nanobind::module_& m);

}  // namespace gemgrove::bindings
