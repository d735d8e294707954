"""Training runs: what they leave behind, how they go on, and what stops them."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from gemgrove import agents
from gemgrove.agents.search_network import SearchNetwork
from gemgrove.arena import Results
from gemgrove.learn.fit import Losses
from gemgrove.learn.run import TrainingRun
from gemgrove.learn.settings import Settings, TrainingError
from gemgrove.learn.shards import read_shard
from gemgrove.learn.state import Fitted, Gated, Generation, SelfPlayed, State, elo_of_share
from tests.learn.runs import NAMES, TINY, accepting, fingerprints, train


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run with two generations, which nothing interrupted."""
    folder = tmp_path_factory.mktemp("learn") / "whole"
    train(TrainingRun.create(folder, accepting()), 2)
    return folder


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of another run with the same settings."""
    folder = tmp_path_factory.mktemp("learn") / "again"
    train(TrainingRun.create(folder, accepting()), 2)
    return folder


def stopped(run: TrainingRun, after: int, *, threads: int = 1) -> None:
    """Train for so many steps of progress."""
    with run:
        for _ in islice(run.train(deadline=monotonic() + 3600, threads=threads), after):
            pass


def test_a_run_plays_fits_and_gates_one_generation_after_another(tmp_path: Path) -> None:
    progress = train(TrainingRun.create(tmp_path / "run", TINY), 2)
    phases = [type(each) for each in progress if not isinstance(each, Gated)]
    fitted = [Fitted, Fitted, Generation]  # the whole network, then its policy head
    assert phases == [SelfPlayed] * 3 + fitted + [SelfPlayed] * 2 + fitted
    assert [each.games for each in progress if isinstance(each, SelfPlayed)] == [2, 4, 6, 2, 4]
    last = progress[-1]
    assert isinstance(last, Generation)
    assert (last.number, last.shards, last.games) == (2, 5, 4)
    names = {str(file.relative_to(tmp_path / "run")) for file in (tmp_path / "run").rglob("*.*")}
    assert names == {
        "settings.json",
        "state.json",
        *(f"shards/{number:06}.safetensors" for number in range(5)),
        *(f"networks/00{number}.safetensors" for number in (1, 2)),
        *(f"networks/00{number}.float.safetensors" for number in (1, 2)),
        *(f"gates/00{number}.sqlite" for number in (1, 2)),
    }


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [3, 4])
def test_every_game_and_number_of_players_can_be_trained(
    tmp_path: Path, name: str, players: int
) -> None:
    settings = replace(TINY, game=name, players=players, first_games=2, gate_games=1)
    train(TrainingRun.create(tmp_path / "run", settings), 1)
    network = SearchNetwork.load(tmp_path / "run/networks/001.safetensors")
    assert (network.game, network.players) == (name, players)
    assert network.training["start"] == "mcts"
    assert network.training["games"] == 2
    assert network.training["decisions"] > 0
    bot = agents.make(f"policy:model={tmp_path / 'run/networks/001.safetensors'}")
    assert bot.spec.startswith("policy:model=")


def test_the_first_generation_builds_on_mcts_and_the_second_on_the_first(whole: Path) -> None:
    first, second = State.from_json((whole / "state.json").read_text()).generations
    assert (first.opponent, second.opponent) == ("mcts", "generation 1")
    with Results.open(whole / "gates/002.sqlite") as results:
        assert [bot.spec for bot in results.bots] == [
            f"champion:iterations=2,model={whole}/networks/00{number}.safetensors"
            for number in (2, 1)
        ]


def test_a_run_can_improve_a_given_network(whole: Path, tmp_path: Path) -> None:
    given = SearchNetwork.load(whole / "networks/002.safetensors")
    run = TrainingRun.create(tmp_path / "run", accepting(), given)
    assert run.best_network == tmp_path / "run/networks/000.safetensors"
    train(run, 1)
    (first,) = run.state.generations
    assert first.opponent == "generation 0"
    with Results.open(tmp_path / "run/gates/001.sqlite") as results:
        assert [Path(bot.spec).name for bot in results.bots] == [
            "001.safetensors",
            "000.safetensors",
        ]
    shard = tmp_path / "run/shards/000000.safetensors"
    assert shard.read_bytes() != (whole / "shards/000000.safetensors").read_bytes()
    moved = SearchNetwork.load(tmp_path / "run/networks/001.safetensors").layers["trunk.0"].weight
    start = given.layers["trunk.0"].weight
    assert np.abs(moved - start).mean() < np.abs(start).mean() / 4


def test_a_network_of_another_shape_plays_for_one_that_begins_anew(
    whole: Path, tmp_path: Path
) -> None:
    given = SearchNetwork.load(whole / "networks/002.safetensors")
    wider = replace(accepting(), trunk=(32, 8))
    train(TrainingRun.create(tmp_path / "run", wider, given), 1)
    network = SearchNetwork.load(tmp_path / "run/networks/001.safetensors")
    assert network.layers["trunk.0"].weight.shape[0] == 32


def test_a_network_for_another_game_is_refused_and_leaves_no_folder(
    whole: Path, tmp_path: Path
) -> None:
    given = SearchNetwork.load(whole / "networks/002.safetensors")
    with pytest.raises(TrainingError, match="plays arboretum with 2 players; this is splendor"):
        TrainingRun.create(tmp_path / "run", TINY, given)
    assert not (tmp_path / "run").exists()


def test_the_same_seed_trains_the_same_bytes(whole: Path, again: Path, tmp_path: Path) -> None:
    assert fingerprints(again) == fingerprints(whole)
    stopped(TrainingRun.create(tmp_path / "other", replace(accepting(), seed=8)), 1)
    found = fingerprints(tmp_path / "other")
    assert found["shards/000000.safetensors"] != fingerprints(whole)["shards/000000.safetensors"]


def test_the_deals_of_a_gate_follow_from_the_seed(whole: Path, again: Path) -> None:
    deals = []
    for gate in (whole / "gates/001.sqlite", again / "gates/001.sqlite"):
        with Results.open(gate) as results:
            deals.append([block.deal_id for block in results.blocks()])
    with Results.open(whole / "gates/002.sqlite") as results:
        assert not set(deals[0]) & {block.deal_id for block in results.blocks()}
    assert deals[0] == deals[1]


@pytest.mark.parametrize("after", [1, 10, 11, 12, 14, 18, 25])
def test_a_resumed_run_ends_like_one_that_was_not_interrupted(
    whole: Path, tmp_path: Path, after: int
) -> None:
    folder = tmp_path / "run"
    stopped(TrainingRun.create(folder, accepting()), after)
    train(TrainingRun.resume(folder), 2)
    assert fingerprints(folder) == fingerprints(whole)


def test_two_threads_play_the_same_shards(whole: Path, tmp_path: Path) -> None:
    stopped(TrainingRun.create(tmp_path / "run", accepting()), 3, threads=2)
    found, expected = fingerprints(tmp_path / "run"), fingerprints(whole)
    for number in range(3):
        name = f"shards/{number:06}.safetensors"
        assert found[name] == expected[name]


def test_at_the_deadline_self_play_ends(tmp_path: Path) -> None:
    with TrainingRun.create(tmp_path / "run", TINY) as run:
        assert list(run.train(deadline=monotonic() - 1, threads=1)) == []
        progress = list(run.train(deadline=monotonic() + 1e-3, threads=1))
    assert len(progress) <= 1


def test_deleted_files_are_made_again(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(whole, folder)
    for name in ("state.json", "networks/002.safetensors", "shards/000001.safetensors"):
        (folder / name).unlink()
    (folder / "shards/000011.safetensors").unlink()
    train(TrainingRun.resume(folder), 2)
    assert fingerprints(folder) == fingerprints(whole)


def test_a_run_goes_on_in_a_folder_that_was_moved(whole: Path, tmp_path: Path) -> None:
    stopped(TrainingRun.create(tmp_path / "run", accepting()), 14)
    assert (tmp_path / "run/gates/001.sqlite").exists()
    (tmp_path / "run").rename(tmp_path / "moved")
    train(TrainingRun.resume(tmp_path / "moved"), 2)
    assert fingerprints(tmp_path / "moved") == fingerprints(whole)


def test_what_a_killed_process_was_writing_is_removed(tmp_path: Path) -> None:
    stopped(TrainingRun.create(tmp_path / "run", TINY), 1)
    for name in ("shards/000001.safetensors.ab12.part", "gates/001.sqlite.part-wal"):
        (tmp_path / "run" / name).write_text("half")
    TrainingRun.resume(tmp_path / "run").close()
    assert not list((tmp_path / "run").rglob("*.part*"))


def test_a_second_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with TrainingRun.create(folder, TINY):
        with pytest.raises(TrainingError, match=r"Another process is training in .*run\."):
            TrainingRun.resume(folder)
        with pytest.raises(TrainingError, match=r"There is a training run in .*--resume"):
            TrainingRun.create(folder, TINY)
    TrainingRun.resume(folder).close()


def test_a_run_needs_a_new_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(TrainingError, match=r"is not empty; name a new one\."):
        TrainingRun.create(tmp_path, TINY)
    with pytest.raises(TrainingError, match=r"file is a file; a training run needs a folder\."):
        TrainingRun.create(tmp_path / "file", TINY)
    with pytest.raises(TrainingError, match="has a comma in its name"):
        TrainingRun.create(tmp_path / "a,b", TINY)
    with pytest.raises(TrainingError, match=r"There is no training run in .* to go on with\."):
        TrainingRun.resume(tmp_path / "nowhere")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_run_that_was_killed_when_it_began_can_begin_again(tmp_path: Path) -> None:
    (tmp_path / "run" / "shards").mkdir(parents=True)
    (tmp_path / "run" / "lock").touch()
    TrainingRun.create(tmp_path / "run", TINY).close()


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-10])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def garble(path: Path) -> None:
    path.write_bytes(b"no database" * 100)


def not_finite(path: Path) -> None:
    weights = load_file(path)
    weights["value.bias"] = torch.full_like(weights["value.bias"], np.nan)
    save_file(weights, path)


@pytest.mark.parametrize(
    ("name", "spoil", "expected"),
    [
        ("settings.json", empty, "settings.json cannot be read: it is not JSON. It holds what"),
        ("state.json", truncate, "state.json cannot be read: it is not JSON. Delete it, and"),
        ("shards/000001.safetensors", truncate, "000001.safetensors cannot be read: .* Delete it"),
        ("shards/000002.safetensors", empty, "000002.safetensors cannot be read: .* Delete it"),
        ("networks/001.safetensors", truncate, "001.safetensors is not a model.*cannot go on"),
        ("networks/001.float.safetensors", truncate, "001.float.safetensors cannot be read"),
        ("networks/001.float.safetensors", not_finite, "weights that are not finite numbers"),
        ("networks/002.safetensors", truncate, "002.safetensors is not a model.* Delete it"),
        (
            "gates/002.sqlite",
            garble,
            "002.sqlite was not written by an arena.* Delete",
        ),
    ],
)
def test_a_broken_file_is_named_with_what_to_do(
    whole: Path, tmp_path: Path, name: str, spoil: Callable[[Path], None], expected: str
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(whole, folder)
    if name != "state.json":
        # The second generation is under way: only the first one has been counted.
        state = State.from_json((whole / "state.json").read_text())
        (folder / "state.json").write_text(state.before(2).to_json())
    if not name.endswith(("2.safetensors", "2.sqlite")) or name.startswith("shards"):
        (folder / "networks/002.safetensors").unlink()
    if name == "networks/001.safetensors":
        (folder / "shards/000011.safetensors").unlink()
    spoil(folder / name)
    with pytest.raises(TrainingError, match=expected):
        train(TrainingRun.resume(folder), 2)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"first_games": 0}, "first_games is 0; it must be 1 or more."),
        ({"seed": -1}, "seed is -1; it must be from 0 to 4294967295."),
        ({"trunk": ()}, "it must be 1 to 8 widths of layers, each from 1 to 1024."),
        ({"trunk": (32, 5000)}, "it must be 1 to 8 widths of layers, each from 1 to 1024."),
        ({"full_iterations": True}, "full_iterations is True; it must be 1 or more."),
    ],
)
def test_settings_out_of_bounds_are_refused(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(TrainingError) as caught:
        replace(TINY, **change)
    assert str(caught.value).endswith(expected)


def test_a_game_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="There is no game 'chess'; the games are splendor, a"):
        TrainingRun.create(tmp_path / "run", replace(TINY, game="chess"))
    with pytest.raises(ValueError, match="players is 7"):
        TrainingRun.create(tmp_path / "run", replace(TINY, players=7))
    assert not (tmp_path / "run").exists()


def test_settings_and_states_are_read_as_they_were_written() -> None:
    assert Settings.from_json(TINY.to_json()) == TINY
    tested = Generation(1, 3, Losses(1.5, 0.7, 0.6), "mcts", 0.75, 8, accepted=True)
    state = State((tested, replace(tested, number=2, accepted=False)), best=1)
    assert State.from_json(state.to_json()) == state
    assert state.before(1) == State()
    assert state.before(3) == state


def test_elo_compares_a_share_of_wins_with_that_of_equals() -> None:
    assert elo_of_share(0.5, 2) == elo_of_share(0.25, 4) == 0
    assert elo_of_share(0.75, 2) == pytest.approx(190.8, abs=0.1)
    assert elo_of_share(1.0, 2) == pytest.approx(-elo_of_share(0.0, 2))


def test_a_shard_of_a_run_has_its_games(whole: Path) -> None:
    columns = read_shard(whole / "shards/000003.safetensors", accepting().variant())
    assert set(columns["games"]) == {6, 7}
