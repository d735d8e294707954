// The binding of a game's search: the class Search in the game's submodule.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "bindings/network.h"
#include "bindings/objects.h"
#include "search/search.h"

namespace gemgrove::bindings {

inline constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

inline Clock::time_point end_after(std::optional<double> seconds) {
  if (!seconds) return Clock::time_point::max();
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
}

template <Game G>
struct SearchObject {
  // The search runs in slices of this length, between which an interrupt is noticed.
  static constexpr std::chrono::milliseconds kSlice{50};

  Search<G> search;
  bool ready = false;  // a position has been set
  std::unique_ptr<std::atomic<bool>> busy = std::make_unique<std::atomic<bool>>(false);

  BusyGuard guard() const { return {*busy, "The search is running in another thread."}; }

  void check_ready(std::optional<int> only = std::nullopt) const {
    if (!ready) throw nb::value_error("The search has no position yet.");
    if (only && !search.is_legal(*only)) {
      throw nb::value_error("The only action to search is not legal.");
    }
  }

  std::int64_t set_position(nb::handle holder) {
    const BusyGuard guarded = guard();
    const ViewObject* view =
        nb::isinstance<ViewObject>(holder) ? nb::inst_ptr<ViewObject>(holder) : nullptr;
    if (view == nullptr || !view->may_decide()) {
      throw nb::value_error("A search needs the view of a seat that is to decide.");
    }
    const std::int64_t kept = search.set_position(session_of<G>(holder));
    ready = true;
    return kept;
  }

  // An interrupt ends the search; what it has found so far is kept.
  std::int64_t run(std::optional<std::int64_t> iterations, std::optional<double> seconds,
                   std::optional<int> only) {
    const BusyGuard guarded = guard();
    check_ready(only);
    const Clock::time_point end = end_after(seconds);
    const std::int64_t before = search.iterations();
    search.set_budget(iterations.value_or(kNoLimit), end);
    do {
      {
        nb::gil_scoped_release release;
        search.run(std::min(end, Clock::now() + kSlice),
                   only.value_or(SearchThread<G>::kAnyAction));
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    } while (!search.done() && Clock::now() < end);
    return search.iterations() - before;
  }

  void clear() {
    const BusyGuard guarded = guard();
    search.clear();
    ready = false;
  }

  SearchResult result() const {
    const BusyGuard guarded = guard();
    check_ready();
    return search.result();
  }
};

// The parts of a game's evaluation, for fitting its weights.
template <Game G, std::size_t N>
void bind_evaluation(nb::module_& m, const std::array<std::string_view, N>& feature_names) {
  using namespace nb::literals;
  m.def(
      "feature_names",
      [feature_names] {
        return std::vector<std::string>(feature_names.begin(), feature_names.end());
      },
      "Return the names of the evaluation's features.");
  m.def(
      "evaluate",
      [](const ViewObject& view) {
        const Session<G>& session = session_of<G>(nb::find(view));
        const auto& variant = *session.variant();
        if (view.seat == kNoSeat || session.is_over()) {
          throw nb::value_error("Only the view of a seat, before the end, can be evaluated.");
        }
        const auto features = evaluation_features(variant, session.state(), view.seat);
        std::vector<std::vector<float>> by_seat;
        for (int seat = 0; seat < session.seats(); ++seat) {
          by_seat.emplace_back(features[seat].begin(), features[seat].end());
        }
        std::vector<float> probabilities(kMaxPlayers);
        evaluate(variant, session.state(), view.seat, probabilities.data());
        probabilities.resize(by_seat.size());
        return std::make_tuple(probabilities, game_progress(variant, session.state()), by_seat);
      },
      "view"_a,
      "Return each seat's probability of winning, the progress of the game from 0 to 1, and each "
      "seat's features.");
}

template <Game G>
void bind_search(nb::module_& m) {
  using namespace nb::literals;
  using Object = SearchObject<G>;
  nb::class_<Object>(m, "Search", "A search over what a seat can see.")
      .def(
          "__init__",
          [](Object* self, std::optional<float> exploration, float prior_weight,
             std::optional<float> fpu_reduction, Rollout rollout, std::optional<int> cutoff,
             int threads, std::uint64_t seed, const NetworkObject* network, RootPolicy root,
             float root_noise) {
            SearchOptions options;
            options.exploration = exploration.value_or(options.exploration);
            options.prior_weight = prior_weight;
            options.fpu_reduction = fpu_reduction.value_or(options.fpu_reduction);
            options.rollout = rollout;
            options.cutoff = cutoff.value_or(SearchOptions::kToTheEnd);
            options.threads = threads;
            options.root = root;
            options.root_noise = root_noise;
            options.seed = seed;
            new (self) Object{Search<G>(options, network == nullptr ? nullptr : network->network)};
          },
          nb::kw_only(), "exploration"_a.none(), "prior_weight"_a, "fpu_reduction"_a.none(),
          "rollout"_a, "cutoff"_a.none(), "threads"_a, "seed"_a, "network"_a.none() = nb::none(),
          "root"_a = RootPolicy::puct, "root_noise"_a = 0.0F)
      .def("set_position", &Object::set_position, "view"_a,
           nb::sig("def set_position(self, view: typing.Any) -> int"),
           "Set the position to search; return how many iterations of earlier searches are kept.")
      .def("clear", &Object::clear, "Forget earlier searches.")
      .def("run", &Object::run, "iterations"_a.none(), "seconds"_a.none(),
           "only"_a.none() = nb::none(),
           "Search within these limits; with `only`, just this action. Return the iterations made.")
      .def("result", &Object::result);
}

void bind_search_types(nb::module_& m);

}  // namespace gemgrove::bindings
