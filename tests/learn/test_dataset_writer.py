"""Shards: files of decisions, from self-play and from games that were played elsewhere."""

import re
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

import gemgrove as gg
from gemgrove import agents
from gemgrove.learn import dataset_writer
from gemgrove.learn.dataset_writer import DatasetWriter
from gemgrove.learn.shards import COLUMNS, ShardError, read_shard, write_shard
from tests.learn.runs import GAMES, self_play, variant_of


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_shard_is_read_as_it_was_written(tmp_path: Path, name: gg.GameName, players: int) -> None:
    variant, path = variant_of(name, players), tmp_path / "shard.safetensors"
    made = self_play(variant, games=2)
    write_shard(path, variant, made, "self-play")
    columns = read_shard(path, variant)
    assert set(columns) == set(COLUMNS)
    for column, kind in COLUMNS.items():
        assert columns[column].dtype == kind
        assert np.array_equal(columns[column], made[column].astype(kind)), column
    assert set(read_shard(path, variant, ("games",))) == {"games"}


def test_what_is_not_a_shard_of_this_game_is_refused(tmp_path: Path) -> None:
    variant, path = variant_of("splendor", 2), tmp_path / "shard.safetensors"
    write_shard(path, variant, self_play(variant, games=1), "self-play")
    with pytest.raises(ShardError, match=r"has the players 2; it must be 3\."):
        read_shard(path, variant_of("splendor", 3))
    with pytest.raises(ShardError, match=r"has the game splendor; it must be arboretum\."):
        read_shard(path, variant_of("arboretum", 2))
    save_file(load_file(path), tmp_path / "bare.safetensors")
    with pytest.raises(ShardError, match=r"bare.safetensors is not a shard of decisions\."):
        read_shard(tmp_path / "bare.safetensors", variant)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ShardError, match=r"shard.safetensors cannot be read: .*\.$"):
        read_shard(path, variant)
    with pytest.raises(ShardError, match=r"nothing.safetensors cannot be read"):
        read_shard(tmp_path / "nothing.safetensors", variant)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_dataset_of_a_game_has_every_decision_as_it_was_made(
    tmp_path: Path, name: gg.GameName, players: int
) -> None:
    seats = [agents.make("random", seed=seat) for seat in range(players)]
    end = agents.play_out(gg.new(name, players=players, seed=6), seats)
    dataset = DatasetWriter(tmp_path / "shards")
    dataset.add(end.record())
    dataset.close()
    (path,) = dataset.shards
    columns = read_shard(path, end.variant)
    game, core = gg.new(name, players=players, seed=6), end.variant.core
    row = begin = 0
    for action in end.actions:
        legal = game.legal_actions()
        if len(legal) > 1:
            rows, mover = slice(begin, begin + len(legal)), game.to_move
            order = [(mover + i) % players for i in range(players)]
            assert np.array_equal(columns["observations"][row], game.observe(mover))
            assert columns["action_counts"][row] == len(legal)
            assert columns["actions"][rows].tolist() == legal
            assert columns["policy"][rows].tolist() == [each == action for each in legal]
            assert not columns["visits"][rows].any()
            results = [(seat in end.winners) / len(end.winners) for seat in order]
            assert np.allclose(columns["results"][row], results, atol=1e-3)
            values = columns["root_values"].reshape(-1, players, players)[row]
            for i in range(players):
                assert np.array_equal(values[i], np.roll(columns["results"][row], -i))
            assert columns["places"][row].tolist() == [end.places[seat] for seat in order]
            for i, seat in enumerate(order):
                inputs = core.network_inputs(game.view(seat))
                assert np.array_equal(columns["inputs"][row * players + i], inputs)
            action_inputs = core.action_inputs(game.view(mover))
            assert np.array_equal(columns["action_inputs"][rows], action_inputs)
            row, begin = row + 1, begin + len(legal)
        game.play(action)
    assert len(columns["games"]) == dataset.decisions == row
    assert len(columns["actions"]) == begin


def test_one_decision_by_hand(tmp_path: Path) -> None:
    game = gg.new("splendor", seed=42)
    game.play("p3 red white blue")
    end = agents.play_out(game.copy(), [agents.make("greedy")] * 2)
    dataset = DatasetWriter(tmp_path)
    dataset.add(end.record())
    dataset.close()
    columns = read_shard(dataset.shards[0], end.variant)
    chosen = np.flatnonzero(columns["policy"][: columns["action_counts"][0]])
    (action,) = columns["actions"][chosen]
    assert end.variant.parse("p3 white blue red").action == action
    won = [float(seat in end.winners) for seat in (0, 1)]
    assert columns["results"][0].tolist() == won
    assert columns["results"][1].tolist() == won[::-1]  # the other seat is to move


def test_games_of_different_rules_are_in_different_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gemgrove.learn.dataset_writer.SHARD_GAMES", 2)
    dataset = DatasetWriter(tmp_path / "shards")
    for seed in range(3):
        for rules in ("official", "core"):
            game = gg.new("splendor", rules=rules, seed=seed)
            dataset.add(agents.play_out(game, [agents.make("greedy")] * 2).record())
    dataset.close()
    assert [path.name for path in dataset.shards] == [
        f"splendor-2p-{number:06}.safetensors" for number in range(4)
    ]
    numbers = [set(load_file(path)["games"]) for path in dataset.shards]
    assert numbers == [{0, 2}, {1, 3}, {4}, {5}]


def test_an_unfinished_game_and_a_used_folder_are_refused(tmp_path: Path) -> None:
    dataset = DatasetWriter(tmp_path)
    with pytest.raises(ValueError, match="The game is not over"):
        dataset.add(gg.new("splendor", seed=1).record())
    (tmp_path / "mine").touch()
    with pytest.raises(FileExistsError, match="exists already; name a new folder"):
        DatasetWriter(tmp_path)


def test_the_page_has_the_columns_of_a_shard() -> None:
    page = (Path(__file__).parents[2] / "docs/training.md").read_text(encoding="utf-8")
    table = page[page.index("| tensor | shape |") :].split("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` ", table, re.MULTILINE) == list(COLUMNS)


def test_after_an_error_there_are_no_shards_and_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset_writer, "SHARD_GAMES", 1)
    folder = tmp_path / "shards"
    game = agents.play_out(gg.new("splendor", seed=1), [agents.make("greedy")] * 2)
    with DatasetWriter(folder) as dataset:
        dataset.add(game.record())
    assert [*folder.iterdir()] == dataset.shards
    dataset = DatasetWriter(tmp_path / "new")
    dataset.add(game.record())
    assert dataset.shards
    with pytest.raises(ValueError, match="not over"), dataset:
        dataset.add(gg.new("splendor", seed=1).record())
    assert not (tmp_path / "new").exists()
