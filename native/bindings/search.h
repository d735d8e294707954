// A game's search for Python: the class Search of the game's submodule.
#pragma once

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>

#include "bindings/handles.h"
#include "search/search.h"

namespace gemgrove::bindings {

// How long Python is kept from noticing an interrupt.
inline constexpr std::chrono::milliseconds kPatience{50};

// Sets a flag for as long as it lives.
class Busy {
 public:
  explicit Busy(bool& flag) : flag_(flag) { flag_ = true; }
  ~Busy() { flag_ = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  bool& flag_;
};

template <Game G>
struct SearchHandle {
  Search<G> search;
  int seats = 0;          // 0 until a position was looked at
  bool thinking = false;  // in another thread of Python

  void check_idle() const {
    if (thinking) throw nb::value_error("The search is thinking, in another thread.");
  }

  void check_ready() const {
    check_idle();
    if (seats == 0) throw nb::value_error("The search has not looked at a position yet.");
  }

  std::int64_t look_at(nb::handle holder) {
    check_idle();
    const ViewHandle* view =
        nb::isinstance<ViewHandle>(holder) ? nb::inst_ptr<ViewHandle>(holder) : nullptr;
    if (view == nullptr || !view->may_decide()) {
      throw nb::value_error("A search needs the view of a seat that is to decide.");
    }
    const Session<G>& session = session_of<G>(holder);
    seats = session.seats();
    return search.look_at(session);
  }

  // Thinks in slices, so that an interrupt ends it; what was found until then is kept.
  std::int64_t run(std::int64_t iterations, double seconds, int only) {
    check_ready();
    if (only != Thinker<G>::kAnyAction && !search.is_legal(only)) {
      throw nb::value_error("The only action to think about is not legal.");
    }
    const Clock::time_point end = seconds < 0
                                      ? Clock::time_point::max()
                                      : Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                           std::chrono::duration<double>(seconds));
    const std::int64_t before = search.iterations();
    const Busy busy(thinking);
    search.allot(iterations);
    do {
      {
        nb::gil_scoped_release release;
        search.run(std::min(end, Clock::now() + kPatience), only);
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    } while (!search.done() && Clock::now() < end);
    return search.iterations() - before;
  }

  void forget() {
    check_idle();
    search.forget();
    seats = 0;
  }

  std::vector<float> by_seat(const Values& values) const {
    return {values.begin(), values.begin() + seats};
  }

  nb::tuple thoughts() const {
    check_ready();
    const Thoughts found = search.thoughts();
    nb::list choices;
    for (const Choice& each : found.choices) {
      choices.append(nb::make_tuple(each.action, each.visits, each.available, each.prior,
                                    by_seat(each.values)));
    }
    return nb::make_tuple(found.iterations, by_seat(found.values), choices, found.line);
  }
};

// What a game's outlook is made of, for those who fit its weights.
template <Game G, std::size_t N>
void bind_outlook(nb::module_& m, const std::array<std::string_view, N>& names) {
  using namespace nb::literals;
  m.def(
      "outlook_terms", [names] { return std::vector<std::string>(names.begin(), names.end()); },
      "The names of the terms of an outlook.");
  m.def(
      "outlook",
      [](const ViewHandle& view) {
        const Session<G>& session = session_of<G>(nb::find(view));
        const auto& variant = *session.variant();
        if (view.seat == kNoSeat || session.is_over()) {
          throw nb::value_error("An outlook is that of a seat, before the end.");
        }
        const auto terms = outlook_terms(variant, session.state(), view.seat);
        std::vector<std::vector<float>> by_seat;
        for (int seat = 0; seat < session.seats(); ++seat) {
          by_seat.emplace_back(terms[seat].begin(), terms[seat].end());
        }
        std::vector<float> chances(kMaxPlayers);
        outlook(variant, session.state(), view.seat, chances.data());
        chances.resize(by_seat.size());
        return std::make_tuple(chances, outlook_stage(variant, session.state()), by_seat);
      },
      "view"_a,
      "Every seat's chance of winning as it looks from here; how far the game has come; and the "
      "terms that speak for each seat.");
}

template <Game G>
void bind_search(nb::module_& m) {
  using namespace nb::literals;
  using Handle = SearchHandle<G>;
  nb::class_<Handle>(m, "Search", "A search over what a seat can see.")
      .def(
          "__init__",
          [](Handle* self, float exploration, float bias, float doubt, bool random_rollouts,
             int cutoff, int threads, std::uint64_t seed) {
            SearchOptions options;
            options.exploration = exploration;
            options.bias = bias;
            options.doubt = doubt;
            options.rollout = random_rollouts ? Rollout::random : Rollout::lean;
            options.cutoff = cutoff;
            options.threads = threads;
            options.seed = seed;
            new (self) Handle{Search<G>(options)};
          },
          nb::kw_only(), "exploration"_a, "bias"_a, "doubt"_a, "random_rollouts"_a, "cutoff"_a,
          "threads"_a, "seed"_a)
      .def("look_at", &Handle::look_at, "view"_a,
           nb::sig("def look_at(self, view: typing.Any) -> int"),
           "Turn to a position; how many iterations of earlier ones led to it and are kept.")
      .def("forget", &Handle::forget, "Begin anew, whatever is looked at next.")
      .def(
          "run", &Handle::run, "iterations"_a, "seconds"_a, "only"_a = Thinker<G>::kAnyAction,
          "Think on, at most so much; negative seconds: no limit; `only` this action, if it is not "
          "-1. How many iterations it were.")
      .def("thoughts", &Handle::thoughts,
           nb::sig("def thoughts(self) -> tuple[int, list[float], list[tuple[int, int, int, float, "
                   "list[float]]], list[int]]"),
           "Iterations, values by seat, choices (action, visits, available, prior, values) and the "
           "principal variation.");
}

}  // namespace gemgrove::bindings
