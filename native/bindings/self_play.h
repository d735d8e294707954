// The binding of self-play: a function of the game's submodule.
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <chrono>
#include <future>
#include <string>

#include "bindings/network.h"
#include "bindings/objects.h"
#include "self_play/self_play.h"

namespace gemgrove::bindings {

// Networks, or the names of bots without one.
inline std::vector<Opponent> opponents_of(const nb::list& described) {
  std::vector<Opponent> opponents;
  for (const nb::handle each : described) {
    if (nb::isinstance<NetworkObject>(each)) {
      opponents.push_back({.network = nb::inst_ptr<NetworkObject>(each)->network});
      continue;
    }
    const auto name = nb::cast<std::string>(each);
    if (name != "mcts" && name != "greedy") {
      throw nb::value_error("An opponent is a network, \"mcts\" or \"greedy\".");
    }
    opponents.push_back({.greedy = name == "greedy", .network = nullptr});
  }
  return opponents;
}

template <Game G>
void bind_self_play(nb::module_& m) {
  using namespace nb::literals;
  if constexpr (HasNetworkInputs<G>) {
    m.def(
        "self_play",
        [](const VariantObject& variant, const NetworkObject* network, std::int64_t first,
           int games, int threads, std::uint64_t seed, int full_iterations, int quick_iterations,
           float full_share, int varied_decisions, float root_noise, const nb::list& opponents,
           float opponent_share) {
          if (first < 0 || games < 0 || threads < 1 || full_iterations < 1 ||
              quick_iterations < 1) {
            throw nb::value_error("Threads and iterations must be 1 or more, games 0 or more.");
          }
          SelfPlayOptions options;
          options.seed = seed;
          options.full_iterations = full_iterations;
          options.quick_iterations = quick_iterations;
          options.full_share = full_share;
          options.varied_decisions = varied_decisions;
          options.search.root_noise = root_noise;
          options.opponent_share = opponent_share;
          const auto& rules = variant_of<G>(variant);
          const SelfPlay<G> player(rules, options, network == nullptr ? nullptr : network->network,
                                   opponents_of(opponents));
          std::atomic<bool> stop{false};
          Samples samples;
          bool interrupted = false;
          {
            // Beside this thread, which meanwhile looks for an interrupt.
            auto played = std::async(std::launch::async,
                                     [&] { return player.play(first, games, threads, stop); });
            const auto ready = [&] {
              const nb::gil_scoped_release release;
              return played.wait_for(std::chrono::milliseconds(100)) == std::future_status::ready;
            };
            while (!ready()) {
              if (!interrupted && PyErr_CheckSignals() != 0) stop = interrupted = true;
            }
            samples = played.get();
          }
          if (interrupted) throw nb::python_error();
          const int seats = players(*rules);
          nb::dict found;
          found["observations"] =
              owned_array(std::move(samples.observations), observation_size(*rules));
          found["inputs"] = owned_array(std::move(samples.inputs),
                                        static_cast<int>(total_size(network_input_fields(*rules))));
          found["action_inputs"] =
              owned_array(std::move(samples.action_inputs),
                          static_cast<int>(total_size(action_input_fields(*rules))));
          found["action_counts"] = owned_array(std::move(samples.action_counts), 1);
          found["actions"] = owned_array(std::move(samples.actions), 1);
          found["visits"] = owned_array(std::move(samples.visits), 1);
          found["policy"] = owned_array(std::move(samples.policy), 1);
          found["root_values"] = owned_array(std::move(samples.root_values), seats);
          found["results"] = owned_array(std::move(samples.results), seats);
          found["places"] = owned_array(std::move(samples.places), seats);
          found["games"] = owned_array(std::move(samples.games), 1);
          found["decisions"] = samples.decisions;
          return found;
        },
        "variant"_a, "network"_a.none(), nb::kw_only(), "first"_a, "games"_a, "threads"_a, "seed"_a,
        "full_iterations"_a, "quick_iterations"_a, "full_share"_a, "varied_decisions"_a,
        "root_noise"_a, "opponents"_a = nb::list(), "opponent_share"_a = 0.0F,
        nb::sig(
            "def self_play(variant: gemgrove._native._baseline.Variant, network: "
            "gemgrove._native._baseline.Network | None, *, first: int, games: int, threads: int, "
            "seed: int, full_iterations: int, quick_iterations: int, full_share: float, "
            "varied_decisions: int, root_noise: float, opponents: "
            "list[gemgrove._native._baseline.Network | typing.Literal['mcts', 'greedy']] = [], "
            "opponent_share: float = 0.0) -> dict[str, typing.Any]"),
        "Play games of the search against itself or others; return what to learn from them.");
  }
}

}  // namespace gemgrove::bindings
