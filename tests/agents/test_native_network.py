"""Networks in the native search: what they see, and games of self-play."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gemgrove as gg
from gemgrove import _native

NAMES: tuple[gg.GameName, ...] = ("splendor", "arboretum")
GAMES = [(name, players) for name in NAMES for players in (2, 3, 4)]
SHIFT = 12
ACTIVATION_BITS = 10


def variant(game: gg.GameName, players: int) -> Any:
    return gg.new(game, players=players, seed=1).variant


def size(fields: list[tuple[str, int, int, int, str]]) -> int:
    _, offset, length, _, _ = fields[-1]
    return offset + length


def layer(units: int, inputs: int, seed: int, shift: int = SHIFT, spread: int = 200) -> Any:
    """Make a layer with random weights and no biases."""
    weights = np.random.default_rng(seed).integers(-spread, spread, (units, inputs), np.int16)
    return weights, np.zeros(units, np.int32), shift


def network(game: gg.GameName, players: int, seed: int = 0) -> _native.Network:
    core, native = variant(game, players).core, variant(game, players).native
    inputs = size(core.network_input_fields(native))
    actions = size(core.action_input_fields(native))
    return _native.Network(
        players,
        [layer(48, inputs, seed), layer(16, 48, seed + 1)],
        layer(players, 16, seed + 2, spread=2000),
        layer(24, 16, seed + 3, 3, 8),
        layer(24, actions, seed + 4, 3 + ACTIVATION_BITS),
        layer(1, 24, seed + 5, spread=2000),
    )


def play(view: gg.View, model: _native.Network | None, iterations: int = 200) -> Any:
    search = view.variant.core.Search(
        exploration=None,
        prior_weight=1.0,
        fpu_reduction=None,
        rollout=_native.Rollout.PRIOR,
        cutoff=0,
        threads=1,
        seed=1,
        network=model,
        root=_native.RootPolicy.HALVING,
    )
    search.set_position(view)
    search.run(iterations, None, None)
    return search.result()


def self_play(
    game: gg.GameName, players: int, model: _native.Network | None, **options: Any
) -> dict[str, Any]:
    chosen: dict[str, Any] = {
        "first": 0,
        "games": 4,
        "threads": 1,
        "seed": 7,
        "full_iterations": 40,
        "quick_iterations": 10,
        "full_share": 0.5,
        "varied_decisions": 6,
        "root_noise": 1.0,
    }
    made: dict[str, Any] = variant(game, players).core.self_play(
        variant(game, players).native, model, **chosen | options
    )
    return made


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_inputs_are_within_their_fields_and_show_nothing_hidden(
    name: gg.GameName, players: int
) -> None:
    chance = random.Random(3)
    game = gg.new(name, players=players, seed=5)
    core, native = game.variant.core, game.variant.native
    fields = core.network_input_fields(native)
    action_fields = core.action_input_fields(native)
    while not game.over:
        for seat in range(players):
            view = game.view(seat)
            inputs = core.network_inputs(view)
            other = view.sample(chance.randrange(2**32)).view(seat)
            assert np.array_equal(inputs, core.network_inputs(other))
            for field, offset, length, largest, _ in fields:
                assert inputs[offset : offset + length].max() <= largest, field
        view = game.view(game.to_move)
        actions = core.action_inputs(view)
        other = view.sample(chance.randrange(2**32)).view(game.to_move)
        assert np.array_equal(actions, core.action_inputs(other))
        assert actions.shape == (len(game.legal_actions()), size(action_fields))
        for field, offset, length, largest, _ in action_fields:
            assert actions[:, offset : offset + length].max() <= largest, field
        game.play(chance.choice(game.legal_actions()))


@pytest.mark.parametrize("name", NAMES)
def test_inputs_need_a_seat_that_may_decide(name: gg.GameName) -> None:
    game = gg.new(name, seed=5)
    core = game.variant.core
    with pytest.raises(ValueError, match="Only the view of a seat"):
        core.network_inputs(game.view(None))
    with pytest.raises(ValueError, match="Only the view of the seat to move"):
        core.action_inputs(game.view(1 - game.to_move))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_search_takes_its_priors_and_values_from_a_network(
    name: gg.GameName, players: int
) -> None:
    game = gg.new(name, players=players, seed=5)
    while len(game.legal_actions()) < 3:
        game.play(game.legal_actions()[0])
    view = game.view(game.to_move)
    model = network(name, players)
    found = play(view, model)
    _, logits = model.run(
        game.variant.core.network_inputs(view), game.variant.core.action_inputs(view)
    )
    expected = np.exp(np.array(logits) - max(logits))
    priors = {move.action: move.prior for move in found.moves}
    assert [priors[action] for action in game.legal_actions()] == pytest.approx(
        expected / expected.sum(), abs=1e-5
    )
    assert sum(found.values) == pytest.approx(1, abs=1e-3)
    assert found.values != play(view, network(name, players, seed=50)).values


def test_a_network_with_other_layers_or_inputs_is_refused() -> None:
    weights, biases, shift = layer(16, 10, 0)
    good = [(weights, biases, shift)]
    head = layer(2, 16, 1)
    parts = (layer(8, 16, 2, 3, 8), layer(8, 5, 3, 13), layer(1, 8, 4))
    model = _native.Network(2, good, head, *parts)
    assert (model.players, model.inputs, model.action_inputs) == (2, 10, 5)
    with pytest.raises(ValueError, match="a unit for each seat"):
        _native.Network(3, good, head, *parts)
    with pytest.raises(ValueError, match="too large: a sum could overflow"):
        _native.Network(2, [(weights, np.full(16, 2**31 - 1, np.int32), shift)], head, *parts)
    with pytest.raises(ValueError, match="a bias for each row"):
        _native.Network(2, [(weights, biases[:-1], shift)], head, *parts)
    with pytest.raises(ValueError, match="not those of this network"):
        model.run(np.zeros(9, np.uint8), np.zeros((1, 5), np.uint8))


def test_a_network_for_another_game_is_refused() -> None:
    for game, players in GAMES:
        position = gg.new(game, players=players, seed=1)
        for other_game, other_players in GAMES:
            if (other_game, other_players) == (game, players):
                continue
            with pytest.raises(ValueError, match=r"another number of players|other inputs than"):
                play(position.view(position.to_move), network(other_game, other_players))
    weights = layer(16, 10, 0)
    parts = (layer(8, 16, 2, 3, 8), layer(8, 5, 3, 13), layer(1, 8, 4))
    other = _native.Network(2, [weights], layer(2, 16, 1), *parts)
    with pytest.raises(ValueError, match="other inputs than this game has"):
        play(gg.new("splendor", seed=1).view(0), other)
    with pytest.raises(ValueError, match="other inputs than this game has"):
        self_play("splendor", 2, other)


@pytest.mark.parametrize("wrong", [{"games": -1}, {"threads": 0}, {"first": -1}])
def test_self_play_refuses_numbers_out_of_bounds(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="1 or more"):
        self_play("splendor", 2, None, **wrong)


def flat(made: dict[str, Any]) -> dict[str, NDArray[Any] | int]:
    return {name: made[name] for name in sorted(made)}


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_self_play_tells_what_there_is_to_learn(name: gg.GameName, players: int) -> None:
    made = self_play(name, players, network(name, players))
    samples = len(made["games"])
    actions = int(made["action_counts"].sum())
    assert samples > 20
    assert made["decisions"] > samples
    assert made["observations"].shape == (samples, variant(name, players).native.observation_size)
    assert made["inputs"].shape[0] == samples * players
    for column in ("results", "places"):
        assert made[column].shape == (samples, players)
    assert made["root_values"].shape == (samples * players, players)
    for column in ("actions", "visits", "policy", "action_inputs"):
        assert len(made[column]) == actions
    assert np.allclose(made["results"].sum(1), 1)
    assert np.allclose(made["root_values"].sum(1), 1, atol=1e-3)
    ends = np.cumsum(made["action_counts"])
    assert np.allclose(np.add.reduceat(made["policy"], ends - made["action_counts"]), 1, atol=1e-4)
    assert set(made["games"]) == {0, 1, 2, 3}


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_self_play_follows_from_its_number(name: gg.GameName) -> None:
    model = network(name, 2)
    whole = self_play(name, 2, model, games=4, threads=2)
    parts = [self_play(name, 2, model, first=first, games=2) for first in (0, 2)]
    for field, values in flat(whole).items():
        joined = [part[field] for part in parts]
        expected = sum(joined) if isinstance(values, int) else np.concatenate(joined)
        assert np.array_equal(values, expected), field
    other = self_play(name, 2, model, seed=8)
    assert not np.array_equal(whole["observations"], other["observations"])


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_each_seat_learns_from_its_own_next_search(name: gg.GameName, players: int) -> None:
    made = self_play(name, players, network(name, players), games=1, full_share=1.0)
    results = made["results"]
    assert results.max() == 1  # one winner, from which everybody's seat is known
    values = made["root_values"].reshape(-1, players, players)
    next_values: dict[int, NDArray[np.float32]] = {}
    for number in reversed(range(len(values))):
        mover = -int(results[number].argmax()) % players
        for i in range(1, players):
            at_the_end = np.roll(results[number], -i)
            expected = next_values.get((mover + i) % players, at_the_end)
            assert np.allclose(values[number, i], expected)
        next_values[mover] = values[number, 0]


def test_a_search_that_refused_a_network_has_no_position() -> None:
    search = variant("splendor", 3).core.Search(
        exploration=None,
        prior_weight=1.0,
        fpu_reduction=None,
        rollout=_native.Rollout.PRIOR,
        cutoff=0,
        threads=1,
        seed=1,
        network=network("splendor", 2),
        root=_native.RootPolicy.HALVING,
    )
    with pytest.raises(ValueError, match="another number of players"):
        search.set_position(gg.new("splendor", players=3, seed=1).view(0))
    with pytest.raises(ValueError, match="no position yet"):
        search.run(10, None, None)
