"""The names that `import gemgrove` offers at once."""

import inspect
import subprocess
import sys

import pytest

import gemgrove as gg


def in_a_new_process(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", f"import gemgrove as gg\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_dir_shows_every_public_name() -> None:
    assert in_a_new_process("print(set(gg.__all__) <= set(dir(gg)))") == "True"


@pytest.mark.parametrize("name", [*gg.GAMES, "agents"])
def test_a_module_is_there_without_an_import_of_its_own(name: str) -> None:
    assert in_a_new_process(f"print(gg.{name}.__name__)") == f"gemgrove.{name}"


def test_a_star_import_gives_every_public_name() -> None:
    code = "from gemgrove import *\nprint(set(gg.__all__) <= set(globals()))"
    assert in_a_new_process(code) == "True"


def test_importing_the_package_loads_no_game_and_not_numpy() -> None:
    loaded = "import sys; print(*(name for name in sys.modules))"
    assert not {"numpy", *(f"gemgrove.{name}" for name in gg.GAMES)} & set(
        in_a_new_process(loaded).split()
    )


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        gg.chess  # noqa: B018


def test_the_signature_of_play_can_be_inspected() -> None:
    assert list(inspect.signature(gg.Game.play).parameters) == ["self", "move"]
    game = gg.new("splendor", seed=1)
    assert str(inspect.signature(game.play)) == "(move)"
    game.play(move="p3 red white blue")
    assert game.actions == [1]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [((), {}), ((1, 2), {}), ((), {"action": 1}), ((1,), {"move": 1})],
)
def test_play_takes_one_move(arguments: tuple[int, ...], named: dict[str, int]) -> None:
    game = gg.new("splendor", seed=1)
    with pytest.raises(TypeError, match="takes one argument, the move"):
        game.play(*arguments, **named)
    assert game.actions == []


def test_the_names_of_games_are_checked() -> None:
    assert gg.game_name("splendor") == "splendor"
    with pytest.raises(ValueError, match="There is no game 'chess'; the games are"):
        gg.game_name("chess")
