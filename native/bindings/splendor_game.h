// The dictionaries and tuples of the module splendor_game, built without a detour.
#pragma once

#include <nanobind/nanobind.h>

namespace gemgrove::bindings {

void bind_splendor_game(nanobind::module_& m);

}  // namespace gemgrove::bindings
