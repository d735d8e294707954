"""Plays the moves of bots as soon as it is their turn.

Nothing that goes wrong costs a bot its game. What cannot be done now is tried again after a while,
and what another server has begun and not finished is taken over once its lease has ended. If two
play after all, one is told that its position is stale, which is fine.
"""

import asyncio
import logging
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial

from gemgrove.server.bot_allowlist import Allowlist
from gemgrove.server.bots.leases import Leases
from gemgrove.server.bots.pool import BotPool, BotTurn, MoveCancelled, PoolClosed, PoolFull
from gemgrove.server.domain import Table
from gemgrove.server.domain.commands import Play
from gemgrove.server.journal import JournalClosedError
from gemgrove.server.problems import Problem
from gemgrove.server.table_service import Requester, TableService
from gemgrove.worker_pool import describe

MAX_AT_ONCE = 1_000
"""Tables whose bots think or wait for it; all others stand in line."""
PAUSE_SECONDS = 2.0
"""Before what could not be done is tried again."""

_OVERTAKEN = {"archived", "frozen", "game_over", "not_found", "not_your_turn", "stale_position"}
"""Refusals that tell that the table has gone on, or that there is nothing to be done at it."""
_SEED_BITS = 63

_log = logging.getLogger(__name__)


def bot_to_move(table: Table) -> str | None:
    """The bot whose turn it is; None where it is no bot's."""
    seat = table.to_move
    if seat is None or table.frozen is not None or table.seats[seat].person:
        return None
    return table.seats[seat].bot


@dataclass(slots=True)
class _Turn:
    """A decision that is being made."""

    task: "asyncio.Task[bool]"
    position: int | None = None
    """The position it is for, once that is known."""
    playing: bool = False
    """True once it has been chosen and is being stored."""
    once_more: bool = False
    """True if a bot is to move after it."""


class BotMoves:
    """Lets bots think and plays what they decide. `close` it."""

    def __init__(
        self,
        table_service: TableService,
        allowed: Allowlist,
        pool: BotPool,
        leases: Leases,
        *,
        most: int = MAX_AT_ONCE,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self._table_service = table_service
        self._allowed = allowed
        self._pool = pool
        self._leases = leases
        self._most = most
        self._pause = pause
        self._line: OrderedDict[str, None] = OrderedDict()
        self._turns: dict[str, _Turn] = {}
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._closing = False

    def table_changed(self, table: Table) -> None:
        """A table stands like this: if a bot is to move, it shall. It does not wait."""
        wanted = bot_to_move(table) is not None
        turn = self._turns.get(table.id)
        if turn is None:
            self._forget(table.id)
            if wanted:
                self._line_up(table.id)
        elif not wanted or turn.position != table.position_seq:
            turn.once_more = wanted
            self._pool.cancel(table.id)

    async def close(self, *, within: float = 5.0) -> None:
        """Stop in so many seconds. What has been decided is still stored if there is time."""
        self._closing = True
        self._line.clear()
        for handle in self._later.values():
            handle.cancel()
        self._later.clear()
        turns = list(self._turns.values())
        for turn in turns:
            if not turn.playing:
                turn.task.cancel()
        if not turns:
            return
        _, late = await asyncio.wait([turn.task for turn in turns], timeout=within)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late)

    def _forget(self, table: str) -> None:
        self._line.pop(table, None)
        handle = self._later.pop(table, None)
        if handle is not None:
            handle.cancel()

    def _line_up(self, table: str) -> None:
        if not self._closing:
            self._line[table] = None
            self._begin()

    def _begin(self) -> None:
        """Let those who stand in line have their turns, as many as may."""
        while self._line and len(self._turns) < self._most:
            table, _ = self._line.popitem(last=False)
            task = asyncio.create_task(self._take(table), name=f"bot at {table}")
            self._turns[table] = _Turn(task)
            task.add_done_callback(partial(self._taken, table))

    def _taken(self, table: str, task: "asyncio.Task[bool]") -> None:
        """A turn has ended: the next, or the same once more after a while."""
        turn = self._turns.pop(table)
        if self._closing or task.cancelled():
            return
        if turn.once_more:
            self._line[table] = None
        elif not task.result():
            loop = asyncio.get_running_loop()
            self._later[table] = loop.call_later(self._pause, self._look_again, table)
        self._begin()

    def _look_again(self, table: str) -> None:
        del self._later[table]
        self._line_up(table)

    async def _take(self, table: str) -> bool:
        """Make one decision. Whether no more is to be done than what the table's news will say."""
        turn = self._turns[table]
        try:
            current = await self._table_service.table(table)
            turn.position = current.position_seq
            if bot_to_move(current) is None:
                return True
            async with self._leases.holding(table, current.position_seq) as lease:
                # Who has it plays; should that fail, the lease will be found.
                if lease is not None:
                    await self._play(current, turn)
        except (MoveCancelled, PoolClosed, JournalClosedError):
            return True
        except PoolFull:
            return False
        except Problem as problem:
            if problem.code in _OVERTAKEN:
                return True
            _log.warning("A bot's move at %s was refused: %s", table, problem.code)
            return False
        except Exception as error:  # noqa: BLE001 - one table must not stop the others
            _log.error("A bot at %s could not move: %s", table, describe(error))
            return False
        return True

    async def _play(self, table: Table, turn: _Turn) -> None:
        bot, seat = bot_to_move(table), table.to_move
        assert bot is not None
        assert seat is not None
        assert table.game is not None
        spec, seed = self._allowed.playing(bot).spec, secrets.randbits(_SEED_BITS)
        move = await self._pool.choose(BotTurn(table.id, table.game.view(seat), spec, seed))
        turn.playing = True
        play = Play(moves=[move.action], position=table.position_seq)
        await self._table_service.act(table.id, play, Requester())
