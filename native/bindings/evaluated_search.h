// The binding of searches whose leaves are evaluated by a Python function, many at a time.
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/network.h"
#include "bindings/search.h"
#include "bindings/validation.h"

namespace gemgrove::bindings {

// The function's answer: a row for each leaf. Throws nb::value_error if a number cannot be used.
class Evaluations {
 public:
  Evaluations(nb::handle answer, std::size_t rows, std::size_t actions, std::size_t seats)
      : parts_(nb::cast<std::pair<Numbers, Numbers>>(answer)) {
    if (logits().shape(0) != rows || logits().shape(1) != actions || values().shape(0) != rows ||
        values().shape(1) != seats) {
      throw nb::value_error("The evaluator must return a row for each leaf.");
    }
  }

  // Those of illegal actions are never used.
  void check(const std::vector<std::uint8_t>& masks) const {
    for (std::size_t i = 0; i < masks.size(); ++i) {
      if (masks[i] == 0 || std::isfinite(logits().data()[i])) continue;
      refuse("a logit", logits().data()[i], i % logits().shape(1), "of a legal action",
             "it must be a finite number");
    }
    for (std::size_t i = 0; i < values().size(); ++i) {
      const float value = values().data()[i];
      if (value >= -kTolerance && value <= 1 + kTolerance) continue;
      refuse("a value", value, i % values().shape(1), "of a seat",
             "it must be a chance of winning, from 0 to 1");
    }
  }

  const float* logits_at(std::size_t row) const {
    return logits().data() + row * logits().shape(1);
  }
  const float* values_at(std::size_t row) const {
    return values().data() + row * values().shape(1);
  }

 private:
  using Numbers = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
  static constexpr float kTolerance = 1e-3F;  // for rounding

  const Numbers& logits() const { return parts_.first; }
  const Numbers& values() const { return parts_.second; }

  [[noreturn]] static void refuse(const std::string& what, float number, std::size_t column,
                                  const std::string& whose, const std::string& wanted) {
    throw_value_error("The evaluator returned " + what + " of " + std::to_string(number) +
                      " in column " + std::to_string(column) + ", " + whose + "; " + wanted + ".");
  }

  std::pair<Numbers, Numbers> parts_;
};

// Searches several positions, each in its own tree, until all have used up their budgets or the
// time is over. Their leaves are evaluated together, up to `batch_size` of each tree at a time.
template <Game G>
class EvaluatedSearch {
 public:
  EvaluatedSearch(const std::vector<SearchObject<G>*>& searches, nb::handle evaluator)
      : searches_(searches), evaluator_(evaluator) {
    for (SearchObject<G>* each : searches_) {
      guards_.emplace_back(*each->busy, "The search is running already.");
      each->check_ready();
    }
    if (searches_.empty()) return;
    sizes_ = sizes_of(*searches_.front());
    for (const SearchObject<G>* each : searches_) {
      if (sizes_of(*each) != sizes_) {
        throw nb::value_error(
            "Positions that are searched together must be of one game and number of players.");
      }
    }
  }

  // An interrupt between two batches ends the searches; what they have found so far is kept. If the
  // evaluator fails, they forget everything: some of their iterations are incomplete.
  void run(std::optional<std::int64_t> iterations, std::optional<double> seconds,
           std::optional<int> only, int batch_size) {
    for (const SearchObject<G>* each : searches_) each->check_ready(only);
    const Clock::time_point end = end_after(seconds);
    for (SearchObject<G>* each : searches_) each->search.collect_root();
    evaluate_leaves();
    for (SearchObject<G>* each : searches_) {
      each->search.set_budget(iterations.value_or(kNoLimit), end);
    }
    do {
      {
        const nb::gil_scoped_release release;
        for (SearchObject<G>* each : searches_) {
          each->search.collect_leaves(batch_size, only.value_or(SearchThread<G>::kAnyAction));
        }
      }
      evaluate_leaves();
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    } while (!done() && Clock::now() < end);
  }

 private:
  // The columns of the arrays.
  struct Sizes {
    std::size_t observation = 0;
    std::size_t actions = 0;
    std::size_t seats = 0;

    bool operator==(const Sizes&) const = default;
  };

  static Sizes sizes_of(const SearchObject<G>& object) {
    const auto& variant = *object.search.variant();
    return {static_cast<std::size_t>(observation_size(variant)),
            static_cast<std::size_t>(action_count(variant)),
            static_cast<std::size_t>(players(variant))};
  }

  bool done() const {
    return std::all_of(searches_.begin(), searches_.end(),
                       [](const SearchObject<G>* each) { return each->search.done(); });
  }

  void evaluate_leaves() {
    std::size_t rows = 0;
    for (const SearchObject<G>* each : searches_) {
      rows += static_cast<std::size_t>(each->search.leaf_count());
    }
    if (rows == 0) return;
    std::vector<std::uint8_t> observations(rows * sizes_.observation);
    std::vector<std::uint8_t> masks(rows * sizes_.actions);
    std::size_t row = 0;
    for (const SearchObject<G>* each : searches_) {
      each->search.write_leaves(observations.data() + row * sizes_.observation,
                                masks.data() + row * sizes_.actions);
      row += static_cast<std::size_t>(each->search.leaf_count());
    }
    try {
      // The function may keep its arguments or write to them.
      const nb::object shown_masks =
          owned_array(std::vector(masks), static_cast<int>(sizes_.actions));
      const nb::object answer =
          evaluator_(owned_array(std::move(observations), static_cast<int>(sizes_.observation)),
                     shown_masks.attr("view")("bool"));
      const Evaluations evaluations(answer, rows, sizes_.actions, sizes_.seats);
      evaluations.check(masks);
      row = 0;
      for (SearchObject<G>* each : searches_) {
        const auto leaves = static_cast<std::size_t>(each->search.leaf_count());
        each->search.finish_leaves(evaluations.logits_at(row), evaluations.values_at(row));
        row += leaves;
      }
    } catch (...) {
      for (SearchObject<G>* each : searches_) {
        each->search.clear();
        each->ready = false;
      }
      throw;
    }
  }

  std::vector<SearchObject<G>*> searches_;
  nb::handle evaluator_;
  std::deque<BusyGuard> guards_;
  Sizes sizes_;
};

template <Game G>
void bind_evaluated_search(nb::module_& m) {
  using namespace nb::literals;
  m.def(
      "run_searches",
      [](const std::vector<SearchObject<G>*>& searches, nb::handle evaluator,
         std::optional<std::int64_t> iterations, std::optional<double> seconds,
         std::optional<int> only, int batch_size) {
        if (batch_size < 1) throw nb::value_error("batch_size must be 1 or more.");
        EvaluatedSearch<G>(searches, evaluator).run(iterations, seconds, only, batch_size);
      },
      "searches"_a, "evaluator"_a, "iterations"_a.none(), "seconds"_a.none(),
      "only"_a.none() = nb::none(), nb::kw_only(), "batch_size"_a,
      nb::sig("def run_searches(searches: collections.abc.Sequence[Search], evaluator: typing.Any, "
              "iterations: int | None, seconds: float | None, only: int | None = None, *, "
              "batch_size: int) -> None"),
      "Search several positions; `evaluator` gets the observations and masks of their leaves and "
      "returns logits and values.");
}

}  // namespace gemgrove::bindings
