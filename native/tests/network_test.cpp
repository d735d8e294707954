// Networks in whole numbers, and what they see of a game.
#include "network/network.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "arboretum/arboretum.h"
#include "core/observation.h"
#include "core/rng.h"
#include "splendor/splendor.h"
#include "tests/check.h"
#include "tests/splendor_variant.h"

namespace gemgrove {
namespace {

using network::Evaluator;
using network::kActivationBits;
using network::kOne;
using network::Layer;
using network::Network;

constexpr int kLargestByte = 255;

// A layer with its weights as they were given, for sums by plain arithmetic.
struct PlainLayer {
  int inputs;
  int units;
  int shift;
  std::vector<std::int16_t> weights;
  std::vector<std::int32_t> biases;

  PlainLayer(int from, int to, int by, int largest, Rng& rng, bool with_biases = true)
      : inputs(from), units(to), shift(by) {
    for (int i = 0; i < inputs * units; ++i) {
      weights.push_back(static_cast<std::int16_t>(rng.below(2 * largest + 1) - largest));
    }
    for (int i = 0; i < units; ++i) biases.push_back(with_biases ? rng.below(20001) - 10000 : 0);
  }

  Layer layer(int largest_input) const {
    return {weights.data(), biases.data(), inputs, units, shift, largest_input};
  }

  template <class Input>
  std::vector<std::int32_t> sums(const std::vector<Input>& from) const {
    std::vector<std::int32_t> result = biases;
    for (int unit = 0; unit < units; ++unit) {
      for (int i = 0; i < inputs; ++i) result[unit] += weights[unit * inputs + i] * from[i];
    }
    return result;
  }
};

std::vector<int> activated(const std::vector<std::int32_t>& sums, int shift) {
  std::vector<int> activations;
  for (const std::int32_t sum : sums) activations.push_back(std::clamp(sum >> shift, 0, kOne));
  return activations;
}

template <class Item>
std::vector<Item> random_bytes(int count, Rng& rng) {
  std::vector<Item> bytes;
  for (int i = 0; i < count; ++i) {
    bytes.push_back(static_cast<Item>(rng.below(3) == 0 ? rng.below(256) : 0));
  }
  return bytes;
}

TEST(a_layer_adds_as_plain_arithmetic_does) {
  Rng rng(1);
  for (const int inputs : {1, 2, 7, 64, 333}) {
    for (const int units : {1, 15, 16, 17, 64, 100, 256}) {
      const PlainLayer plain(inputs, units, 8, 20000, rng);
      const Layer layer = plain.layer(kLargestByte);
      std::vector<std::int16_t> numbers = random_bytes<std::int16_t>(inputs, rng);
      const std::vector<std::int32_t> expected = plain.sums(numbers);
      numbers.push_back(0);
      std::vector<std::int32_t> sums(static_cast<std::size_t>(layer.padded_units()));
      layer.begin(sums.data());
      layer.add(numbers.data(), sums.data());
      CHECK(std::equal(expected.begin(), expected.end(), sums.begin()));
      CHECK(std::all_of(sums.begin() + units, sums.end(), [](int sum) { return sum == 0; }));
    }
  }
}

TEST(a_layer_whose_sums_could_overflow_is_refused) {
  const std::vector<std::int16_t> weights(300, 32767);
  const std::int32_t bias = 0;
  const auto refused = [&](int inputs, std::int32_t by) {
    try {
      const Layer layer(weights.data(), &by, inputs, 1, 10, kLargestByte);
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  CHECK(!refused(257, bias));  // 257 * 255 * 32767 is 98,303 short of 2^31
  CHECK(!refused(257, 98302));
  CHECK(refused(257, 98303));
  CHECK(refused(258, bias));
}

TEST(a_network_computes_its_heads_from_the_trunk) {
  Rng rng(2);
  const int inputs = 101;
  const int action_inputs = 13;
  const PlainLayer first(inputs, 48, 12, 300, rng);
  const PlainLayer second(48, 20, 12, 900, rng);
  const PlainLayer value(20, 3, 12, 4000, rng);
  const PlainLayer policy_state(20, 24, 5, 24, rng);  // its sums are four times as fine
  const PlainLayer policy_action(action_inputs, 24, 3 + kActivationBits, 300, rng, false);
  const PlainLayer policy(24, 1, 12, 4000, rng);
  Network network;
  network.players = 3;
  network.trunk = {first.layer(kLargestByte), second.layer(kOne)};
  network.value = value.layer(kOne);
  network.policy_state = policy_state.layer(kOne);
  network.policy_action = policy_action.layer(kLargestByte);
  network.policy = policy.layer(kOne);
  network.check();

  Evaluator evaluator(network);
  for (int round = 0; round < 20; ++round) {
    const auto position = random_bytes<std::uint8_t>(inputs, rng);
    const int count = 1 + rng.below(5);
    const auto actions = random_bytes<std::uint8_t>(count * action_inputs, rng);
    std::copy(position.begin(), position.end(), evaluator.inputs());
    std::copy(actions.begin(), actions.end(), evaluator.action_inputs(count));
    evaluator.run();
    std::array<float, 3> values{};
    evaluator.value_logits(values.data());
    std::vector<float> logits(static_cast<std::size_t>(count));
    std::vector<std::int32_t> state(static_cast<std::size_t>(evaluator.policy_state_size()));
    evaluator.policy_state(state.data());
    evaluator.policy_logits(state.data(), count, logits.data());

    const auto hidden = activated(first.sums(position), first.shift - kActivationBits);
    const auto trunk = activated(second.sums(hidden), second.shift);
    const auto as_logit = [](std::int32_t sum, int shift) {
      return static_cast<float>(sum) / static_cast<float>(1 << (shift + kActivationBits));
    };
    const auto expected = value.sums(trunk);
    for (int seat = 0; seat < 3; ++seat) CHECK(values[seat] == as_logit(expected[seat], 12));
    const auto of_state = policy_state.sums(trunk);
    for (int i = 0; i < count; ++i) {
      const std::vector<std::uint8_t> action(actions.begin() + i * action_inputs,
                                             actions.begin() + (i + 1) * action_inputs);
      auto sums = policy_action.sums(action);
      for (std::size_t unit = 0; unit < sums.size(); ++unit) sums[unit] += of_state[unit] >> 2;
      CHECK(logits[i] == as_logit(policy.sums(activated(sums, 3))[0], 12));
    }
  }
}

TEST(layers_that_do_not_fit_are_refused) {
  Rng rng(3);
  Network network;
  network.players = 2;
  network.trunk = {PlainLayer(10, 8, 12, 9, rng).layer(kLargestByte)};
  network.value = PlainLayer(8, 2, 12, 9, rng).layer(kOne);
  network.policy_state = PlainLayer(8, 4, 3, 9, rng).layer(kOne);
  network.policy_action = PlainLayer(5, 4, 13, 9, rng, false).layer(kLargestByte);
  network.policy = PlainLayer(4, 1, 12, 9, rng).layer(kOne);
  network.check();
  const auto refused = [](const Network& changed) {
    try {
      changed.check();
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  Network changed = network;
  changed.players = 3;
  CHECK(refused(changed));
  changed = network;
  changed.trunk.push_back(PlainLayer(7, 8, 12, 9, rng).layer(kOne));
  CHECK(refused(changed));
  changed = network;
  changed.policy_action = PlainLayer(5, 4, 14, 9, rng, false).layer(kLargestByte);
  CHECK(refused(changed));
  changed = network;
  changed.policy_action = PlainLayer(5, 4, 13, 9, rng).layer(kLargestByte);
  CHECK(refused(changed));  // its biases would have no effect
  changed = network;
  changed.policy = PlainLayer(4, 2, 12, 9, rng).layer(kOne);
  CHECK(refused(changed));
}

TEST(a_policy_head_whose_parts_could_overflow_together_is_refused) {
  Rng rng(4);
  const std::vector<std::int16_t> weights(257, 32767);  // 257 * 255 * 32767 is just below 2^31
  const std::vector<std::int32_t> biases(1, 0);
  Network network;
  network.players = 2;
  network.trunk = {PlainLayer(10, 8, 12, 9, rng).layer(kLargestByte)};
  network.value = PlainLayer(8, 2, 12, 9, rng).layer(kOne);
  network.policy_state = PlainLayer(8, 1, 3, 9, rng, false).layer(kOne);
  network.policy_action = Layer(weights.data(), biases.data(), 256, 1, 13, kLargestByte);
  network.policy = PlainLayer(1, 1, 12, 9, rng).layer(kOne);
  network.check();
  network.policy_state = Layer(weights.data(), biases.data(), 8, 1, 3, kOne);
  bool refused = false;
  try {
    network.check();
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

template <class Variant, class State>
std::vector<std::uint8_t> inputs_of(const Variant& variant, const State& seen, int seat) {
  // One byte more on either side shows whether anything is written there.
  std::vector<std::uint8_t> bytes(total_size(network_input_fields(variant)) + 1, 99);
  network_inputs(variant, seen, seat, bytes.data());
  CHECK(bytes.back() == 99);
  bytes.pop_back();
  return bytes;
}

template <class Variant, class State>
std::vector<std::int16_t> legal_actions(const Variant& variant, const State& seen) {
  std::vector<std::int16_t> actions;
  legal(variant, seen).for_each([&](int action) {
    actions.push_back(static_cast<std::int16_t>(action));
  });
  return actions;
}

template <class Variant, class State>
std::vector<std::uint8_t> action_inputs_of(const Variant& variant, const State& seen) {
  const std::vector<std::int16_t> actions = legal_actions(variant, seen);
  std::vector<std::uint8_t> bytes(total_size(action_input_fields(variant)) * actions.size() + 1,
                                  99);
  action_inputs(variant, seen, actions.data(), static_cast<int>(actions.size()), bytes.data());
  CHECK(bytes.back() == 99);
  return bytes;
}

// The positions of random games.
template <class Variant, class Visit>
void for_each_position(const Variant& variant, std::uint64_t games, Visit&& visit) {
  for (std::uint64_t seed = 0; seed < games; ++seed) {
    Rng rng(seed);
    Deal deal;
    deal.keys[0][0] = static_cast<std::uint8_t>(seed);
    auto state = setup(variant, deal);
    while (!over(state)) {
      visit(variant, state, rng);
      const auto mask = legal(variant, state);
      apply(variant, state, mask.select(rng.below(mask.count())));
    }
  }
}

template <class Visit>
void for_each_position_of_splendor(Visit&& visit) {
  for (int seats = 2; seats <= kMaxPlayers; ++seats) {
    splendor::Rules rules;
    rules.players = seats;
    for_each_position(splendor::make_variant(rules), 20, visit);
  }
}

template <class Visit>
void for_each_position_of_arboretum(Visit&& visit) {
  for (int seats = 2; seats <= kMaxPlayers; ++seats) {
    arboretum::Rules rules;
    rules.players = seats;
    for_each_position(arboretum::Variant(rules), 5, visit);
  }
}

TEST(inputs_are_as_long_as_their_fields_and_show_nothing_hidden) {
  const auto check = [](const auto& variant, const auto& state, Rng& rng) {
    for (int seat = 0; seat < players(variant); ++seat) {
      const auto seen = redact(variant, state, seat);
      const auto inputs = inputs_of(variant, seen, seat);
      const auto other = sample(variant, seen, rng);
      CHECK(inputs == inputs_of(variant, redact(variant, other, seat), seat));
    }
    const auto seen = redact(variant, state, to_move(state));
    const auto actions = action_inputs_of(variant, seen);
    const auto other = sample(variant, seen, rng);
    CHECK(actions == action_inputs_of(variant, redact(variant, other, to_move(state))));
  };
  for_each_position_of_splendor(check);
  for_each_position_of_arboretum(check);
}

TEST(the_slots_of_cards_and_nobles_do_not_matter_to_a_network) {
  for_each_position_of_splendor([](const auto& variant, const auto& state, Rng& rng) {
    if (state.phase != splendor::Phase::play) return;
    auto moved = state;
    for (int tier = 0; tier < splendor::kTiers; ++tier) {
      shuffle(moved.market.data() + tier * splendor::kSlots, splendor::kSlots, rng);
    }
    shuffle(moved.nobles.data(), variant.noble_slots(), rng);
    for (int seat = 0; seat < players(variant); ++seat) {
      CHECK(inputs_of(variant, redact(variant, state, seat), seat) ==
            inputs_of(variant, redact(variant, moved, seat), seat));
    }
  });
}

TEST(the_inputs_of_a_position_and_its_actions_are_the_same_when_they_are_computed_together) {
  for_each_position_of_arboretum([](const auto& variant, const auto& state, Rng&) {
    const auto seen = redact(variant, state, to_move(state));
    const auto actions = legal_actions(variant, seen);
    std::vector<std::uint8_t> inputs(total_size(network_input_fields(variant)));
    std::vector<std::uint8_t> action_inputs(
        total_size(action_input_fields(variant)) * actions.size() + 1, 99);
    policy_inputs(variant, seen, actions.data(), static_cast<int>(actions.size()), inputs.data(),
                  action_inputs.data());
    CHECK(inputs == inputs_of(variant, seen, to_move(state)));
    CHECK(action_inputs == action_inputs_of(variant, seen));
  });
}

TEST(the_inputs_of_an_action_are_the_same_whichever_others_are_asked_for) {
  const auto check = [](const auto& variant, const auto& state, Rng&) {
    const auto seen = redact(variant, state, to_move(state));
    const std::size_t size = total_size(action_input_fields(variant));
    const auto actions = legal_actions(variant, seen);
    const auto all = action_inputs_of(variant, seen);
    std::vector<std::uint8_t> alone(size);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      action_inputs(variant, seen, &actions[i], 1, alone.data());
      CHECK(std::equal(alone.begin(), alone.end(), all.data() + i * size));
    }
  };
  for_each_position_of_splendor(check);
  for_each_position_of_arboretum(check);
}

// The state with every species replaced by another one.
arboretum::State with_species(const arboretum::Variant& variant, const arboretum::State& state,
                              const std::array<int, arboretum::kMaxSpecies>& species) {
  const auto renamed = [&](std::uint8_t card) {
    if (card == arboretum::kNone || card == arboretum::kHidden) return card;
    return static_cast<std::uint8_t>(
        arboretum::card_number(species[arboretum::species_of(card)], arboretum::rank_of(card)));
  };
  const auto all_renamed = [&](const arboretum::Cards& cards) {
    arboretum::Cards result;
    cards.for_each([&](int card) { result.set(renamed(static_cast<std::uint8_t>(card))); });
    return result;
  };
  arboretum::State made = state;
  for (arboretum::Seat& seat : made.seats) {
    seat.hand = all_renamed(seat.hand);
    seat.shown = all_renamed(seat.shown);
    seat.planted = all_renamed(seat.planted);
    seat.pile = renamed(seat.pile);
  }
  for (int card = 0; card < variant.cards; ++card) {
    const auto to = renamed(static_cast<std::uint8_t>(card));
    made.below[to] = renamed(state.below[card]);
    made.cell[to] = state.cell[card];
  }
  made.deck = renamed(state.deck);
  made.picked = renamed(state.picked);
  return made;
}

TEST(the_numbers_of_species_do_not_matter_to_a_network) {
  for_each_position_of_arboretum([](const auto& variant, const auto& state, Rng& rng) {
    std::array<int, arboretum::kMaxSpecies> species{};
    for (int i = 0; i < variant.species; ++i) species[i] = i;
    shuffle(species.data(), variant.species, rng);
    const auto renamed = with_species(variant, state, species);
    const auto fields = network_input_fields(variant);
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [](const auto& each) { return each.name == "species"; });
    // Species that look alike may change places.
    const auto blocks_of = [&](const std::vector<std::uint8_t>& inputs) {
      std::vector<std::vector<std::uint8_t>> blocks;
      const int size = field->size / variant.species;
      for (int i = 0; i < variant.species; ++i) {
        const auto begin = inputs.begin() + field->offset + i * size;
        blocks.emplace_back(begin, begin + size);
      }
      std::sort(blocks.begin(), blocks.end());
      return blocks;
    };
    for (int seat = 0; seat < players(variant); ++seat) {
      CHECK(blocks_of(inputs_of(variant, redact(variant, state, seat), seat)) ==
            blocks_of(inputs_of(variant, redact(variant, renamed, seat), seat)));
    }
  });
}

}  // namespace
}  // namespace gemgrove
