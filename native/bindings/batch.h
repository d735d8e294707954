// The binding of batches: one class for all games, created by `batch` in each game's submodule.
#pragma once

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/batch.h"
#include "bindings/objects.h"

namespace gemgrove::bindings {

struct BatchObject {
  std::unique_ptr<AnyBatch> batch;
  std::unique_ptr<std::atomic<bool>> busy = std::make_unique<std::atomic<bool>>(false);
};

template <Game G>
BatchObject make_batch(const VariantObject& variant, int size, int threads, std::uint64_t seed,
                       Autoreset autoreset, bool illegal_loses,
                       const std::map<std::string, float>& reward,
                       const std::vector<BatchBot>& opponents, std::optional<int> seat) {
  BatchOptions options;
  options.size = size;
  options.threads = threads;
  options.seed = seed;
  options.autoreset = autoreset;
  options.illegal_loses = illegal_loses;
  for (const auto& [name, weight] : reward) {
    if (set_weight<G>(options.reward, name, weight)) continue;
    const std::string message = std::string(G::kName) + " has no reward term '" + name + "'.";
    throw nb::value_error(message.c_str());
  }
  options.opponents = opponents;
  options.seat = seat.value_or(BatchOptions::kRotate);
  const auto& checked = variant_of<G>(variant);
  nb::gil_scoped_release release;
  return {std::make_unique<Batch<G>>(checked, options)};
}

template <Game G>
void bind_batch(nb::module_& m) {
  using namespace nb::literals;
  m.def("batch", &make_batch<G>, "variant"_a, nb::kw_only(), "size"_a, "threads"_a, "seed"_a,
        "autoreset"_a, "illegal_loses"_a, "reward"_a, "opponents"_a, "seat"_a.none(),
        "Create games that are stepped together. `reward` maps terms to weights; `seat` is the "
        "caller's if there are opponents, None to rotate.");
}

void bind_batches(nb::module_& m);

}  // namespace gemgrove::bindings
