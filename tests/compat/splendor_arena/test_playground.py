"""The playground: wins, forfeits and records."""
# ruff: noqa: N802 - the names are those of the interface

import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from gemgrove.agents.agent import Forfeit
from gemgrove.compat.splendor_arena import (
    BaseGame,
    BotPlayer,
    Game,
    GameConfig,
    Performance,
    PlayGround,
    RandomPlayer,
    State,
)
from gemgrove.record import Record


class Nim(BaseGame):
    """Players take one to three matches in turn; whoever takes the last wins."""

    def getPlayerCount(self) -> int:
        """Two."""
        return 2

    def getStateSize(self) -> tuple[int, ...]:
        """The number of matches."""
        return (1,)

    def getActionSize(self) -> int:
        """Action 0 takes one match."""
        return 3

    def getInitState(self, seed: int | None = None) -> tuple[int]:
        """Seven matches."""
        return (7,)

    def getNextState(self, state: tuple[int], player: int, action: int) -> tuple[tuple[int], int]:
        """Take matches away."""
        return (state[0] - action - 1,), 3 - player

    def getValidMoves(self, state: tuple[int], player: int) -> list[int]:
        """As many as there are."""
        return [int(action < state[0]) for action in range(3)]

    def getGameEnded(self, state: tuple[int], player: int) -> list[int]:
        """The other player took the last."""
        return [0] if state[0] else [3 - player]

    def canonicalForm(self, state: tuple[int], player: int) -> tuple[int]:
        """Matches have no seat."""
        return state

    def translateAction(self, action: int, player: int) -> int:
        """Return the action unchanged."""
        return action

    def render(self, state: tuple[int]) -> str:
        """The matches."""
        return "|" * state[0]


class Script:
    """Plays these actions one after another; exceptions among them are raised."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def play(self, state: Any) -> int:
        """Play the next action."""
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer  # type: ignore[no-any-return]


def ground_of(*players: Any, **options: Any) -> PlayGround:
    """A playground with these players, filled up to three with random ones."""
    rest = [RandomPlayer(seed=seed) for seed in range(3 - len(players))]
    return PlayGround(Game(3), [*players, *rest], seed=1, **options)


def test_a_game_of_ones_own_is_played() -> None:
    ground = PlayGround(Nim(), [Script(2, 2), Script(0, 2)])
    result = ground.playGame()
    assert result.winners == (0,)
    assert (result.length, result.scores, result.record) == (3, (), None)


def test_the_template_cannot_be_played() -> None:
    with pytest.raises(TypeError, match="abstract"):
        BaseGame()  # type: ignore[abstract]


def test_every_deal_is_played_from_each_seat() -> None:
    ground = ground_of()
    ground.playGames(6)
    assert [result.seats for result in ground.results] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)] * 2
    deals = [result.record.deal for result in ground.results if result.record]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[4] == deals[5]


def test_results_are_those_of_the_record() -> None:
    ground = ground_of(BotPlayer("greedy"))
    ground.playGames(3)
    for result in ground.results:
        assert result.record is not None
        result.record.verify()
        game = Record.from_json(result.record.to_json()).replay()
        assert [result.seats[seat] for seat in game.winners] == list(result.winners)
        assert [result.scores[place] for place in result.seats] == game.scores
        assert result.length == game.board.turns
        assert result.record.names == tuple(f"player {place + 1}" for place in result.seats)


def test_performances_add_up() -> None:
    ground = ground_of(BotPlayer("greedy"))
    performances = ground.playGames(6)
    assert performances[0] == Performance(
        "player 1", games=6, wins=6, points=sum(result.scores[0] for result in ground.results)
    )
    assert sum(done.wins for done in performances) == 6
    assert [done.losses for done in performances] == [0, 6, 6]


def test_further_games_go_on_with_the_next_deal() -> None:
    whole, parts = ground_of(), ground_of()
    whole.playGames(4)
    parts.playGames(1)
    parts.playGames(3)
    assert [r.seats for r in parts.results] == [r.seats for r in whole.results]
    assert [r.record and r.record.deal for r in parts.results] == [
        r.record and r.record.deal for r in whole.results
    ]


def test_progress_is_told_after_every_game() -> None:
    told: list[tuple[int, int]] = []
    ground_of().playGames(2, progress=lambda done, games: told.append((done, games)))
    assert told == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        (48, "48 is not an action; actions are 0 to 47."),
        (-1, "-1 is not an action; actions are 0 to 47."),
        ("27", "'27' is not an action; actions are 0 to 47."),
        (None, "None is not an action; actions are 0 to 47."),
        (47, "pass is not legal: "),
        (42, "return white is not legal: "),
    ],
)
def test_an_answer_that_is_not_valid_loses_the_game(answer: Any, detail: str) -> None:
    result = ground_of(Script(answer)).playGame(seed=1)
    assert result.fault is not None
    assert (result.fault.player, result.fault.reason) == (0, "illegal move")
    assert result.fault.detail.startswith(detail)


@pytest.mark.parametrize(
    ("error", "reason", "detail"),
    [
        (ZeroDivisionError("by zero"), "crash", r"ZeroDivisionError: by zero \(.*, line \d+\)"),
        (SystemExit(3), "crash", r"SystemExit: 3 \(test_playground\.py, line \d+\)"),
        (Forfeit("timeout", "It took too long."), "timeout", r"It took too long\."),
    ],
)
def test_a_player_that_fails_loses_the_game(error: BaseException, reason: str, detail: str) -> None:
    fault = ground_of(Script(32, error)).playGame(seed=1).fault
    assert fault is not None
    assert (fault.player, fault.reason) == (0, reason)
    assert re.fullmatch(detail, fault.detail)


def test_the_line_of_the_player_is_named_where_a_function_of_the_game_has_failed() -> None:
    class Lost:
        def play(self, state: State) -> int:
            Game(3).getNextState(state, 9, 32)
            return 32

    fault = ground_of(Lost()).playGame().fault
    assert fault is not None
    assert re.fullmatch(
        r"ValueError: There is no player 9; .* \(test_playground\.py, line \d+\)", fault.detail
    )


def test_a_player_that_fails_at_the_beginning_loses_the_game() -> None:
    class Broken(RandomPlayer):
        def begin(self, state: State) -> None:
            raise RuntimeError("not today")

    result = ground_of(RandomPlayer(seed=1), Broken()).playGame()
    assert result.fault is not None
    assert (result.fault.player, result.fault.reason) == (1, "crash")
    assert result.fault.detail.startswith("RuntimeError: not today")
    assert result.length == 0


def test_a_player_that_fails_after_the_end_has_not_lost_by_that() -> None:
    class Broken(BotPlayer):
        def end(self, state: State) -> None:
            raise RuntimeError("too late")

        def close(self) -> None:
            raise RuntimeError("much too late")

    with ground_of(Broken("greedy")) as ground:
        [done, *_] = ground.playGames(1)
    assert (done.wins, done.forfeits) == (1, 0)


def test_the_other_of_two_has_won_when_one_forfeits() -> None:
    ground = PlayGround(Game(2), [RandomPlayer(seed=1), Script(32, 99)], seed=1)
    winner, loser = ground.playGames(1)
    assert (winner.wins, loser.losses, loser.forfeits) == (1, 1, 1)


def test_the_others_of_three_have_neither_won_nor_lost_when_one_forfeits() -> None:
    loser, *others = ground_of(Script(32, 99)).playGames(1)
    assert (loser.losses, loser.forfeits) == (1, 1)
    assert [(done.wins, done.draws, done.losses, done.unrated) for done in others] == [
        (0, 0, 0, 1)
    ] * 2


def test_the_games_go_on_after_a_forfeit() -> None:
    ground = ground_of(Script(99, 99))
    assert [done.games for done in ground.playGames(3)] == [3, 3, 3]
    assert [result.fault is not None for result in ground.results] == [True, True, True]


def test_a_game_that_does_not_end_is_stopped() -> None:
    ground = ground_of(most_actions=10)
    performances = ground.playGames(1)
    assert ground.results[0].stopped
    assert ground.results[0].winners == ()
    assert [done.draws for done in performances] == [1, 1, 1]


def test_a_shared_win_is_a_draw() -> None:
    class Peace(Nim):
        def getGameEnded(self, state: tuple[int], player: int) -> list[int]:
            return [0] if state[0] else [1, 2]

    ground = PlayGround(Peace(), [Script(2, 2), Script(0, 2)])
    assert [(done.wins, done.draws) for done in ground.playGames(1)] == [(0, 1), (0, 1)]


def test_the_display_shows_every_state_and_action(capsys: pytest.CaptureFixture[str]) -> None:
    PlayGround(Nim(), [Script(2, 2), Script(0, 2)], names=["Ada", "Grace"], display=True).playGame()
    assert capsys.readouterr().out.splitlines() == [
        "|||||||",
        "Ada: action 2",
        "||||",
        "Grace: action 0",
        "|||",
        "Ada: action 2",
        "",
    ]


def test_the_display_tells_of_a_forfeit(capsys: pytest.CaptureFixture[str]) -> None:
    PlayGround(Nim(), [Script(7), Script()], display=True).playGame()
    assert capsys.readouterr().out.splitlines()[-1] == (
        "player 1 forfeits, illegal move: 7 is not an action; actions are 0 to 2."
    )


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        (lambda: Game(seed="x"), TypeError, "seed is 'x'; it must be a whole number."),  # type: ignore[arg-type]
        (
            lambda: Game(players="3"),  # type: ignore[arg-type]
            TypeError,
            "The number of players is '3'; it must be a whole number: 2, 3 or 4.",
        ),
        (lambda: Game(players=5), ValueError, "The number of players is 5; it can be 2, 3 or 4."),
        (
            lambda: PlayGround(Game(2), None),  # type: ignore[arg-type]
            TypeError,
            "players is None; it must be a list of 2 players, objects with a method play(state).",
        ),
        (
            lambda: PlayGround(3, []),  # type: ignore[arg-type]
            TypeError,
            (
                "3 is not a game; a game is an object of a class derived from BaseGame, such as "
                "Game(players=3)."
            ),
        ),
        (
            lambda: ground_of(most_actions="9"),
            TypeError,
            "most_actions is '9'; it must be a whole number.",
        ),
        (
            lambda: ground_of().playGames("3"),  # type: ignore[arg-type]
            TypeError,
            "games is '3'; it must be a whole number.",
        ),
        (lambda: ground_of().playGames(-1), ValueError, "games is -1; it must be 0 or more."),
        (
            lambda: ground_of().playGame(3),  # type: ignore[arg-type]
            TypeError,
            "seats is 3; it must give every player one seat, as [0, 1, 2] does.",
        ),
        (
            lambda: ground_of().playGame(seed="x"),  # type: ignore[arg-type]
            TypeError,
            "seed is 'x'; it must be a whole number.",
        ),
        (
            lambda: BotPlayer(3),  # type: ignore[arg-type]
            TypeError,
            (
                "3 is not a bot; a bot is a spec, such as 'greedy', or an object with a method "
                "choose(view)."
            ),
        ),
        (
            lambda: GameConfig(players="greedy"),  # type: ignore[arg-type]
            TypeError,
            "players is 'greedy'; it must be a tuple of names, such as ('greedy', 'random').",
        ),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(
    wrong: Callable[[], object], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=f"^{re.escape(said)}$"):
        wrong()


def test_wrong_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="The game is for 3 players, and there are 2"):
        PlayGround(Game(3), [RandomPlayer(), RandomPlayer()])
    with pytest.raises(ValueError, match="There are 1 names for 2 players"):
        PlayGround(Nim(), [Script(), Script()], names=["Ada"])
    with pytest.raises(TypeError, match="is not a player: it has no method play"):
        PlayGround(Nim(), [Script(), sys])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"^Script is a class; a player is .*: Script\(\)\.$"):
        PlayGround(Nim(), [Script(), Script])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="it must give every player one seat"):
        PlayGround(Nim(), [Script(), Script()]).playGame([0, 0])
