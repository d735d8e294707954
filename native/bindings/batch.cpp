#include "bindings/batch.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

namespace gemgrove::bindings {
namespace {

using namespace nb::literals;

BusyGuard guard(const BatchObject& object) {
  return {*object.busy, "Another thread is stepping the batch."};
}

// Wraps a buffer in an array that keeps the batch alive.
template <class Shown, class Item>
nb::object array(const BatchObject& object, std::vector<Item>& items,
                 std::initializer_list<int> more = {}) {
  static_assert(sizeof(Shown) == sizeof(Item));
  std::vector<std::size_t> shape{static_cast<std::size_t>(object.batch->size())};
  for (const int extent : more) shape.push_back(static_cast<std::size_t>(extent));
  return nb::cast(nb::ndarray<nb::numpy, Shown>(reinterpret_cast<Shown*>(items.data()),
                                                shape.size(), shape.data(), nb::find(object)));
}

nb::dict arrays(BatchObject& object) {
  AnyBatch& batch = *object.batch;
  BatchBuffers& buffers = batch.buffers();
  const int seats = batch.seats();
  const int observation = batch.observation_length();
  nb::dict found;
  found["observations"] = array<std::uint8_t>(object, buffers.observations, {observation});
  found["masks"] = array<bool>(object, buffers.masks, {batch.actions()});
  found["to_move"] = array<std::int8_t>(object, buffers.to_move);
  found["rewards"] = array<float>(object, buffers.rewards, {seats});
  found["terminations"] = array<bool>(object, buffers.terminations);
  found["truncations"] = array<bool>(object, buffers.truncations);
  found["final_observations"] =
      array<std::uint8_t>(object, buffers.final_observations, {seats, observation});
  found["lengths"] = array<std::int32_t>(object, buffers.lengths);
  found["returns"] = array<float>(object, buffers.returns, {seats});
  found["scores"] = array<std::int32_t>(object, buffers.scores, {seats});
  found["places"] = array<std::int8_t>(object, buffers.places, {seats});
  return found;
}

template <class Number>
using Actions = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Returns nothing, or why and where an action was rejected: then nothing was played.
template <class Number>
std::optional<std::pair<StepError, int>> step(BatchObject& object, Actions<Number> actions) {
  if (actions.shape(0) != static_cast<std::size_t>(object.batch->size())) {
    throw nb::value_error("There must be one action for each environment.");
  }
  const BusyGuard busy = guard(object);
  nb::gil_scoped_release release;
  if (const auto rejected = object.batch->set_actions(actions.data())) {
    return std::pair(rejected->error, rejected->environment);
  }
  object.batch->step();
  return std::nullopt;
}

void check_environment(const BatchObject& object, int environment) {
  if (environment < 0 || environment >= object.batch->size()) {
    throw nb::index_error("There is no such environment.");
  }
}

void reset(BatchObject& object, const std::vector<int>& environments,
           std::optional<std::uint64_t> seed) {
  for (const int environment : environments) check_environment(object, environment);
  const BusyGuard busy = guard(object);
  nb::gil_scoped_release release;
  if (seed) object.batch->reseed(environments, *seed);
  object.batch->reset(environments);
}

using ActionBuffer = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void bot_actions(BatchObject& object, BatchBot bot, ActionBuffer out) {
  if (out.shape(0) != static_cast<std::size_t>(object.batch->size())) {
    throw nb::value_error("There must be room for one action for each environment.");
  }
  const BusyGuard busy = guard(object);
  nb::gil_scoped_release release;
  object.batch->bot_actions(bot, out.data());
}

}  // namespace

void bind_batches(nb::module_& m) {
  nb::enum_<Autoreset>(m, "Autoreset", "When the next game begins after one has finished.")
      .value("SAME_STEP", Autoreset::same_step)
      .value("NEXT_STEP", Autoreset::next_step)
      .value("DISABLED", Autoreset::disabled);
  nb::enum_<BatchBot>(m, "BatchBot", "The bots built into a batch.")
      .value("RANDOM", BatchBot::random)
      .value("GREEDY", BatchBot::greedy);
  nb::enum_<StepError>(m, "StepError", "The reason why an environment rejects an action.")
      .value("ILLEGAL", StepError::illegal)
      .value("GAME_OVER", StepError::game_over);
  nb::class_<BatchObject>(m, "Batch", "Many games of one kind, stepped together.")
      .def("arrays", &arrays, nb::sig("def arrays(self) -> dict[str, typing.Any]"),
           "Return the buffers by name, as arrays over the batch's own memory.")
      .def("step", &step<std::int32_t>, "actions"_a.noconvert())
      .def("step", &step<std::int64_t>, "actions"_a.noconvert(),
           "Play an action in every environment. If one is rejected, play nothing and return the "
           "reason and the environment.")
      .def("reset", &reset, "environments"_a, "seed"_a.none())
      .def("bot_actions", &bot_actions, "bot"_a, "out"_a.noconvert())
      .def(
          "position",
          [](const BatchObject& object, int environment) {
            check_environment(object, environment);
            const BusyGuard busy = guard(object);
            return PositionObject{object.batch->game(environment)};
          },
          "environment"_a)
      .def(
          "deal_key",
          [](const BatchObject& object, int environment) {
            check_environment(object, environment);
            const BusyGuard busy = guard(object);
            return nb::bytes(object.batch->deal_key(environment), Deal::kKeyBytes);
          },
          "environment"_a);
}

}  // namespace gemgrove::bindings
