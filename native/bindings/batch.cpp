#include "bindings/batch.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <optional>
#include <tuple>

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;

// Keeps a second thread of Python out while the first one works without the GIL.
class Turn {
 public:
  explicit Turn(const BatchHandle& handle) : busy_(*handle.busy) {
    if (busy_.exchange(true)) {
      throw nb::value_error("The batch is being stepped, by another thread.");
    }
  }
  ~Turn() { busy_ = false; }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  std::atomic<bool>& busy_;
};

// A buffer as an array that keeps the batch alive.
template <class Shown, class Item>
nb::object array(const BatchHandle& handle, std::vector<Item>& items,
                 std::initializer_list<int> more = {}) {
  static_assert(sizeof(Shown) == sizeof(Item));
  std::vector<std::size_t> shape{static_cast<std::size_t>(handle.batch->size())};
  for (const int extent : more) shape.push_back(static_cast<std::size_t>(extent));
  return nb::cast(nb::ndarray<nb::numpy, Shown>(reinterpret_cast<Shown*>(items.data()),
                                                shape.size(), shape.data(), nb::find(handle)));
}

nb::dict arrays(BatchHandle& handle) {
  AnyBatch& batch = *handle.batch;
  BatchBuffers& buffers = batch.buffers();
  const int seats = batch.seats();
  const int observation = batch.observation_length();
  nb::dict found;
  found["observations"] = array<std::uint8_t>(handle, buffers.observations, {observation});
  found["masks"] = array<bool>(handle, buffers.masks, {batch.actions()});
  found["to_move"] = array<std::int8_t>(handle, buffers.to_move);
  found["rewards"] = array<float>(handle, buffers.rewards, {seats});
  found["terminations"] = array<bool>(handle, buffers.terminations);
  found["truncations"] = array<bool>(handle, buffers.truncations);
  found["final_observations"] =
      array<std::uint8_t>(handle, buffers.final_observations, {seats, observation});
  found["lengths"] = array<std::int32_t>(handle, buffers.lengths);
  found["returns"] = array<float>(handle, buffers.returns, {seats});
  found["scores"] = array<std::int32_t>(handle, buffers.scores, {seats});
  found["places"] = array<std::int8_t>(handle, buffers.places, {seats});
  return found;
}

template <class Number>
using Actions = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Zero and the environment, or what is wrong with the action of an environment.
template <class Number>
std::tuple<int, int> step(BatchHandle& handle, Actions<Number> actions) {
  if (actions.shape(0) != static_cast<std::size_t>(handle.batch->size())) {
    throw nb::value_error("There must be an action for every environment.");
  }
  const Turn turn(handle);
  nb::gil_scoped_release release;
  const Fault fault = handle.batch->choose(actions.data());
  if (fault.kind == Fault::Kind::none) handle.batch->step();
  return {static_cast<int>(fault.kind), fault.environment};
}

void check_environment(const BatchHandle& handle, int environment) {
  if (environment < 0 || environment >= handle.batch->size()) {
    throw nb::index_error("There is no such environment.");
  }
}

void reset(BatchHandle& handle, const std::vector<int>& environments,
           std::optional<std::uint64_t> seed) {
  for (const int environment : environments) check_environment(handle, environment);
  const Turn turn(handle);
  nb::gil_scoped_release release;
  if (seed) handle.batch->reseed(environments, *seed);
  handle.batch->reset(environments);
}

using Suggested = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void suggest(BatchHandle& handle, int bot, Suggested out) {
  if (out.shape(0) != static_cast<std::size_t>(handle.batch->size())) {
    throw nb::value_error("There must be room for an action of every environment.");
  }
  const Turn turn(handle);
  nb::gil_scoped_release release;
  handle.batch->suggest(static_cast<Controller>(bot), out.data());
}

}  // namespace

void bind_batches(nb::module_& m) {
  nb::class_<BatchHandle>(m, "Batch", "Many games of one kind, stepped together.")
      .def("arrays", &arrays, nb::sig("def arrays(self) -> dict[str, typing.Any]"),
           "The buffers by name, over the batch's own memory.")
      .def("step", &step<std::int32_t>, "actions"_a.noconvert())
      .def("step", &step<std::int64_t>, "actions"_a.noconvert(),
           "Play an action in every environment. What is wrong with one (0 nothing, 1 illegal, 2 "
           "the game has ended), and in which environment; then nothing was played.")
      .def("reset", &reset, "environments"_a, "seed"_a.none())
      .def("suggest", &suggest, "bot"_a, "out"_a.noconvert())
      .def(
          "position",
          [](const BatchHandle& handle, int environment) {
            check_environment(handle, environment);
            const Turn turn(handle);
            return PositionHandle{handle.batch->game(environment)};
          },
          "environment"_a)
      .def(
          "deal_key",
          [](const BatchHandle& handle, int environment) {
            check_environment(handle, environment);
            const Turn turn(handle);
            return nb::bytes(handle.batch->deal_key(environment), Deal::kKeyBytes);
          },
          "environment"_a);
}

}  // namespace gemgrove::bindings
