"""Bots that play by a search network, and files that are no such network."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import Forfeit, SpecError, champion
from gemgrove.agents.model_file import DESCRIPTION, ModelError
from gemgrove.agents.network import Policy
from gemgrove.agents.search_network import Layer, SearchNetwork, input_sizes
from gemgrove.arena.run import Plan
from tests.agents.test_network import some_policy

NAMES: tuple[gg.GameName, ...] = ("splendor", "arboretum")
GAMES = [(name, players) for name in NAMES for players in (2, 3, 4)]


def some_network(game: gg.GameName = "splendor", players: int = 2, seed: int = 0) -> SearchNetwork:
    """A small network with random weights."""
    variant = gg.new(game, players=players, seed=1).variant
    rng = np.random.default_rng(seed)

    def layer(units: int, inputs: int, shift: int, spread: int) -> Layer:
        weight = rng.integers(-spread, spread, (units, inputs), np.int16)
        return Layer(weight, np.zeros(units, np.int32), shift)

    inputs, action_inputs = input_sizes(variant)
    layers = {
        "trunk.0": layer(16, inputs, 12, 200),
        "trunk.1": layer(8, 16, 12, 2000),
        "value": layer(players, 8, 11, 2000),
        "policy_state": layer(8, 8, 3, 8),
        "policy_action": layer(8, action_inputs, 13, 200),
        "policy": layer(1, 8, 11, 4000),
    }
    return SearchNetwork.of(variant, layers, {"by": "a test"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a network for Splendor with two players."""
    path = tmp_path / "network.safetensors"
    some_network().save(path)
    return path


def test_a_network_is_loaded_as_it_was_saved(file: Path) -> None:
    saved, loaded = some_network(), SearchNetwork.load(file)
    for name in ("game", "players", "rules", "inputs_version", "training"):
        assert getattr(loaded, name) == getattr(saved, name)
    assert list(loaded.layers) == list(saved.layers)
    for name, layer in saved.layers.items():
        assert np.array_equal(loaded.layers[name].weight, layer.weight)
        assert np.array_equal(loaded.layers[name].bias, layer.bias)
        assert loaded.layers[name].shift == layer.shift
    before = file.read_bytes()
    loaded.save(file)
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def rewritten(
    path: Path, change: Callable[[dict[str, Any], dict[str, Any]], object] = lambda _, __: None
) -> None:
    """Write the file again, after a change of its description and its tensors."""
    with safe_open(path, framework="numpy") as opened:
        description = json.loads(opened.metadata()[DESCRIPTION])
        tensors = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
    change(description, tensors)
    save_file(tensors, path, {DESCRIPTION: json.dumps(description)})


def drop_value(description: dict[str, Any], tensors: dict[str, Any]) -> None:
    description["layers"] = [each for each in description["layers"] if each["name"] != "value"]


def overflow(description: dict[str, Any], tensors: dict[str, Any]) -> None:
    tensors["trunk.0.weight"][:] = 2**15 - 1


def no_fit(description: dict[str, Any], tensors: dict[str, Any]) -> None:
    tensors["trunk.1.weight"] = np.zeros((8, 15), np.int16)
    description["layers"][1]["inputs"] = 15


def floats(description: dict[str, Any], tensors: dict[str, Any]) -> None:
    tensors["value.weight"] = tensors["value.weight"].astype(np.float32)


def not_finite(description: dict[str, Any], tensors: dict[str, Any]) -> None:
    tensors["value.weight"] = np.full_like(tensors["value.weight"], np.nan, np.float32)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (drop_value, "has the layers .*; a network has trunk.0, trunk.1 and so on, value"),
        (overflow, "The weights are too large: a sum could overflow."),
        (no_fit, "network.safetensors: .*layer"),
        (floats, "value.weight has the type F32; it must be I16."),
        (not_finite, "value.weight has the type F32; it must be I16."),
        (lambda _, tensors: tensors.pop("policy.bias"), "policy.bias is missing."),
        (
            lambda given, _: given["layers"][0].update(units=8),
            r"trunk.0.weight has the shape \(16, .*\); it must be \(8, ",
        ),
        (lambda given, _: given["layers"][0].update(units=5000), r"units.* 5000"),
        (lambda given, _: given["layers"][0].update(shift=99), r"shift.* 99"),
        (lambda given, _: given["layers"].extend([{}] * 20), "26 layers; it can have 16 at most"),
        (lambda given, _: given.update(version=2), "version is 2; this program reads version 1."),
        (lambda given, _: given.update(game="chess"), "game"),
        (lambda given, _: given.update(players="two"), "players"),
        (lambda given, _: given.pop("training"), "training"),
    ],
)
def test_a_file_with_a_wrong_part_is_refused(
    file: Path, change: Callable[[dict[str, Any], dict[str, Any]], object], expected: str
) -> None:
    rewritten(file, change)
    with pytest.raises(ModelError, match=expected):
        SearchNetwork.load(file)
    with pytest.raises(SpecError):
        agents.make(f"champion:model={file}")


def test_a_broken_truncated_or_missing_file_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    for part in (b"", whole[:5], whole[: len(whole) // 2], whole[:-1], b"\xff" * 100):
        file.write_bytes(part)
        with pytest.raises(ModelError, match="It is not in the safetensors format"):
            SearchNetwork.load(file)
    with pytest.raises(ModelError, match=r"There is no file '.*nowhere.safetensors'."):
        agents.make("policy:model=/nowhere.safetensors")


def test_an_oversized_file_is_refused_before_it_is_read(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(300_000_000)  # sparse
    with pytest.raises(ModelError, match=r"has 300000000 bytes; a model has 256000000 at most."):
        SearchNetwork.load(file)


@pytest.mark.parametrize("bot", ["champion", "policy"])
def test_a_network_of_another_kind_of_game_is_refused_before_the_first_game(
    tmp_path: Path, bot: str
) -> None:
    path = tmp_path / "network.safetensors"
    spec = f"{bot}:model={path}"
    cases = [
        (some_network("arboretum"), "plays arboretum with 2 players; this is splendor with 2."),
        (some_network(players=3), "plays splendor with 3 players; this is splendor with 2."),
        (
            replace(some_network(), inputs_version=99),
            "was trained on version 99 of the network inputs; this program has version",
        ),
        (
            replace(
                some_network(),
                layers={
                    **some_network().layers,
                    "trunk.0": replace(
                        some_network().layers["trunk.0"], weight=np.zeros((16, 9), np.int16)
                    ),
                },
            ),
            "takes 9 inputs of a position",
        ),
    ]
    for network, expected in cases:
        network.save(path)
        with pytest.raises(SpecError, match=expected):
            Plan([spec, "greedy"], "splendor").settings()
        view = gg.new("splendor", seed=1).view(0)
        with pytest.raises(Forfeit) as caught:
            agents.make(spec).choose(view)
        assert caught.value.reason == "refused"
        assert expected in caught.value.detail


def test_where_the_package_has_no_network_the_policy_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(champion, "champion_network", lambda *_: None)
    sentence = "There is no network for splendor with 2 players; model=FILE names one of your own."
    with pytest.raises(SpecError, match=sentence):
        Plan(["policy", "greedy"], "splendor").settings()
    with pytest.raises(Forfeit) as caught:
        agents.make("policy").choose(gg.new("splendor", seed=1).view(0))
    assert caught.value.detail == sentence


def test_where_the_package_has_no_network_the_champion_searches_as_mcts_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(champion, "champion_network", lambda *_: None)
    Plan(["champion", "greedy"], "splendor").settings()
    view = gg.new("splendor", seed=1).view(0)
    options = "iterations=200,seed=3"
    mcts, own = agents.make(f"mcts:{options}"), agents.make(f"champion:{options}")
    assert own.choose(view) == mcts.choose(view)
    assert champion.analysis_bot(view.variant) == "mcts"


def test_a_policy_and_a_network_for_the_search_are_told_apart(file: Path, tmp_path: Path) -> None:
    policy = tmp_path / "policy.safetensors"
    some_policy().save(policy)
    with pytest.raises(SpecError, match=r"is not a network for the search. If it is a policy"):
        agents.make(f"champion:model={policy}")
    with pytest.raises(SpecError, match=f"is a network for the search: champion:model={file}"):
        agents.make(str(file))
    rewritten(file, lambda description, _: description.update(kind="shard"))
    with pytest.raises(ModelError, match=r"is not a policy but of the kind 'shard'."):
        Policy.load(file)


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("bot", ["champion:iterations=4,", "policy:"])
def test_they_play_whole_games_and_the_same_ones_with_a_seed(
    tmp_path: Path, name: gg.GameName, players: int, bot: str
) -> None:
    path = tmp_path / "network.safetensors"
    some_network(name, players).save(path)

    def played(options: str) -> list[int]:
        seats = [agents.make(f"{bot}model={path}{options}") for _ in range(players)]
        game = agents.play_out(gg.new(name, players=players, seed=2), seats)
        assert game.over
        return list(game.actions)

    assert played(",seed=1") == played(",seed=1")
    assert played(",seed=1,temperature=1") == played(",seed=1,temperature=1")
    assert played(",seed=1,temperature=1") != played(",seed=2,temperature=1")


def test_a_policy_without_temperature_plays_what_its_network_prefers(file: Path) -> None:
    game = gg.new("splendor", seed=4)
    bot, network = agents.make(f"policy:model={file}"), SearchNetwork.load(file).native
    core = game.variant.core
    for _ in range(10):
        view = game.view(game.to_move)
        _, logits = network.run(core.network_inputs(view), core.action_inputs(view))
        action = bot.choose(view)
        assert action == view.legal_actions()[int(np.argmax(logits))]
        game.play(action)


def test_a_high_temperature_plays_almost_anything(file: Path) -> None:
    view = gg.new("splendor", seed=4).view(0)
    for bot in ("policy:", "champion:iterations=8,"):
        wild = agents.make(f"{bot}model={file},temperature=1000,seed=1")
        assert len({wild.choose(view) for _ in range(60)}) > 10


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("temperature=-1", "temperature is -1.0; it must be a number from 0 to 1000000."),
        ("temperature=nan", "temperature is nan; it must be a number from 0 to 1000000."),
        ("temperature=warm", "temperature is 'warm'; it must be a number."),
        ("depth=3", "has no option 'depth'; its options: "),
    ],
)
@pytest.mark.parametrize("bot", ["champion", "policy"])
def test_wrong_options_are_refused(bot: str, options: str, expected: str) -> None:
    with pytest.raises(SpecError, match=expected):
        agents.make(f"{bot}:{options}")


def test_specs_tell_what_was_chosen(file: Path) -> None:
    made = agents.make(f"champion:model={file},iterations=7,temperature=0.5")
    assert f"model={file}" in made.spec
    assert "temperature=0.5" in made.spec
    assert "iterations=7" in made.spec
    assert agents.make(f"policy:model={file}").spec == f"policy:model={file}"


def test_a_policy_has_nothing_to_choose_for_a_seat_that_does_not_move(file: Path) -> None:
    with pytest.raises(ValueError, match=r"This seat has nothing to decide now."):
        agents.make(f"policy:model={file}").choose(gg.new("splendor", seed=1).view(1))
