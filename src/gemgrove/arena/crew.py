"""The worker processes of a run, and who of them plays what.

A worker that dies loses one game, which is given to another worker once more. If that one dies,
too, the game is a fault and the run goes on.
"""

import multiprocessing
import signal
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import Any

from gemgrove.arena.outcome import FAULT, GameOutcome
from gemgrove.arena.schedule import ScheduledGame
from gemgrove.arena.table import Venue
from gemgrove.arena.wards import Wards
from gemgrove.arena.worker import READY, Started, work

_MOST_RETRIES = 1
_TICK_SECONDS = 0.1
_GRACE_SECONDS = 5.0

# A fresh interpreter for each: a copy of this process would inherit its threads' locks.
_PROCESSES = multiprocessing.get_context("spawn")


class CrewError(RuntimeError):
    """The workers cannot do their work."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that has been played, or is a fault."""

    scheduled: ScheduledGame
    outcome: GameOutcome
    record: str | None


class _Worker:
    def __init__(self, venue: Venue) -> None:
        self.games, games = _PROCESSES.Pipe()
        life, self._life = _PROCESSES.Pipe(duplex=False)
        self.process = _PROCESSES.Process(target=work, args=(games, life, venue), daemon=False)
        self.playing: ScheduledGame | None = None
        self.ready = False
        self.wards = Wards()
        with _uninterrupted():
            self.process.start()
        games.close()
        life.close()

    def give(self, scheduled: ScheduledGame) -> None:
        self.playing = scheduled
        with suppress(OSError):  # it has died, which its connection will tell
            self.games.send(scheduled)

    def dismiss(self) -> None:
        """Tell it to end, its bots too."""
        self._life.close()

    def bury(self) -> None:
        """Wait for its end, or bring it about; that of its bots, too."""
        self.process.join(_GRACE_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.wards.end()
        self.games.close()
        self.process.close()


class Crew:
    """So many workers that play the games of a run."""

    def __init__(self, venue: Venue, jobs: int) -> None:
        self._venue = venue
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._left: deque[ScheduledGame] = deque()
        self._deaths: Counter[int] = Counter()

    def play(self, games: Iterable[ScheduledGame]) -> Generator[Finished | None]:
        """Play all games; yields each when it is finished, and None now and then.

        When the iterator is closed, what is being played is given up and the workers end.
        """
        self._left.extend(games)
        try:
            while self._left or any(worker.playing for worker in self._workers):
                self._hire()
                self._assign()
                heard = wait([worker.games for worker in self._workers], _TICK_SECONDS)
                for worker in [worker for worker in self._workers if worker.games in heard]:
                    finished = self._hear(worker)
                    if finished is not None:
                        yield finished
                yield None
        finally:
            self._dismiss()

    def _hire(self) -> None:
        """Start workers where there are games for them."""
        idle = sum(worker.playing is None for worker in self._workers)
        for _ in range(min(self._jobs - len(self._workers), len(self._left) - idle)):
            self._workers.append(_Worker(self._venue))

    def _assign(self) -> None:
        """Give games to those who wait for one; they may have come back from a worker's death."""
        for worker in self._workers:
            if self._left and worker.ready and worker.playing is None:
                worker.give(self._left.popleft())

    def _hear(self, worker: _Worker) -> Finished | None:
        """What a worker tells: that it is ready, what came of its game, or nothing more ever."""
        try:
            told: Any = worker.games.recv()
        except (EOFError, OSError):
            return self._mourn(worker)
        if isinstance(told, Started):
            worker.wards.take(told.processes)
            return None
        worker.wards.release()
        scheduled, worker.playing = worker.playing, None
        worker.ready = True
        self._assign()
        if told == READY:
            return None
        assert scheduled is not None
        outcome, record = told
        deaths = self._deaths.pop(scheduled.number, 0)
        return Finished(scheduled, replace(outcome, retries=deaths), record)

    def _mourn(self, worker: _Worker) -> Finished | None:
        """Take leave of a worker that died; its game is given to another, or is a fault."""
        self._workers.remove(worker)
        worker.dismiss()
        worker.bury()
        if not worker.ready:
            raise CrewError("A worker process ended before it could begin to play.")
        if (scheduled := worker.playing) is None:
            return None
        self._deaths[scheduled.number] += 1
        if self._deaths[scheduled.number] <= _MOST_RETRIES:
            self._left.appendleft(scheduled)
            return None
        outcome = GameOutcome(
            number=scheduled.number,
            block=scheduled.block,
            rotation=scheduled.rotation,
            ending=FAULT,
            length=0,
            seats=(),
            retries=_MOST_RETRIES,
        )
        return Finished(scheduled, outcome, None)

    def _dismiss(self) -> None:
        self._left.clear()
        for worker in self._workers:
            worker.dismiss()
        for worker in self._workers:
            worker.bury()
        self._workers.clear()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C reaches a whole terminal; what is started here does not hear it, for good."""
    # Started beforehand, for starting it ends the blocking.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
