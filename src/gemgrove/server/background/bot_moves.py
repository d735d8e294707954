"""Plays the moves of bots as soon as it is their turn.

Nothing that goes wrong costs a bot its game. Moves that fail are tried again after a while, and
moves that another server began but did not finish are taken over once its lease has expired. If two
servers play after all, one of them is told that its position is stale, which does no harm.
"""

import asyncio
import logging
import secrets
from dataclasses import dataclass, field

from gemgrove.server.background.periodic import finish, wait_for
from gemgrove.server.bot_allowlist import Allowlist
from gemgrove.server.bots.leases import Leases
from gemgrove.server.bots.pool import BotPool, BotTurn, MoveCancelled, PoolFull
from gemgrove.server.domain import Table
from gemgrove.server.domain.commands import Play
from gemgrove.server.journal import JournalClosedError
from gemgrove.server.problems import Problem
from gemgrove.server.table_service import Requester, TableService
from gemgrove.worker_pool import PoolClosed, describe

MAX_AT_ONCE = 1_000
"""Number of tables whose bots think or wait for a worker; all others wait for their turn."""
PAUSE_SECONDS = 2.0
"""The pause before a failed move is tried again."""

_OVERTAKEN = {"archived", "frozen", "game_over", "not_found", "not_your_turn", "stale_position"}
"""Refusals that mean that the table has gone on, or that there is nothing to do there."""
_SEED_BITS = 63

_log = logging.getLogger(__name__)


def bot_to_move(table: Table) -> str | None:
    """Return the bot whose turn it is; None if it is not a bot's turn."""
    seat = table.to_move
    if seat is None or table.frozen is not None or table.seats[seat].person:
        return None
    return table.seats[seat].bot


@dataclass(slots=True)
class _Turn:
    """A table at which a bot is to move."""

    task: "asyncio.Task[None]"
    again: asyncio.Event = field(default_factory=asyncio.Event)
    """Set if a bot is to move after the current decision."""
    position: int | None = None
    """The position of the current decision, once it is known."""
    playing: bool = False
    """True once the move has been chosen and is being stored."""


class BotMoves:
    """Lets bots think and plays their decisions. `close` it."""

    def __init__(
        self,
        table_service: TableService,
        allowed: Allowlist,
        pool: BotPool,
        leases: Leases,
        *,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self._table_service = table_service
        self._allowed = allowed
        self._pool = pool
        self._leases = leases
        self._pause = pause
        self._slots = asyncio.Semaphore(MAX_AT_ONCE)
        self._turns: dict[str, _Turn] = {}
        self._closing = False

    def table_changed(self, table: Table) -> None:
        """Let a bot move if it is one's turn at this table. This does not wait."""
        wanted = bot_to_move(table) is not None
        turn = self._turns.get(table.id)
        if turn is None:
            if wanted and not self._closing:
                task = asyncio.create_task(self._take_turns(table.id), name=f"bot at {table.id}")
                self._turns[table.id] = _Turn(task)
        elif not wanted or turn.position != table.position_seq:
            if wanted:
                turn.again.set()
            else:
                turn.again.clear()
            self._pool.cancel(table.id)

    async def close(self, *, within: float = 5.0) -> None:
        """Stop within this many seconds. Moves already chosen are stored if there is time."""
        self._closing = True
        turns = list(self._turns.values())
        for turn in turns:
            if not turn.playing:
                turn.task.cancel()
        await finish([turn.task for turn in turns], within)

    async def _take_turns(self, table: str) -> None:
        """Make decisions at a table until there is nothing left to do."""
        turn = self._turns[table]
        try:
            while not self._closing:
                async with self._slots:
                    turn.again.clear()
                    done = await self._take(table, turn)
                    turn.position, turn.playing = None, False
                if done and not turn.again.is_set():
                    return
                if not done:
                    await wait_for(turn.again, self._pause)
        finally:
            del self._turns[table]

    async def _take(self, table: str, turn: _Turn) -> bool:
        """Make one decision; return False if it must be tried again."""
        try:
            current = await self._table_service.table(table)
            turn.position = current.position_seq
            if bot_to_move(current) is None:
                return True
            async with self._leases.holding(table, current.position_seq) as lease:
                # Otherwise the lease's holder plays; if that fails, the poller finds the lease.
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
