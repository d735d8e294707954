// The batch for Python: one class for every game, made by the function `batch` of its submodule.
#pragma once

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "batch/batch.h"
#include "bindings/handles.h"

namespace gemgrove::bindings {

struct BatchHandle {
  std::unique_ptr<AnyBatch> batch;
  std::unique_ptr<std::atomic<bool>> busy = std::make_unique<std::atomic<bool>>(false);
};

// Numbers as in BatchOptions: `autoreset` and `others` by their enumerations, `seat` -1 to rotate,
// `reward` in the order of RewardTerms.
template <Game G>
BatchHandle make_batch(const VariantHandle& handle, int size, int threads, std::uint64_t seed,
                       int autoreset, bool illegal_loses, const std::vector<float>& reward,
                       int seat, const std::vector<int>& others) {
  const auto* variant = dynamic_cast<const VariantOf<G>*>(handle.variant.get());
  if (variant == nullptr) throw nb::type_error("The variant is one of another game.");
  BatchOptions options;
  options.size = size;
  options.threads = threads;
  options.seed = seed;
  options.autoreset = static_cast<Autoreset>(autoreset);
  options.illegal_loses = illegal_loses;
  options.reward = {reward.at(0), reward.at(1), reward.at(2), reward.at(3),
                    reward.at(4), reward.at(5), reward.at(6), reward.at(7)};
  options.seat = seat;
  options.has_others = !others.empty();
  for (std::size_t i = 0; i < others.size(); ++i) {
    options.others.at(i) = static_cast<Controller>(others[i]);
  }
  nb::gil_scoped_release release;
  return {std::make_unique<Batch<G>>(variant->variant(), options)};
}

template <Game G>
void bind_batch(nb::module_& m) {
  using namespace nb::literals;
  m.def("batch", &make_batch<G>, "variant"_a, nb::kw_only(), "size"_a, "threads"_a, "seed"_a,
        "autoreset"_a, "illegal_loses"_a, "reward"_a, "seat"_a, "others"_a,
        "Many games of this kind; gemgrove.envs.batch says what the numbers mean.");
}

void bind_batches(nb::module_& m);

}  // namespace gemgrove::bindings
