"""One connection of bots: the bot protocol over a WebSocket, for all games of one player."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import msgspec

from gemgrove import __version__, protocol
from gemgrove.protocol import BotHello, BotMove, Hello, ProtocolError, ToBot
from gemgrove.server import failures, problems
from gemgrove.server.live.bot_game import BotGame
from gemgrove.server.live.bot_tables import BotTables
from gemgrove.server.live.connection import REASONS, Close, Receive, Send
from gemgrove.server.live.outbox import Outbox
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Problem
from gemgrove.server.requests import Play, Resign
from gemgrove.server.service import Service

log = logging.getLogger(__name__)

HELLO_SECONDS = 10.0
"""Within which a bot must say hello."""
MOST_REFUSALS = 3
"""After so many moves for one turn that are none, the seat resigns."""
MOST_FAULTS = 3
"""After so many messages in a row that are none, the connection is closed."""
MOST_AT_ONCE = 64
"""Moves of one connection that are being played."""
SLOW_SECONDS = 20.0
"""A bot that does not take a message for so long is disconnected."""

_CHECK_SECONDS = 5.0
_FAREWELL_SECONDS = 1.0
_LONGEST_WAIT = 5.0
_PAUSE_SECONDS = 1.0
_OCTETS = 4 << 20
_FAILED = 1011
_NO_MOVE = frozenset({"bad_move", "illegal_move", "unseen_cards"})

Entering = Callable[[str], None]
"""Told whose a connection is; it raises `too_many_connections` where there are."""
Begin = Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]
"""Does something to its end, whether the connection lasts or not."""


class _Closing(Exception):  # noqa: N818 - no error, but how a connection ends
    """The connection is to be closed, with a last word if there is one."""

    def __init__(self, code: int, problem: Problem | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.problem = problem

    def message(self) -> dict[str, Any]:
        """As ASGI sends it."""
        why = next((text for code, text in REASONS.items() if code == self.code), "")
        return {"type": "websocket.close", "code": int(self.code), "reason": why}


class _Gone(Exception):  # noqa: N818 - the same
    """The bot has closed the connection."""


class BotConnection:
    """Tells a bot of its games and plays what it answers, until one of them goes."""

    def __init__(
        self, service: Service, receive: Receive, send: Send, address: str, *, begin: Begin
    ) -> None:
        """`receive` and `send` are those of ASGI, of a WebSocket that has been accepted; `address`
        is what the rate limit counts; moves are begun by `begin`."""
        self.player: str | None = None
        """Whose games they are, once the bot has said so."""
        self._service = service
        self._next = receive
        self._send = send
        self._address = address
        self._token: Token | None = None
        self._tables: BotTables | None = None
        self._begin = begin
        self._room = asyncio.Semaphore(MOST_AT_ONCE)
        self._ending: asyncio.Future[_Closing] = asyncio.get_running_loop().create_future()
        self._outbox = Outbox(
            send,
            lambda: self.close(Close.TOO_SLOW),
            messages=service.settings.queue_messages,
            octets=_OCTETS,
        )

    def close(self, code: int = Close.RESTART, problem: Problem | None = None) -> None:
        """Close it soon."""
        if not self._ending.done():
            self._ending.set_result(_Closing(code, problem))

    def stir(self, table: str) -> None:
        """Something has happened at a table that concerns the bot, or may."""
        if self._tables is not None:
            self._tables.stir(table)

    async def run(self, entering: Entering) -> None:
        """From hello to the end. `entering` is told of the player before its games are looked for,
        so that none is missed that begins meanwhile."""
        writing = asyncio.create_task(self._outbox.run())
        living = asyncio.create_task(self._live(entering))
        last: _Closing | None = None
        try:
            ends: list[asyncio.Future[Any]] = [writing, living, self._ending]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            last = self._ending.result() if self._ending.done() else _how(living, writing)
            if last is not None and last.problem is not None:
                self._say({"type": "problem", "problem": last.problem.body()})
                with suppress(TimeoutError):
                    async with asyncio.timeout(_FAREWELL_SECONDS):
                        await self._outbox.flushed()
        finally:
            await self._stop([writing, living])
        if last is not None:
            with suppress(Exception):
                async with asyncio.timeout(_FAREWELL_SECONDS):
                    await self._send(last.message())

    async def _stop(self, tasks: Sequence["asyncio.Task[None]"]) -> None:
        if self._tables is not None:
            self._tables.close()
        self._outbox.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _live(self, entering: Entering) -> None:
        caller, plays = await self._greet()
        self.player = caller.player
        tables = self._tables = BotTables(
            self._service, self._outbox, self._tell, player=caller.player, plays=plays
        )
        entering(caller.player)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._keep())
            group.create_task(self._read_on(tables))
            await self._welcome(caller, tables)
            group.create_task(tables.run())

    # What the bot is told

    async def _greet(self) -> tuple[Caller, Sequence[str]]:
        """Say hello and hear who it is, and which games it plays."""
        self._tell(Hello(f"gemgrove {__version__}"))
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                line = await self._receive()
        except TimeoutError:
            raise _Closing(Close.NO_HELLO) from None
        hello, token = _read_hello(line)
        await self._take_turn()  # by its address alone: the token may be anything
        try:
            caller = await self._service.caller(token)
            _must_be_bot(caller)
        except Problem as problem:
            raise _Closing(Close.NOT_IN_FORCE, problem) from None
        self._token = token
        return caller, hello.games

    async def _welcome(self, caller: Caller, tables: BotTables) -> None:
        """Which games it has, and that each of them is there."""
        beginnings = await tables.begin()
        games = [beginning.game_id for beginning in beginnings]
        told = {"player": caller.player, "name": caller.name, "games": games}
        self._say({"type": "welcome", **told})
        for beginning in beginnings:
            await self._outbox.space()
            self._tell(beginning)
            tables.stir(beginning.game_id)

    def _tell(self, message: ToBot) -> None:
        self._outbox.put(protocol.write(message).decode("ascii").rstrip("\n"))

    def _say(self, message: dict[str, Any]) -> None:
        """What the protocol has only here."""
        self._outbox.put(msgspec.json.encode(message).decode())

    # What the bot says

    async def _read_on(self, tables: BotTables) -> None:
        faults = 0
        while True:
            line = await self._receive()
            await self._take_turn()
            try:
                message = protocol.read_from_bot(line)
                if isinstance(message, BotHello):
                    raise ProtocolError("The bot has said hello before.")
            except ProtocolError as error:
                faults += 1
                self._fault(str(error), last=faults == MOST_FAULTS)
                continue
            faults = 0
            await self._room.acquire()
            self._begin(self._play(tables, message)).add_done_callback(self._played)

    async def _receive(self) -> bytes:
        message = await self._next()
        if message["type"] != "websocket.receive":
            raise _Gone
        text = message.get("text")
        return text.encode() if text is not None else message.get("bytes") or b""

    async def _take_turn(self) -> None:
        """Wait as long as the rate limit says: a bot that is too fast is read more slowly."""
        token = None if self._token is None else self._token.hash
        while wait := self._service.limits.ask(
            token=token, address=self._address, now=time.monotonic()
        ):
            if wait > _LONGEST_WAIT:
                raise _Closing(Close.TOO_MANY, problems.too_many_requests(wait))
            await asyncio.sleep(wait)

    def _fault(self, sentence: str, *, last: bool) -> None:
        problem = problems.malformed(sentence)
        if last:
            raise _Closing(Close.MALFORMED, problem)
        self._say({"type": "problem", "problem": problem.body()})

    def _played(self, task: "asyncio.Task[None]") -> None:
        self._room.release()
        if not task.cancelled() and task.exception() is not None:
            log.error("A bot's move failed.", exc_info=task.exception())
            self.close(_FAILED)

    async def _play(self, tables: BotTables, move: BotMove) -> None:
        attended = tables.find(move.game_id)
        if attended is None or not attended.game.begun:
            self._refuse(move, problems.not_found("game"))
            return
        async with attended.playing:
            key = f"turn {move.turn_id} of {move.game_id}"
            request = Play(moves=[move.choice], position=move.turn_id)
            try:
                caller = await self._service.caller(self._token)
                await self._service.act(caller, move.game_id, request, key)
            except Exception as error:  # noqa: BLE001 - it is logged, and the bot is told
                problem = failures.problem_of(error)
                await self._refused(tables, attended.game, move, problem)

    async def _refused(
        self, tables: BotTables, game: BotGame, move: BotMove, problem: Problem
    ) -> None:
        self._refuse(move, problem)
        if problem.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            await self._check_token()
        if game.asked != move.turn_id:
            return
        if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
            await asyncio.sleep(_PAUSE_SECONDS)
        elif problem.code not in _NO_MOVE:
            return  # it has gone on: what the bot has to know of that, it is told
        elif game.refuse(move.turn_id) >= MOST_REFUSALS:
            await self._resign(move)
            return
        game.ask_again(move.turn_id)
        tables.stir(move.game_id)

    async def _resign(self, move: BotMove) -> None:
        key = f"resign at {move.turn_id} of {move.game_id}"
        with suppress(Problem):
            caller = await self._service.caller(self._token)
            await self._service.act(caller, move.game_id, Resign(), key)

    def _refuse(self, move: BotMove, problem: Problem) -> None:
        turn = {"game_id": move.game_id, "turn_id": move.turn_id}
        self._say({"type": "refused", **turn, "problem": problem.body()})

    # What is looked at once in a while

    async def _keep(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_CHECK_SECONDS)
            if self._outbox.blocked_for(loop.time()) > SLOW_SECONDS:
                raise _Closing(Close.TOO_SLOW)
            await self._check_token()

    async def _check_token(self) -> None:
        """End the connection if the token is not in force any more."""
        try:
            await self._service.caller(self._token)
        except Problem as problem:
            self.close(Close.NOT_IN_FORCE, problem)
        except Exception:
            log.exception("A bot's token could not be checked; it is tried again.")


def too_many_connections() -> Exception:
    """For one connection too many of a player."""
    problem = Problem(
        "too_many_connections",
        "This bot has as many connections as one may have; one connection plays many games.",
        HTTPStatus.TOO_MANY_REQUESTS,
    )
    return _Closing(Close.TOO_MANY, problem)


def _how(living: "asyncio.Task[None]", writing: "asyncio.Task[None]") -> _Closing | None:
    """How a connection ends whose tasks did; None where the bot has gone already."""
    if not living.done():
        writing.exception()  # it could not be written to: the bot has gone
        return None
    error: BaseException | None = living.exception()
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    match error:
        case _Closing():
            return error
        case _Gone():
            return None
    log.error("A connection of bots failed.", exc_info=error)
    return _Closing(_FAILED)


def _read_hello(line: bytes) -> tuple[BotHello, Token | None]:
    try:
        hello = protocol.read_from_bot(line)
        if not isinstance(hello, BotHello):
            raise ProtocolError("The bot's first message is a move; it must be its hello.")
    except ProtocolError as error:
        raise _Closing(Close.MALFORMED, problems.malformed(str(error))) from None
    token = json.loads(line.decode("utf-8-sig")).get("token")
    return hello, Token.read(token) if isinstance(token, str) else None


def _must_be_bot(caller: Caller) -> None:
    if caller.kind != "bot":
        raise Problem(
            "not_a_bot",
            "Only the accounts of bots play by this connection, so that everyone sees who is one; "
            "register one for your bot.",
            HTTPStatus.FORBIDDEN,
        )
