"""The results on a network's model card: read from arena runs, never of another network."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from gemgrove.arena import GameOutcome
from gemgrove.arena.settings import GAUNTLET
from tests.agents.test_champion import some_network
from tests.arena.sample_run import forfeited, write_run
from tests.arena.small_runs import played
from tools import model_card
from tools.model_card import CardError, Results, main, measure


@pytest.fixture
def network(tmp_path: Path) -> Path:
    """A network for Splendor with two players."""
    path = tmp_path / "networks" / "splendor-2p.safetensors"
    path.parent.mkdir()
    some_network().save(path)
    return path


def rename(run: Path, bot: int, spec: str, network: Path | None = None) -> None:
    """Change a bot's spec in a run's file, and let a network be its file."""
    digest = None if network is None else sha256(network.read_bytes()).hexdigest()
    with closing(sqlite3.connect(run)) as opened, opened:
        opened.execute(
            "UPDATE bots SET spec = ?, fingerprint = ? WHERE bot = ?", (spec, digest, bot)
        )


@pytest.fixture
def run(tmp_path: Path, network: Path) -> Path:
    """A run of the network, which wins more often, against greedy."""
    path = write_run(tmp_path / "run.sqlite", ["greedy", "champion"], blocks=60)
    rename(path, 1, f"champion:iterations=4,model={network}", network)
    return path


def test_a_run_gives_the_share_of_wins_and_the_elo_with_intervals(run: Path, network: Path) -> None:
    found = measure(run, network)
    (result,) = found.results
    assert (result.one, result.other) == ("champion:iterations=4", "greedy@1")
    assert (result.kind, result.games, result.even) == ("against", 120, 0.5)
    assert 0.5 < result.low < result.share < result.high < 1
    assert result.elo_low is not None
    assert result.elo_high is not None
    assert 0 < result.elo_low < result.elo < result.elo_high
    assert (found.games, found.rules, found.faults) == (120, "official:players=2", 0)
    assert found.deals == "seed 1"


def test_a_real_run_of_the_network_is_read(tmp_path: Path, network: Path) -> None:
    path = tmp_path / "run.sqlite"
    played(path, bots=[f"champion:iterations=2,model={network}", "random"], games=2)
    (result,) = measure(path, network).results
    assert (result.one, result.other, result.games) == ("champion:iterations=2", "random", 2)


def test_no_path_of_a_machine_reaches_the_card(run: Path, network: Path, tmp_path: Path) -> None:
    rename(run, 0, f"policy:model={tmp_path}/old.safetensors,temperature=1")
    found = measure(run, network)
    assert found.results[0].other == "policy:model=old.safetensors,temperature=1"
    assert str(tmp_path) not in json.dumps(found.to_dict())
    rename(run, 0, f"{tmp_path}/bot.py:Careful:depth=3")
    assert measure(run, network).results[0].other == "Careful:depth=3"
    rename(run, 0, f"exec:{tmp_path}/bot --fast")
    assert measure(run, network).results[0].other == "bot"


def test_files_of_the_same_name_are_told_apart(run: Path, network: Path, tmp_path: Path) -> None:
    names = set()
    for seed in (5, 6):
        other = tmp_path / str(seed) / "001.safetensors"
        other.parent.mkdir()
        some_network(seed=seed).save(other)
        rename(run, 0, f"champion:model={other}", other)
        names.add(measure(run, network).results[0].other)
    assert len(names) == 2
    assert all(name.startswith("champion:model=001.safetensors (") for name in names)


def test_runs_with_another_time_control_are_other_runs(run: Path, network: Path) -> None:
    found = measure(run, network)
    assert found.key != replace(found, time="60+1").key


def test_one_among_several_is_told_from_both_sides(tmp_path: Path) -> None:
    network = tmp_path / "splendor-4p.safetensors"
    some_network(players=4).save(network)
    names = ["champion", "mcts", "greedy"]
    path = write_run(tmp_path / "one", names, players=4, schedule=GAUNTLET)
    rename(path, 0, f"champion:model={network}", network)
    assert [(r.one, r.kind, r.other, r.games, r.even) for r in measure(path, network).results] == [
        ("champion", "among", "mcts@1", 16, 0.25),
        ("champion", "among", "greedy@1", 16, 0.25),
    ]
    path = write_run(tmp_path / "several", ["mcts", "champion"], players=4)
    rename(path, 1, f"champion:model={network}", network)
    (result,) = measure(path, network).results
    assert (result.one, result.kind, result.other) == ("mcts@1", "among", "champion")
    path = write_run(tmp_path / "all", ["champion", "a", "b", "c"], players=4)
    rename(path, 0, f"champion:model={network}", network)
    assert [(r.kind, r.other) for r in measure(path, network).results] == [
        ("above", "a@1"),
        ("above", "b@1"),
        ("above", "c@1"),
    ]


def test_forfeits_are_counted_for_each_bot(tmp_path: Path, network: Path) -> None:
    def changed(game: GameOutcome) -> GameOutcome:
        if game.number != 2:
            return game
        return forfeited(game, reason="timeout", detail="It was slow.", stderr=None)

    path = write_run(tmp_path / "run", ["greedy", "champion"], changed=changed)
    rename(path, 1, f"champion:model={network}", network)
    forfeits = {player.bot: player.forfeits for player in measure(path, network).bots}
    assert forfeits == {"greedy@1": {}, "champion": {"timeout": 1}}


def test_a_run_of_another_network_is_refused(run: Path, network: Path) -> None:
    some_network(seed=5).save(network)
    with pytest.raises(CardError, match=r"no bot of the run played this network.*model="):
        measure(run, network)


def test_a_bot_that_does_not_name_its_network_counts_only_if_told_so(
    run: Path, network: Path
) -> None:
    rename(run, 1, "champion:iterations=4")
    with pytest.raises(CardError, match="--same-network"):
        measure(run, network)
    assert measure(run, network, same_network=True).results[0].one == "champion:iterations=4"


def test_the_packages_network_of_then_is_told_from_that_of_now(run: Path, network: Path) -> None:
    rename(run, 0, "champion")
    assert measure(run, network).results[0].other == "champion (the package's network of the time)"


def test_a_run_of_another_game_is_refused(tmp_path: Path, network: Path) -> None:
    path = write_run(tmp_path / "run", ["champion", "greedy"], players=3)
    rename(path, 0, f"champion:model={network}", network)
    with pytest.raises(
        CardError, match="splendor with 3 players; the network plays splendor with 2"
    ):
        measure(path, network)


def test_an_unfinished_run_is_refused(tmp_path: Path, network: Path) -> None:
    path = write_run(tmp_path / "run", ["champion", "greedy"], blocks=4, played=6)
    rename(path, 0, f"champion:model={network}", network)
    with pytest.raises(CardError, match=r"6 of 8 games.*--resume"):
        measure(path, network)


@pytest.fixture
def folders(network: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of results, next to the networks."""
    monkeypatch.setattr(model_card, "NETWORKS", network.parent)
    monkeypatch.setattr(model_card, "RESULTS", tmp_path / "results")
    return tmp_path / "results"


def test_the_command_adds_runs_and_replaces_those_it_knows(
    run: Path, network: Path, tmp_path: Path, folders: Path, capsys: Any
) -> None:
    another = write_run(tmp_path / "another", ["mcts", "champion"])
    rename(another, 1, f"champion:model={network}", network)
    main(["splendor-2p", str(run)])
    main(["splendor-2p", str(another)])
    main(["splendor-2p", str(run)])
    file = folders / "splendor-2p.json"
    found = Results.load(file)
    assert found.network == sha256(network.read_bytes()).hexdigest()
    assert [each.results[0].other for each in found.runs] == ["mcts@1", "greedy@1"]
    assert found.runs[1] == measure(run, network)
    assert "make docs" in capsys.readouterr().out


def test_the_results_of_an_older_network_are_dropped(
    run: Path, network: Path, folders: Path, capsys: Any
) -> None:
    main(["splendor-2p", str(run)])
    file = folders / "splendor-2p.json"
    known = Results.load(file)
    replace(known, network="0" * 64, runs=known.runs * 3).save(file)
    main(["splendor-2p", str(run)])
    assert len(Results.load(file).runs) == 1
    assert "another network" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["chess-2p", "run.sqlite"], "no network chess-2p"),
        (["splendor-2p", "nothing.sqlite"], "There is no file"),
    ],
)
def test_the_command_says_what_is_wrong(
    folders: Path, capsys: Any, words: list[str], expected: str
) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert expected in capsys.readouterr().err
    assert not folders.exists()
