"""Fitting a network to decisions, and the batches that it learns from."""

import numpy as np
import pytest
import torch

import gemgrove as gg
from gemgrove.learn.fit import FitOptions, fit, measure
from gemgrove.learn.samples import Samples
from tests.learn.runs import GAMES, NAMES, search_network, self_play, some_network, variant_of


@pytest.mark.parametrize("name", NAMES)
def test_a_fit_lowers_every_loss_on_what_it_learns(name: gg.GameName) -> None:
    variant = variant_of(name, 3)
    samples = Samples([self_play(variant)])
    network, options = some_network(variant, samples), FitOptions(epochs=10, batch_size=64)
    before = measure(network, samples, options)
    steps = list(fit(network, samples, options, seed=1))
    after = measure(network, samples, options)
    assert steps[-1].step == steps[-1].steps == int(10 * len(samples) / 64)
    assert after.policy < before.policy
    assert after.value < before.value
    assert after.result < before.result


def test_the_same_seed_gives_the_same_weights() -> None:
    torch.set_num_threads(1)
    variant = variant_of("splendor", 2)
    samples = Samples([self_play(variant)])
    one, two = (some_network(variant, samples, epochs=2).state_dict() for _ in range(2))
    assert all(torch.equal(one[name], two[name]) for name in one)


def test_a_batch_has_the_decisions_with_the_numbers_asked_for() -> None:
    variant = variant_of("arboretum", 4)
    made = self_play(variant)
    samples = Samples([made])
    batch = samples.batch(np.array([5, 2]))
    begins = np.cumsum(made["action_counts"]) - made["action_counts"]
    for row, number in enumerate((5, 2)):
        count = made["action_counts"][number]
        rows = slice(begins[number], begins[number] + count)
        assert batch.legal[row].sum() == count
        assert np.array_equal(batch.action_inputs[row, :count], made["action_inputs"][rows])
        assert np.allclose(batch.policy[row, :count], made["policy"][rows])
        assert not batch.policy[row, count:].any()
        assert np.array_equal(batch.inputs[row], made["inputs"][4 * number : 4 * number + 4])
        assert np.allclose(batch.results[row], made["results"][number])


def test_an_epoch_has_every_decision_at_most_once() -> None:
    made = self_play(variant_of("splendor", 2))
    samples = Samples([made, made])
    sizes = [len(batch.policy) for batch in samples.batches(10, np.random.default_rng(1))]
    assert sizes == [10] * (2 * len(made["games"]) // 10)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_games_against_opponents_have_only_decisions_of_the_learners_seat(
    name: gg.GameName, players: int
) -> None:
    network = search_network(name, players).native
    alone = self_play(variant_of(name, players), games=3, network=network, full_share=1.0)
    for opponent in ("mcts", "greedy", search_network(name, players, seed=2).native):
        made = self_play(
            variant_of(name, players),
            games=3,
            network=network,
            opponents=[opponent],
            opponent_share=1.0,
            full_share=1.0,
        )
        # Places begin with the seat to move, so they differ if other seats' decisions are there.
        for game in range(3):
            places = made["places"][made["games"] == game]
            assert len(places) > 0
            assert (places == places[0]).all()
        assert len(made["games"]) < len(alone["games"])


def test_the_policy_head_goes_on_when_values_would_overfit() -> None:
    variant = variant_of("splendor", 2)
    samples, test = (Samples([self_play(variant, games=4, first=first)]) for first in (0, 4))
    network = some_network(variant, samples)
    options = FitOptions(epochs=2, policy_epochs=4, batch_size=16)
    kept: dict[str, torch.Tensor] = {}
    epochs = 2 * (len(samples) // 16)
    for progress in fit(network, samples, options, seed=1, test=test):
        if progress.step <= epochs:
            kept = {name: each.clone() for name, each in network.state_dict().items()}
    changed = {
        name.split(".")[0]
        for name, each in network.state_dict().items()
        if not torch.equal(each, kept[name])
    }
    assert changed == {"policy_state", "policy_action", "policy"}
