"""The seats at the terminal: from options, and from a loaded record."""

from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.cli import main
from gemgrove.cli.errors import CommandError
from gemgrove.cli.seats import named_in, players_of, seated

VARIANT = gg.new("splendor", seed=1).variant


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["greedy"], ["greedy"]),
        (["greedy", "random"], ["greedy", "random"]),
        (["greedy,random, human"], ["greedy", "random", "human"]),
        (
            ["mcts:iterations=5,seed=3,greedy", "random:seed=7"],
            ["mcts:iterations=5,seed=3", "greedy", "random:seed=7"],
        ),
        (["random:seed=1,mcts:iterations=5"], ["random:seed=1", "mcts:iterations=5"]),
        (["exec:./bot --a,b"], ["exec:./bot --a,b"]),
        (["engine:./bot --a,b", "greedy"], ["engine:./bot --a,b", "greedy"]),
    ],
    ids=" ".join,
)
def test_several_players_may_be_named_in_one_option(options: list[str], names: list[str]) -> None:
    assert named_in(options) == names


def test_the_only_person_is_you_and_several_have_names() -> None:
    alone = seated(["greedy", "human", "greedy"], [], 1, VARIANT)
    assert (alone.names, alone.humans) == (("greedy 1", "you", "greedy 2"), (1,))
    two = seated(["human", "greedy", "human"], ["Ada"], 1, VARIANT)
    assert two.names == ("Ada", "greedy", "player 3")
    assert two.specs == ("Ada", "greedy", "human")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Ada", "Grace", "Mary"], "3 names for 2"),
        (["greedy"], "'greedy' is the name of a bot"),
        ([""], "'' is not a name"),
        (["\x1b[31mEve"], "is not a name"),
    ],
)
def test_a_name_must_be_one(names: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        seated(["human", "human"], names, 1, VARIANT)


def test_a_records_names_are_bots_or_people() -> None:
    assert players_of(["human", "greedy@1"]) == (["human", "greedy@1"], [])
    assert players_of(["Ada", "mcts:iterations=9", "human"]) == (
        ["human", "mcts:iterations=9", "human"],
        ["Ada", "human"],
    )
    assert players_of(["\x1b[31mEve", "human"])[1] == ["?[31mEve", "human"]


@pytest.mark.parametrize(
    "name",
    ["exec:touch /tmp/harm", "engine:touch /tmp/harm", "./harm.py", "./harm.py:Bot", "./m.zip"],
)
def test_a_record_starts_no_program_and_loads_no_file(name: str) -> None:
    with pytest.raises(CommandError, match="which is not loaded: say who with --vs"):
        players_of(["human", name])


def saved(folder: Path, names: list[str], *, over: bool = False) -> str:
    game = gg.new("splendor", seed=1, turn_limit=1)
    for move in ("p2 red", "p2 blue") if over else ("p2 red",):
        game.play(move)
    file = folder / "game.json"
    game.record(names=names).save(file)
    return str(file)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "names no person"),
        (["--seed", "1"], "leave out --seed and --deal"),
        (["arboretum"], "has a game of splendor for 2 players"),
        (["--players", "3"], "has a game of splendor for 2 players"),
        (["--vs", "greedy,greedy"], "--vs names too many"),
        (["--vs", "greedy", "--seat", "3"], "There is no seat 3"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_options_that_do_not_fit_the_record_are_refused(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(tmp_path, ["greedy", "random"])
    assert main(["play", "--plain", "--load", file, *options]) == 2
    assert message in " ".join(capsys.readouterr().err.split())


def test_a_game_that_is_over_is_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--plain", "--load", saved(tmp_path, ["human", "greedy"], over=True)]) == 2
    assert "gemgrove replay" in capsys.readouterr().err
