"""A process that plays games for a run, one after another, and tells what came of them."""

import os
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gemgrove.arena.table import Table, Venue

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from gemgrove.arena.schedule import ScheduledGame

READY = "ready"


@dataclass(frozen=True, slots=True)
class Started:
    """The processes of the bots in the game that now begins."""

    processes: list[int]


def work(games: "Connection[Any, Any]", life: "Connection[Any, Any]", venue: Venue) -> None:
    """Play what comes over `games` until `life` is closed, by its holder's wish or its death."""
    watch = _Watch(life)
    games.send(READY)
    while True:
        try:
            scheduled: ScheduledGame = games.recv()
        except (EOFError, OSError):
            return
        table = Table(venue, scheduled, started=lambda numbers: games.send(Started(numbers)))
        watch.table = table
        games.send(table.play())
        watch.table = None


class _Watch:
    """Ends this process and its bots as soon as nobody wants its games any more."""

    def __init__(self, life: "Connection[Any, Any]") -> None:
        self.table: Table | None = None
        self._life = life
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        with suppress(EOFError, OSError):
            self._life.recv()
        if self.table is not None:
            self.table.leave()
        # The thread that plays may be deep in a bot's thoughts.
        os._exit(0)
