"""Networks from model files: their outputs and choices, and files without a network."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from safetensors import safe_open
from safetensors.numpy import save_file

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import BotSpec, Forfeit, SpecError
from gemgrove.agents.conversion import from_sb3
from gemgrove.agents.model_file import ModelError
from gemgrove.agents.network import Dense, NetworkAgent, Policy
from gemgrove.arena.bots import fingerprint
from gemgrove.cli import main
from tests.arena.small_runs import played
from tests.waiting import PATIENCE


def some_policy(game: gg.GameName = "splendor", players: int = 2, *, seed: int = 0) -> Policy:
    """An untrained policy."""
    variant = gg.new(game, players=players, seed=0).variant
    inputs, actions = variant.native.observation_size, variant.native.action_count
    return Policy.of(
        variant,
        hidden=[some_layer(inputs, 16, "relu", seed), some_layer(16, 8, "tanh", seed + 1)],
        actor=some_layer(8, actions, "none", seed + 2),
        critic=some_layer(8, 1, "none", seed + 3),
        scale=np.linspace(0.01, 1, inputs),
        training={"minutes": 0},
    )


def some_layer(inputs: int, units: int, activation: str, seed: int) -> Dense:
    numbers = np.random.default_rng(seed).normal(size=(units, inputs + 1)) / inputs**0.5
    return Dense(numbers[:, 1:].astype(np.float32), numbers[:, 0].astype(np.float32), activation)


def some_view(game: gg.GameName = "splendor", **options: Any) -> gg.View:
    started = gg.new(game, seed=3, **options)
    return started.view(started.to_move)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.safetensors"
    some_policy().save(path)
    return path


def rewritten(
    path: Path,
    *,
    change: Callable[[dict[str, Any]], Any] | None = None,
    tensors: dict[str, NDArray[Any] | None] | None = None,
) -> Path:
    """Rewrite a file with another description or other tensors; None leaves a tensor out."""
    with safe_open(path, framework="numpy") as file:
        found = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - no mapping
        description = json.loads(file.metadata()["gemgrove"])
    if change is not None:
        change(description)
    kept = {name: value for name, value in (found | (tensors or {})).items() if value is not None}
    save_file(kept, path, {"gemgrove": json.dumps(description)})
    return path


def refusal(path: Path) -> str:
    with pytest.raises(ModelError) as caught:
        Policy.load(path)
    return str(caught.value).replace(f"{path}", "FILE")


def test_logits_are_what_pytorch_computes_with_the_same_layers() -> None:
    torch = pytest.importorskip("torch")
    policy = some_policy()
    modules = []
    for layer in (*policy.hidden, policy.actor):
        linear = torch.nn.Linear(layer.weight.shape[1], len(layer.bias))
        linear.weight.data = torch.from_numpy(layer.weight)
        linear.bias.data = torch.from_numpy(layer.bias)
        kind = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh, "none": torch.nn.Identity}
        modules += [linear, kind[layer.activation]()]
    observations = np.random.default_rng(1).integers(0, 5, (50, len(policy.scale)), np.uint8)
    with torch.no_grad():
        inputs = torch.from_numpy(observations) * torch.from_numpy(policy.scale)
        expected = torch.nn.Sequential(*modules)(inputs).numpy()
    np.testing.assert_allclose(policy.logits(observations), expected, rtol=1e-5, atol=1e-5)


def test_one_observation_gives_one_row_of_logits_and_one_value() -> None:
    policy, observation = some_policy(), some_view().observe()
    assert policy.logits(observation).shape == (72,)
    assert policy.values(observation).shape == ()
    both = policy.logits([observation, observation])
    np.testing.assert_allclose(policy.logits(observation), both[1], rtol=1e-5, atol=1e-5)


def test_an_observation_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^The observations have the shape \(3,\); the model ta"):
        some_policy().logits([1, 2, 3])


def test_values_need_a_critic() -> None:
    policy = some_policy()
    blind = Policy(**{**vars(policy), "critic": None})
    with pytest.raises(ValueError, match=r"^This policy has no critic, so it knows no values"):
        blind.values(some_view().observe())


def test_a_saved_policy_is_loaded_as_it_was(model: Path) -> None:
    before, after = some_policy(), Policy.load(model)
    observation = some_view().observe()
    assert (after.game, after.players, after.rules) == ("splendor", 2, "official:players=2")
    assert after.encoding == gg.new("splendor").variant.encoding
    assert after.training == {"minutes": 0}
    np.testing.assert_array_equal(after.logits(observation), before.logits(observation))
    np.testing.assert_array_equal(after.values(observation), before.values(observation))


def test_the_same_policy_is_saved_as_the_same_bytes(model: Path, tmp_path: Path) -> None:
    Policy.load(model).save(tmp_path / "again.safetensors")
    assert (tmp_path / "again.safetensors").read_bytes() == model.read_bytes()


def test_a_policy_that_cannot_be_saved_leaves_the_file_that_was_there(model: Path) -> None:
    before = model.read_bytes()
    odd = Policy(**{**vars(some_policy()), "training": {"loss": float("nan")}})
    with pytest.raises(ValueError, match="Out of range float"):
        odd.save(model)
    assert model.read_bytes() == before
    assert [file.name for file in model.parent.iterdir()] == ["model.safetensors"]


def test_layers_that_do_not_follow_each_other_are_no_policy() -> None:
    policy = some_policy()
    with pytest.raises(ValueError, match=r"^The actor takes 9 numbers, and gets 8 from what is"):
        Policy(**{**vars(policy), "actor": some_layer(9, 72, "none", 0)})


def test_a_policy_of_another_size_than_the_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^The model takes 424 numbers and knows 71 acti"):
        Policy.of(
            gg.new("splendor").variant, hidden=[], actor=some_layer(424, 71, "none", 0), scale=None
        )


def test_the_preferred_legal_action_is_chosen() -> None:
    policy, view = some_policy(), some_view()
    logits = policy.logits(view.observe())
    best = max(view.legal_actions(), key=lambda action: float(logits[action]))
    assert logits.argmax() not in view.legal_actions(), "the mask must matter here"
    assert NetworkAgent(policy).choose(view) == best


def test_at_a_temperature_actions_are_drawn_by_preference() -> None:
    policy, view = some_policy(), some_view()
    actions = view.legal_actions()
    weights = np.exp(policy.logits(view.observe())[actions].astype(np.float64) / 4)
    agent = NetworkAgent(policy, temperature=4, seed=1)
    drawn = [agent.choose(view) for _ in range(4000)]
    shares = [drawn.count(action) / len(drawn) for action in actions]
    np.testing.assert_allclose(shares, weights / weights.sum(), atol=0.04)


def test_next_to_no_temperature_is_no_chance() -> None:
    policy, view = some_policy(), some_view()
    assert NetworkAgent(policy, temperature=1e-300).choose(view) == NetworkAgent(policy).choose(
        view
    )


def test_with_a_seed_the_draws_are_the_same_again() -> None:
    policy, view = some_policy(), some_view()
    first, second, other = (
        [agent.choose(view) for _ in range(30)]
        for agent in (NetworkAgent(policy, temperature=9, seed=seed) for seed in (1, 1, 2))
    )
    assert first == second != other


def test_a_seat_that_is_not_to_move_has_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match=r"^This seat has nothing to decide now"):
        NetworkAgent(some_policy()).choose(gg.new("splendor", seed=1).view(1))


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        (
            some_view("arboretum"),
            "The model plays splendor with 2 players; this is arboretum with 2.",
        ),
        (
            some_view(players=3),
            "The model plays splendor with 2 players; this is splendor with 3.",
        ),
    ],
    ids=["game", "players"],
)
def test_a_model_of_something_else_says_so_when_it_is_asked(view: gg.View, sentence: str) -> None:
    with pytest.raises(Forfeit) as caught:
        NetworkAgent(some_policy()).choose(view)
    assert (caught.value.reason, caught.value.detail) == ("refused", sentence)


def test_a_model_plays_other_rules_of_its_game() -> None:
    view = some_view(rules="duel", payment="choose")
    assert NetworkAgent(some_policy()).choose(view) in view.legal_actions()


def test_a_spec_names_a_model_and_its_options(model: Path) -> None:
    agent = agents.make(f"{model}:temperature=0.5,seed=7")
    assert isinstance(agent, NetworkAgent)
    assert agent.temperature == 0.5
    assert agent.spec == f"{model}:temperature=0.5,seed=7"


def test_a_model_is_known_by_its_ending() -> None:
    spec = BotSpec.parse(" runs/best.safetensors : temperature = 1 ")
    assert spec == BotSpec("runs/best.safetensors", None, {"temperature": "1"})
    assert (spec.source, spec.short, str(spec)) == (
        "model",
        "best",
        "runs/best.safetensors:temperature=1",
    )


def test_a_model_is_from_outside_but_brings_no_code() -> None:
    assert agents.is_external("model.safetensors")
    assert not agents.runs_apart("model.safetensors")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("depth=3", "The bot FILE has no option 'depth'; its options: temperature, seed."),
        ("temperature=hot", "FILE: temperature is 'hot'; it must be a number."),
        (
            "temperature=-1",
            "temperature is -1.0; it must be a number from 0 to 1000",
        ),
        (
            "temperature=nan",
            "temperature is nan; it must be a number from 0 to 1000",
        ),
    ],
)
def test_invalid_options_are_refused(
    model: Path, monkeypatch: pytest.MonkeyPatch, options: str, sentence: str
) -> None:
    monkeypatch.chdir(model.parent)
    with pytest.raises(SpecError) as caught:
        agents.make(f"model.safetensors:{options}")
    assert sentence in str(caught.value).replace("model.safetensors", "FILE")


def test_a_model_that_has_changed_is_read_again(model: Path) -> None:
    view = some_view()
    first = agents.make(str(model))
    some_policy(seed=10).save(model)
    second = agents.make(str(model))
    assert isinstance(first, NetworkAgent)
    assert isinstance(second, NetworkAgent)
    assert not np.allclose(
        first.policy.logits(view.observe()), second.policy.logits(view.observe())
    )


def test_a_file_that_is_not_there_is_missed(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"^There is no file '.*'\.$"):
        agents.make(f"{tmp_path / 'none.safetensors'}")


def test_another_format_is_no_model(model: Path) -> None:
    model.write_text("weights")
    assert refusal(model).startswith("FILE is not a model. It is not in the safetensors format")


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.9, 0.99])
def test_a_truncated_model_is_refused(model: Path, share: float) -> None:
    content = model.read_bytes()
    model.write_bytes(content[: int(len(content) * share)])
    assert refusal(model).startswith("FILE is not a model.")


@settings(max_examples=60)
@given(place=st.integers(0, 10**6), value=st.integers(0, 255))
def test_a_damaged_model_is_refused_or_still_a_model(
    tmp_path_factory: pytest.TempPathFactory, place: int, value: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.safetensors"
    some_policy().save(path)
    content = bytearray(path.read_bytes())
    content[place % len(content)] = value
    path.write_bytes(content)
    try:
        policy = Policy.load(path)
    except ModelError:
        return
    assert np.isfinite(policy.logits(some_view().observe())).all()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 2}, "FILE: model.version is 2; this program reads version 1."),
        ({"game": "chess"}, "FILE: model.game is 'chess'; it must be one of"),
        ({"players": 0}, "FILE: model.players is 0; it must be a whole number from 1 to 16."),
        ({"rules": 7}, "FILE: model.rules is 7; it must be a text of at most 1000"),
        (
            {"encoding": {"action": 1, "observation": 99}},
            "FILE was made with version 99 of the encoding 'observation' of splendor; this pr",
        ),
        (
            {"encoding": {"action": 1}},
            "FILE was made with version None of the encoding 'observation' of splendor; this",
        ),
        ({"network": None}, "FILE: model.network is None; it must be an object."),
        ({"training": []}, "FILE: model.training is []; it must be an object."),
    ],
)
def test_a_description_is_read_strictly(model: Path, change: dict[str, Any], sentence: str) -> None:
    rewritten(model, change=lambda description: description.update(change))
    assert refusal(model).startswith(sentence)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"inputs": 10**9}, "FILE: model.network.inputs is 1000000000; it must be a whole nu"),
        ({"inputs": 400}, "FILE: hidden.0.weight has the shape (16, 424); it must be (16, 400"),
        (
            {"hidden": [{"units": 8, "activation": "exp"}]},
            "FILE: model.network.hidden[0].activation is 'exp'; it must be one of none, relu",
        ),
        ({"hidden": [{"units": 8, "activation": "relu"}] * 21}, "FILE: the network has 21 hidden"),
        ({"critic": 1}, "FILE: model.network.critic is 1; it must be true or false."),
        ({"actions": 71}, "FILE: actor.weight has the shape (72, 8); it must be (71, 8)."),
    ],
)
def test_a_network_is_read_strictly(model: Path, change: dict[str, Any], sentence: str) -> None:
    rewritten(model, change=lambda description: description["network"].update(change))
    assert refusal(model).startswith(sentence)


def test_tensors_without_a_description_are_no_model(model: Path) -> None:
    save_file({"scale": np.ones(424, np.float32)}, model)
    assert refusal(model).startswith("FILE is not a model: its metadata has no entry 'gemgrove'.")


def test_a_missing_tensor_is_missed(model: Path) -> None:
    rewritten(model, tensors={"actor.bias": None})
    assert refusal(model) == "FILE: actor.bias is missing."


def test_numbers_that_are_none_are_refused(model: Path) -> None:
    scale = np.ones(424, np.float32)
    scale[3] = np.nan
    rewritten(model, tensors={"scale": scale})
    assert refusal(model) == "FILE: scale has entries that are not finite numbers."


def test_numbers_of_another_type_are_refused(model: Path) -> None:
    rewritten(model, tensors={"scale": np.ones(424)})
    assert refusal(model) == "FILE: scale has the type F64; it must be F32."


def test_a_file_with_too_many_tensors_is_refused(model: Path) -> None:
    rewritten(model, tensors={f"more.{number}": np.ones(1) for number in range(100)})
    assert refusal(model) == "FILE has 109 tensors; a model has 100 at most."


def test_a_file_of_gigabytes_is_not_read(model: Path) -> None:
    with model.open("r+b") as file:
        file.truncate(3_000_000_000)
    assert refusal(model) == "FILE has 3000000000 bytes; a model has 256000000 at most."


def test_a_header_that_claims_gigabytes_is_refused(model: Path) -> None:
    model.write_bytes((3_000_000_000).to_bytes(8, "little") + model.read_bytes()[8:])
    assert refusal(model).startswith("FILE is not a model. It is not in the safetensors format")


def test_a_description_that_is_not_json_is_refused(model: Path) -> None:
    save_file({"scale": np.ones(424, np.float32)}, model, {"gemgrove": "[" * 100_000})
    assert refusal(model).startswith("FILE: the description is not JSON")


@pytest.mark.parametrize(
    ("entry", "advice"),
    [
        ("_stable_baselines3_version", "It was saved by Stable-Baselines3: load it there, and"),
        ("archive/data.pkl", "It was saved by PyTorch: load it there"),
    ],
)
def test_archives_of_other_libraries_are_recognized(
    tmp_path: Path, entry: str, advice: str
) -> None:
    path = tmp_path / "other.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr(entry, "2.9.0")
    assert refusal(path).startswith(f"FILE is not a model. {advice}")


def test_a_model_of_onnx_is_recognized(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"graph")
    with pytest.raises(SpecError, match=r"is not a model\. It is an ONNX model: gemgrove\.agents"):
        agents.make(str(path))


def test_a_model_without_dense_layers_is_not_taken_from_sb3() -> None:
    with pytest.raises(ValueError, match=r"^The model has no actor of dense layers, as MlpPolicy"):
        from_sb3(object(), gg.new("splendor").variant)


def test_a_model_plays_a_match(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", str(model), "random", "--games", "4", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("model") for line in lines)


def test_a_match_does_not_begin_where_the_model_is_of_another_game(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["match", "random", str(model), "--game", "arboretum", "--games", "2"])
    told = capsys.readouterr().err
    assert code == 2
    assert told == (
        "gemgrove: The model plays splendor with 2 players; this is arboretum with 2.\n"
    )


def test_a_model_plays_in_an_arena_in_its_worker(model: Path, tmp_path: Path) -> None:
    games = played(tmp_path / "run", 1, bots=[str(model), "random"], games=4, time="60+1")
    assert len(games) == 4
    assert all(seat.forfeit is None for game in games for seat in game.seats)


def test_an_arena_does_not_begin_where_a_model_is_of_another_game(
    model: Path, tmp_path: Path
) -> None:
    with pytest.raises(SpecError, match=r"^The model plays splendor with 2 players; this is arb"):
        played(tmp_path / "run", 1, bots=[str(model), "random"], game="arboretum", games=4)


def test_a_model_that_has_changed_is_another_bot(model: Path) -> None:
    before = fingerprint(str(model))
    assert before is not None
    some_policy(seed=10).save(model)
    assert fingerprint(str(model)) != before


def test_a_model_plays_without_pytorch(model: Path) -> None:
    script = (
        "import sys; sys.modules['torch'] = None; import gemgrove as gg; "
        "from gemgrove import agents; "
        f"bot = agents.make({str(model)!r}); "
        "print(agents.play_out(gg.new('splendor', seed=1), [bot, agents.make('greedy')]).over)"
    )
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert run.stdout == "True\n", run.stderr
