"""Bots under the engine's time limit: their budget, their input, and their fallback."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import GreedyAgent, SearchAgent
from gemgrove.cli.bot import time_limit
from gemgrove.compat.arboretum_engine import last_move, write_view
from gemgrove.compat.arboretum_engine.engine_bot import reply_to
from gemgrove.compat.arboretum_engine.timed_bot import SHARE, THINKING, TimedBot, decide
from tests.compat.arboretum_engine.engine import BotProcess, play_game

FAR = 10.0**6


class FakeClock:
    """A clock that a test advances by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class SlowAgent(GreedyAgent):
    """Takes some time for each decision, and records its time limits."""

    def __init__(self, clock: FakeClock, takes: float) -> None:
        self.clock, self.takes = clock, takes
        self.allowed: list[float] = []

    def limit(self, seconds: float) -> None:
        self.allowed.append(seconds)

    def choose(self, view: gg.View) -> int:
        self.clock.now += self.takes
        return super().choose(view)


def to_plant() -> gg.View:
    game = gg.new("arboretum", seed=6)
    for _ in range(12):
        game.play(game.view(game.to_move).greedy_action())
    assert game.board.phase == "pick"
    return game.view(game.to_move)


@pytest.mark.parametrize(
    ("takes", "allowed"), [(0.0, [4.0, 8.0]), (4.0, [4.0, 4.0]), (9.0, [4.0, 0.0])]
)
def test_the_two_decisions_of_a_plant_share_the_time_of_one_message(
    takes: float, allowed: list[float]
) -> None:
    clock = FakeClock()
    bot = SlowAgent(clock, takes)
    decide(bot, to_plant(), deadline=clock() + 8.0, clock=clock)
    assert bot.allowed == allowed


def test_any_other_decision_has_the_whole_time() -> None:
    clock = FakeClock()
    bot = SlowAgent(clock, 0.0)
    decide(bot, gg.new("arboretum", seed=6).view(0), deadline=clock() + 8.0, clock=clock)
    assert bot.allowed == [8.0]


def test_a_search_that_may_take_for_ever_ends_when_its_time_is_up_with_what_it_has() -> None:
    bot = SearchAgent(iterations=10**12, seed=1)
    view = to_plant()
    for seconds in (0.0, -1.0, 0.01):
        bot.limit(seconds)
        assert bot.choose(view) in view.legal_actions()


def test_a_limit_is_for_one_decision_and_does_not_lengthen_a_search() -> None:
    view = to_plant()
    bot = SearchAgent(iterations=50, seed=1)
    bot.limit(FAR)
    assert bot.choose(view) == SearchAgent(iterations=50, seed=1).choose(view)
    quick = SearchAgent(iterations=50, seed=1)
    quick.limit(0.0)
    quick.choose(view)
    quick.choose(view)
    assert quick.search.run(view).iterations >= 50 + 50


def test_a_search_is_asked_to_end_before_it_would_be_stopped() -> None:
    assert 0 < THINKING < SHARE < 1


@pytest.mark.parametrize("bot", ["mcts:seconds=100", "mcts:iterations=1000000000"])
def test_a_search_of_any_length_answers_every_message_of_a_game(bot: str) -> None:
    with BotProcess(bot, "--time-limit", "2000") as process:
        play_game(process, 3, moves=8)
        code, left, _ = process.close()
    assert (code, left) == (0, [])


def test_a_search_plays_whole_games_within_the_engines_usual_time_limit() -> None:
    with BotProcess("mcts:seconds=0.3") as process:
        game = play_game(process, 4, seat=1)
        code, left, errors = process.close()
    assert game.over
    assert (code, left) == (0, [])
    # On a busy machine, greedy may sometimes have to step in; nothing else may go wrong.
    assert all("did not answer within 200 ms" in line for line in errors.splitlines())


def test_a_bot_has_the_time_that_is_left_since_the_message_came() -> None:
    clock = FakeClock()
    said: list[str] = []
    with TimedBot("greedy", time_limit=FAR, warn=said.append, clock=clock) as bot:
        view = gg.new("arboretum", seed=6).view(0)
        assert bot.choose(view, arrived=clock()) is not None
        assert said == []
        assert bot.choose(view, arrived=clock() - FAR) is None
        assert said == ["There was no time left to ask the bot greedy."]
        assert bot.choose(view, arrived=clock()) is not None


def test_the_reply_does_not_wait_until_a_late_bot_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "sleepy.py"
    file.write_text("import time\nclass Sleepy:\n    def choose(self, view): time.sleep(3600)\n")
    said: list[str] = []
    view = to_plant()
    with TimedBot(f"{file}:Sleepy", time_limit=0.1, warn=said.append) as bot:
        first = bot._process
        assert bot.choose(view, time.monotonic()) is None
        assert bot._process is first
        bot.spec, bot.time_limit = "greedy", FAR
        assert bot.choose(view, time.monotonic()) == decide(GreedyAgent(), view)
        assert bot._process is not first
        assert not first.is_alive()
    assert len(said) == 1


@pytest.mark.parametrize(
    ("option", "timeout", "limit"),
    [(None, None, 300), (None, "450", 450), (700, "450", 700), (700, None, 700)],
)
def test_the_time_limit_is_the_options_the_environments_or_the_usual_one(
    option: int | None, timeout: str | None, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TIMEOUT", raising=False)
    if timeout is not None:
        monkeypatch.setenv("TIMEOUT", timeout)
    assert time_limit(option) == limit


@pytest.mark.parametrize("timeout", ["", "soon", "0", "-5", "1.5", "9" * 5000])
def test_an_invalid_timeout_is_reported_and_the_default_applies(
    timeout: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TIMEOUT", timeout)
    assert time_limit(None) == 300
    assert "TIMEOUT is" in capfd.readouterr().err


# Odd states


def at(moves: int) -> tuple[gg.Game, dict[str, Any]]:
    """A game after that many decisions, and the state its player to move receives."""
    game = gg.new("arboretum", seed=6)
    for _ in range(moves):
        game.play(game.view(game.to_move).greedy_action())
    return game, write_view(game.view(game.to_move), previous=last_move(game))


ODD: dict[str, Any] = {
    "one card more in the deck": lambda state: state.update(deck=state["deck"] + 1),
    "one card fewer in the deck": lambda state: state.update(deck=state["deck"] - 1),
    "no deck": lambda state: state.pop("deck"),
    "no opponent's hand": lambda state: state.pop("opponentHand"),
    "an opponent's hand of null": lambda state: state.update(opponentHand=None),
    "an empty opponent's hand": lambda state: state.update(opponentHand=[]),
    "an opponent's hand as a count": lambda state: state.update(opponentHand=7),
    "no subTurn": lambda state: state.pop("subTurn"),
    "no activeTurn": lambda state: state.pop("activeTurn"),
    "neither subTurn nor activeTurn": lambda state: [state.pop("subTurn"), state.pop("activeTurn")],
    "no turn and no previous turn": lambda state: [
        state.pop("turn"),
        state.pop("showPreviousTurn"),
    ],
}


@pytest.mark.parametrize("moves", [0, 21, 22, 24])  # the sub-turns, the first of the game
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_state_is_played_as_if_it_were_right(odd: str, moves: int) -> None:
    game, state = at(moves)
    seat = game.to_move
    right = decide(GreedyAgent(), game.view(seat))
    ODD[odd](state)
    line = json.dumps({"state": state, "messageID": 1}).encode()
    said: list[str] = []
    asked: list[gg.View] = []
    reply = reply_to(line, lambda view, _: asked.append(view), said.append)
    assert reply is not None
    move = json.loads(reply)["move"]
    assert move == json.loads(json.dumps(agents_json(right)))
    assert len(asked) == 1


def agents_json(move: Any) -> Any:
    """A move as the engine receives it."""
    if isinstance(move, int):
        return move
    return {"card": move.card, "coord": move.coord} if hasattr(move, "coord") else list(move)


def test_a_bot_that_may_be_limited_is_told_and_others_are_left_alone() -> None:
    agents.limit(GreedyAgent(), 1.0)
    clock = FakeClock()
    bot = SlowAgent(clock, 0.0)
    agents.limit(bot, 1.5)
    assert bot.allowed == [1.5]
