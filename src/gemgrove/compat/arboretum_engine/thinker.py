"""A bot in a process of its own, so that it can be stopped when it does not answer in time.

A thread could not be stopped, and one that does not let go of the interpreter would hold up the
reply, too. What a bot prints there goes to stderr. When it is late, has crashed or has ended, the
process is replaced by a fresh one; a bot gets the whole view each time, so it has lost nothing but
what it remembered.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, Self

from gemgrove import agents
from gemgrove.agents import Agent
from gemgrove.arboretum.moves import Move
from gemgrove.compat.arboretum_engine.moves import EngineMove, from_own
from gemgrove.game import View

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_ANY_SEED = 0
_GRACE_SECONDS = 1.0

# Forked, for that takes a few milliseconds where a new interpreter takes longer than a move may.
_PROCESSES = multiprocessing.get_context("fork")


class Thinker:
    """A bot that is asked for moves and given so many seconds for each."""

    def __init__(
        self,
        spec: str,
        *,
        seconds: float,
        complain: Callable[[str], None],
        private: Iterable[IO[Any]] = (),
    ) -> None:
        """`private` files are closed in the bot's process."""
        self.spec = spec
        self.seconds = seconds
        self._complain = complain
        self._private = list(private)
        self._start()

    def choose(self, view: View) -> EngineMove | None:
        """The bot's move; None, with a complaint, where there is none in time."""
        try:
            self._pipe.send(view)
            in_time = self._pipe.poll(self.seconds)
            answer: Any = self._pipe.recv() if in_time else None
        except (EOFError, OSError):
            self._replace(f"The process of the bot {self.spec} has ended.")
            return None
        if not in_time:
            allowed = f"{self.seconds * 1000:.0f} ms"
            self._replace(f"The bot {self.spec} did not answer within {allowed}.")
            return None
        if isinstance(answer, str):
            self._complain(answer)
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
            args=(self.spec, self.seconds, far_end, [*self._private, self._pipe]),
            daemon=True,
        )
        self._process.start()
        far_end.close()

    def _replace(self, why: str) -> None:
        self.stop()
        self._start()
        self._complain(why)


def decide(bot: Agent, view: View) -> EngineMove:
    """A bot's move where a view stands: one decision, or two where a card is to be planted."""
    assert view.seat is not None
    # Hidden cards are drawn by lot, which does not matter: the view of it shows none of them.
    game = view.sample(_ANY_SEED)
    game.play(bot.choose(view))
    if game.board.phase == "plant":
        game.play(bot.choose(game.view(view.seat)))
    return from_own([move for move in game.moves if isinstance(move, Move)], view.seat)


def _serve(spec: str, seconds: float, pipe: "Connection[Any, Any]", private: Iterable[Any]) -> None:
    """What the bot's process does: views in, moves out, or a text that says what went wrong."""
    for file in private:
        file.close()
    with suppress(OSError):
        os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bot = agents.make(spec)
    while True:
        try:
            view = pipe.recv()
        except (EOFError, OSError):
            return
        # Whoever has asked would have stopped it by then; if they are gone, nobody else does.
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE_SECONDS)
        try:
            answer: Any = decide(bot, view)
        except Exception as error:  # noqa: BLE001 - a bot may raise anything
            answer = f"The bot {spec} failed: {type(error).__name__}: {error}"
        signal.setitimer(signal.ITIMER_REAL, 0)
        with suppress(OSError):
            pipe.send(answer)
