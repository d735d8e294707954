"""A bot in a separate process, which can be stopped if it does not answer in time.

A thread could not be stopped, and one that holds the interpreter lock would also delay the reply.
A bot's output goes to stderr. A process that was late or has ended is replaced only when the bot
is asked again, because starting another can take longer than a reply may. A bot gets the whole view
each time, so it loses nothing but what it remembered.

A bot that accepts a time limit, such as a search, answers after half of the limit with what it has
found by then. Planting takes two decisions, which share that time.
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, Self

from gemgrove import agents
from gemgrove.agents import Agent
from gemgrove.arboretum.moves import Move
from gemgrove.arboretum_engine.moves import EngineMove, from_own
from gemgrove.game import View

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

THINKING = 1 / 2
"""The fraction of the time limit given to a bot that accepts a limit."""
SHARE = 2 / 3
"""The fraction after which any bot is stopped; the rest is for pipes, scheduler and greedy."""

_ANY_SEED = 0
_GRACE_SECONDS = 1.0

Clock = Callable[[], float]

# Forking takes a few milliseconds; starting a new interpreter takes longer than a move may.
_PROCESSES = multiprocessing.get_context("fork")


class TimedBot:
    """A bot that must answer each request within a time limit."""

    def __init__(
        self,
        spec: str,
        *,
        time_limit: float,
        warn: Callable[[str], None],
        private: Iterable[IO[Any]] = (),
        clock: Clock = time.monotonic,
    ) -> None:
        """Start the bot. The limit is in seconds; `private` files are closed in its process."""
        self.spec = spec
        self.time_limit = time_limit
        self._warn = warn
        self._private = list(private)
        self._clock = clock
        self._start()

    def choose(self, view: View, arrived: float) -> EngineMove | None:
        """Return the bot's move; None, with a warning, if there is none in time.

        The time limit begins at `arrived`, when the message arrived.
        """
        if self._lost:
            self.stop()
            self._start()
        left = arrived + self.time_limit * SHARE - self._clock()
        if left <= 0:
            self._warn(f"There was no time left to ask the bot {self.spec}.")
            return None
        try:
            self._pipe.send((view, arrived + self.time_limit * THINKING))
            in_time = self._pipe.poll(left)
            answer: Any = self._pipe.recv() if in_time else None
        except (EOFError, OSError):
            self._lose(f"The process of the bot {self.spec} has ended.")
            return None
        if not in_time:
            allowed = f"{self.time_limit * SHARE * 1000:.0f} ms"
            self._lose(f"The bot {self.spec} did not answer within {allowed}.")
            return None
        if isinstance(answer, str):
            self._warn(answer)
            return None
        move: EngineMove = answer
        return move

    def stop(self) -> None:
        """End the bot's process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start(self) -> None:
        self._pipe, far_end = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(
            target=_serve,
            args=(self.spec, self.time_limit, far_end, [*self._private, self._pipe]),
            daemon=True,
        )
        self._process.start()
        far_end.close()
        self._lost = False

    def _lose(self, why: str) -> None:
        """Give up on the process; it is replaced when the bot is asked again."""
        self._process.kill()
        self._lost = True
        self._warn(why)


def decide(
    bot: Agent, view: View, *, deadline: float | None = None, clock: Clock = time.monotonic
) -> EngineMove:
    """Return a bot's move: one decision, or two if a card is to be planted.

    Two decisions share the time until the deadline: the first gets half of it, the second the rest.
    """
    assert view.seat is not None
    planting = view.board.phase == "pick"
    _limit(bot, deadline, clock, share=2 if planting else 1)
    # The hidden cards are drawn at random; the view does not show them, so this does not matter.
    game = view.sample(_ANY_SEED)
    game.play(bot.choose(view))
    if game.board.phase == "plant":
        _limit(bot, deadline, clock)
        game.play(bot.choose(game.view(view.seat)))
    return from_own([move for move in game.moves if isinstance(move, Move)], view.seat)


def _limit(bot: Agent, deadline: float | None, clock: Clock, *, share: int = 1) -> None:
    if deadline is not None:
        agents.limit(bot, max(0.0, deadline - clock()) / share)


def _serve(
    spec: str, time_limit: float, pipe: "Connection[Any, Any]", private: Iterable[Any]
) -> None:
    """Run the bot's process: views in, moves out, or a text that says what went wrong."""
    for file in private:
        file.close()
    with suppress(OSError):
        os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bot = agents.make(spec)
    while True:
        try:
            view, deadline = pipe.recv()
        except (EOFError, OSError):
            return
        # The parent would have stopped the bot by then; if it is gone, nobody else would.
        signal.setitimer(signal.ITIMER_REAL, time_limit + _GRACE_SECONDS)
        try:
            answer: Any = decide(bot, view, deadline=deadline)
        except Exception as error:  # noqa: BLE001 - a bot may raise anything
            answer = f"The bot {spec} failed: {type(error).__name__}: {error}"
        signal.setitimer(signal.ITIMER_REAL, 0)
        with suppress(OSError):
            pipe.send(answer)
