"""Errors in a custom game: the message names its method and line, and no player is blamed."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gemgrove.compat.splendor_arena import GameError, HumanPlayer, PlayGround, RandomPlayer
from gemgrove.compat.splendor_arena.play import main
from tests.compat.splendor_arena import tic_tac_toe
from tests.compat.splendor_arena.tic_tac_toe import Board, LookAhead, TicTacToe

HERE = Path(__file__).name


def odd(**methods: Callable[..., Any]) -> TicTacToe:
    """Tic-tac-toe with some methods replaced."""
    game = type("Odd", (TicTacToe,), methods)()
    assert isinstance(game, TicTacToe)
    return game


def fails(*_: Any) -> Any:
    return dict[str, int]()["lost"]


def error_of(game: TicTacToe, *players: Any, **options: Any) -> str:
    """The playground's error for this game."""
    ground = PlayGround(game, players or [LookAhead(), LookAhead()], **options)
    with pytest.raises(GameError) as caught:
        ground.playGames(1)
    assert ground.results == []
    return str(caught.value)


@pytest.mark.parametrize("seed", [None, 5])
def test_a_game_that_takes_no_seed_is_given_none(seed: int | None) -> None:
    def begins(self: object) -> Board:
        return [0] * 9

    game = odd(getInitState=begins)
    ground = PlayGround(game, [LookAhead(), LookAhead()], seed=seed)
    assert [done.games for done in ground.playGames(2)] == [2, 2]
    assert ground.playGame(seed=1).fault is None
    assert game.getStateSize() == (9,)


@pytest.mark.parametrize("named", ["seed", "*, seed", "number", "*numbers"])
def test_a_game_that_takes_a_seed_is_given_it(named: str) -> None:
    given: list[Any] = []
    scope: dict[str, Any] = {"given": given}
    name = re.findall(r"\w+", named)[0]
    exec(f"def begins(self, {named}):\n    given.append({name})\n    return [0] * 9", scope)
    PlayGround(odd(getInitState=scope["begins"]), [LookAhead(), LookAhead()], seed=5).playGames(1)
    assert given in ([5], [(5,)])


def test_a_game_that_takes_no_seed_is_played_at_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path(tic_tac_toe.__file__).read_text()
    (tmp_path / "mine.py").write_text(text.replace("seed: int | None = None", ""))
    words = ["--game", f"{tmp_path / 'mine.py'}:TicTacToe", "--players", "random", "random"]
    assert main(words) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "method",
    [
        "getInitState",
        "getNextState",
        "getValidMoves",
        "getGameEnded",
        "canonicalForm",
        "translateAction",
        "getScores",
        "getTurns",
        "record",
        "display",
        "displayAction",
    ],
)
def test_an_exception_of_a_game_is_told_with_its_class_method_and_line(method: str) -> None:
    line = fails.__code__.co_firstlineno + 1
    said = error_of(odd(**{method: fails}), display=True)
    assert said.startswith(f"{method} of Odd has failed: KeyError: 'lost' ({HERE}, line {line}).")


@pytest.mark.parametrize("players", [[], ["--players", "random", "random"]])
def test_the_command_ends_with_the_sentence(
    players: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path(tic_tac_toe.__file__).read_text()
    (tmp_path / "mine.py").write_text(text.replace("        return 2\n", "        return 2 // 0\n"))
    assert main(["--game", f"{tmp_path / 'mine.py'}:TicTacToe", *players]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("getPlayerCount of TicTacToe has failed: ZeroDivisionError: ")
    assert re.search(r"\(mine\.py, line \d+\)\.\n$", err)


@pytest.mark.parametrize("method", ["getPlayerCount", "getActionSize"])
def test_a_game_that_does_not_know_its_sizes_is_refused(method: str) -> None:
    with pytest.raises(GameError, match=f"^{method} of Odd has failed: KeyError"):
        PlayGround(odd(**{method: fails}), [LookAhead(), LookAhead()])
    with pytest.raises(GameError, match=f"^{method} of Odd has returned '2'; it must be a whole"):
        PlayGround(odd(**{method: lambda _: "2"}), [LookAhead(), LookAhead()])


def test_the_order_is_told_where_parameters_have_unusual_names() -> None:
    def following(self: object, pid: int, board: Board, a: int) -> tuple[Board, int]:
        return [*board[:a], pid, *board[a + 1 :]], 3 - pid

    line = following.__code__.co_firstlineno + 1
    said = error_of(odd(getNextState=following))
    assert said.startswith("getNextState of Odd has failed: TypeError: ")
    assert said.endswith(
        f"({HERE}, line {line}). It is given the state as pid and the player as board; for the "
        "other order, the first parameter must be called player."
    )


def test_a_method_with_too_few_parameters_is_told_with_its_line() -> None:
    def ended(self: object, state: Board) -> list[int]:
        return [0]

    said = error_of(odd(getGameEnded=ended))
    assert said.startswith("getGameEnded of Odd has failed: TypeError: ")
    assert said.endswith(f"({HERE}, line {ended.__code__.co_firstlineno}).")


@pytest.mark.parametrize(
    ("method", "answer", "said"),
    [
        ("getScores", [1], "[1]; it must be a list of 2 numbers, one for each player, or an empty"),
        ("getScores", [1, 2, 3], "[1, 2, 3]; it must be a list of 2 numbers"),
        ("getScores", 3, "3; it must be a list of 2 numbers"),
        ("getScores", ["1", "2"], "['1', '2']; it must be a list of 2 numbers"),
        ("getTurns", "many", "'many'; it must be a whole number or None."),
        ("record", "game", "'game'; it must be a Record or None."),
        ("translateAction", 9, "9; it must be an action, 0 to 8."),
        ("translateAction", None, "None; it must be an action, 0 to 8."),
        ("getValidMoves", [1], "[1]; it must be a list of 9 numbers, one for each action."),
        ("getValidMoves", None, "None; it must be a list of 9 numbers, one for each action."),
    ],
)
def test_what_a_game_returns_is_checked(method: str, answer: Any, said: str) -> None:
    assert f"{method} of Odd has returned {said}" in error_of(odd(**{method: lambda *_: answer}))


@pytest.mark.parametrize("kind", [LookAhead, RandomPlayer])
@pytest.mark.parametrize("seen", [{"board": [0] * 9}, None, [0] * 4])
def test_a_player_is_not_blamed_for_a_canonical_form_that_is_not_a_state(
    seen: Any, kind: Callable[[], Any]
) -> None:
    class Careful(kind):  # type: ignore[misc, valid-type]
        def play(self, state: Any) -> int:
            assert len(state) == 9
            return int(super().play(state))

    said = error_of(odd(canonicalForm=lambda *_: seen), Careful(), Careful())
    assert said.startswith("canonicalForm of Odd has returned ")
    assert said.endswith("; it must be a state, such as [0, 0, 0, 0, 0, 0, ...].")


def test_a_player_is_not_blamed_where_the_game_fails_with_its_canonical_form() -> None:
    def canonical(self: object, state: Board, player: int) -> list[str]:
        return ["x"] * 9

    def valid(self: object, state: Board, player: int) -> list[int]:
        return [1 - abs(cell) for cell in state]

    game = odd(canonicalForm=canonical, getValidMoves=valid)
    said = error_of(game, RandomPlayer(), RandomPlayer())
    assert said.startswith("getValidMoves of Odd has failed: TypeError: bad operand")


class Ahead(RandomPlayer):
    """Looks one step ahead with the game it receives."""

    def play(self, state: Board) -> int:
        assert self.game is not None
        for action in self.valid_actions(state):
            self.game.getNextState(state, 1, action)
        return super().play(state)


def test_a_player_that_looks_ahead_is_not_blamed_where_the_game_fails() -> None:
    def following(self: object, state: Board, player: int, action: int) -> tuple[Board, int]:
        return [*state[:action], player, *state[action + 1 :]], {0: 3 - player}[action // 8]

    said = error_of(odd(getNextState=following), Ahead(), Ahead())
    assert said.startswith("getNextState of Odd has failed: KeyError: 1 (")


def test_a_player_that_calls_the_game_wrongly_is_to_blame() -> None:
    class Wrong(RandomPlayer):
        def play(self, state: Board) -> int:
            assert self.game is not None
            self.game.getNextState(None, 1, 0)
            return 0

    game = TicTacToe()
    fault = PlayGround(game, [LookAhead(), Wrong(game)]).playGame().fault
    assert fault is not None
    assert (fault.player, fault.reason) == (1, "crash")


def test_a_player_that_changes_its_state_and_fails_is_to_blame() -> None:
    class Spoils:
        def play(self, state: Board) -> int:
            state.clear()
            raise RuntimeError

    fault = PlayGround(TicTacToe(), [LookAhead(), Spoils()]).playGame().fault
    assert fault is not None
    assert (fault.player, fault.reason) == (1, "crash")


def test_a_person_is_not_blamed_for_a_display_that_fails() -> None:
    person = HumanPlayer(ask=lambda _: "0", say=lambda _: None)
    said = error_of(odd(display=fails), person, LookAhead())
    assert said.startswith("render of Odd has failed: KeyError: 'lost' (")


def test_an_invalid_action_is_the_players_even_if_the_game_fails_with_it() -> None:
    class Stubborn:
        def play(self, state: Board) -> int:
            return 0

    def following(self: object, state: Board, player: int, action: int) -> tuple[Board, int]:
        assert state[action] == 0
        return TicTacToe().getNextState(state, player, action)

    game = odd(getNextState=following)
    fault = PlayGround(game, [Stubborn(), Stubborn()]).playGame().fault
    assert fault is not None
    assert (fault.player, fault.reason) == (1, "illegal move")
    assert fault.detail == "action 0 (0) is not valid now."
