// The search's own priors and values: those of the game or of a network.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/evaluation.h"
#include "core/game.h"
#include "network/network.h"
#include "search/options.h"
#include "search/tree.h"

namespace gemgrove {

// The result of a finished game: the winners share 1.
template <Game G>
Values final_values(const typename G::Variant& variant, const typename G::State& state) {
  Values result{};
  const unsigned won = winners(variant, state);
  const float share = 1.0F / static_cast<float>(count_bits(won));
  for (int each = 0; each < players(variant); ++each) {
    result[each] = (won >> each & 1) ? share : 0;
  }
  return result;
}

template <Game G>
class Simulation {
 public:
  using Variant = typename G::Variant;
  using State = typename G::State;

  // Without a network, priors and values are the game's own.
  Simulation(const SearchOptions& options, const network::Network* network)
      : rollout_(options.rollout), cutoff_(options.cutoff) {
    if (network != nullptr) evaluator_.emplace(*network);
  }

  // How many numbers the policy state of a position has; 0 without a network.
  int policy_state_size() const { return evaluator_ ? evaluator_->policy_state_size() : 0; }

  // Writes the logits of actions that are legal for the seat to move, and the policy state.
  void action_logits(const Variant& variant, const State& state,
                     const std::vector<std::int16_t>& actions, float* logits,
                     std::int32_t* policy_state) {
    const int mover = to_move(state);
    const int count = static_cast<int>(actions.size());
    const State seen = redact(variant, state, mover);
    if constexpr (HasNetworkInputs<G>) {
      if (evaluator_) {
        if constexpr (HasPolicyInputs<G>) {
          policy_inputs(variant, seen, actions.data(), count, evaluator_->inputs(),
                        evaluator_->action_inputs(count));
        } else {
          network_inputs(variant, seen, mover, evaluator_->inputs());
          action_inputs(variant, seen, actions.data(), count, evaluator_->action_inputs(count));
        }
        evaluator_->run();
        evaluator_->policy_state(policy_state);
        evaluator_->policy_logits(policy_state, count, logits);
        return;
      }
    }
    prior_logits(variant, seen, actions.data(), count, logits);
  }

  // Writes the logits of more actions, by the policy state of a similar position: other samples
  // of one node differ in a few cards, about which the actions' own inputs say most.
  void more_action_logits(const Variant& variant, const State& state,
                          const std::vector<std::int16_t>& actions, float* logits,
                          const std::int32_t* policy_state) {
    if constexpr (HasNetworkInputs<G>) {
      const int count = static_cast<int>(actions.size());
      action_inputs(variant, redact(variant, state, to_move(state)), actions.data(), count,
                    evaluator_->action_inputs(count));
      evaluator_->policy_logits(policy_state, count, logits);
    }
  }

  // The result of a rollout from here, evaluated where it is cut off. The evaluation takes the
  // searching seat's view: the others' cards as they were sampled would only add noise.
  Values run(const Variant& variant, State& state, int seat, Rng& rng) {
    for (int left = cutoff_; left != 0 && !over(state); --left) {
      const BitSet<G::kActions> mask = legal(variant, state);
      apply(variant, state, rollout_action(variant, state, mask, rng));
    }
    return over(state) ? final_values<G>(variant, state) : leaf_values(variant, state, seat);
  }

 private:
  // Each seat's chance of winning, as `seat` sees it.
  Values leaf_values(const Variant& variant, const State& state, int seat) {
    Values result{};
    const State seen = redact(variant, state, seat);
    if constexpr (HasNetworkInputs<G>) {
      if (evaluator_) {
        const int seats = players(variant);
        Values chances{};
        network_inputs(variant, seen, seat, evaluator_->inputs());
        evaluator_->run();
        evaluator_->value_logits(chances.data());
        softmax(chances.data(), seats);
        for (int i = 0; i < seats; ++i) result[(seat + i) % seats] = chances[i];
        return result;
      }
    }
    evaluate(variant, seen, seat, result.data());
    return result;
  }

  int rollout_action(const Variant& variant, const State& state, const BitSet<G::kActions>& mask,
                     Rng& rng) {
    const int count = mask.count();
    if (rollout_ == Rollout::random || count == 1) return mask.select(rng.below(count));
    actions_.clear();
    mask.for_each([&](int action) { actions_.push_back(static_cast<std::int16_t>(action)); });
    logits_.resize(actions_.size());
    policy_state_.resize(static_cast<std::size_t>(policy_state_size()));
    action_logits(variant, state, actions_, logits_.data(), policy_state_.data());
    const float most = *std::max_element(logits_.begin(), logits_.end());
    float sum = 0;
    for (float& each : logits_) sum += each = exp_of_negative(each - most);
    float left = static_cast<float>(rng.next() >> 40) * 0x1p-24F * sum;
    for (int i = 0; i + 1 < count; ++i) {
      left -= logits_[i];
      if (left < 0) return actions_[i];
    }
    return actions_.back();
  }

  Rollout rollout_;
  int cutoff_;
  std::optional<network::Evaluator> evaluator_;
  // Of rollouts.
  std::vector<std::int16_t> actions_;
  std::vector<float> logits_;
  std::vector<std::int32_t> policy_state_;
};

}  // namespace gemgrove
