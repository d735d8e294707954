"""The bot protocol over a WebSocket, for all games of one bot."""

import asyncio
import json
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

import msgspec

from gemgrove import __version__, protocol
from gemgrove.protocol import BotHello, BotMove, FromBot, Hello, ProtocolError, ToBot
from gemgrove.server import problems
from gemgrove.server.domain.commands import Play, Resign
from gemgrove.server.live.bot_game import BotGame
from gemgrove.server.live.bot_registry import BotRegistry
from gemgrove.server.live.bot_tables import BotTables
from gemgrove.server.live.connection import Close, Connection, ConnectionEnd, Handler
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Problem

MAX_REFUSALS = 3
"""After so many illegal moves for one turn the seat resigns."""
MAX_MALFORMED = 3
QUEUE_BYTES = 4 << 20

_MAX_WAIT_SECONDS = 5.0
_RETRY_SECONDS = 1.0
_NO_MOVE = frozenset({"bad_move", "illegal_move", "unseen_cards"})


class BotHandler(Handler):
    """Tells a bot of its games and plays its moves."""

    max_malformed = MAX_MALFORMED

    def __init__(self, connection: Connection, registry: BotRegistry) -> None:
        super().__init__(connection)
        self._registry = registry
        self._tables: BotTables | None = None

    def greet(self) -> None:
        """Say hello, as the host of a bot does."""
        self._tell(Hello(f"gemgrove {__version__}"))

    async def hello(self, text: str) -> None:
        """Authenticate the bot and welcome it with the games it has."""
        hello = _read(text)
        if not isinstance(hello, BotHello):
            raise problems.malformed("The bot's first message is a move; it must be its hello.")
        text_of_token = json.loads(text.removeprefix("\ufeff")).get("token")
        token = Token.read(text_of_token) if isinstance(text_of_token, str) else None
        await self._wait_for_rate()  # by its address alone: the token may be anything
        caller = await self.service.caller(token)
        if caller.kind != "bot":
            raise Problem(
                "not_a_bot",
                "Only the accounts of bots play by this connection, so that everyone sees who is "
                "one; register one for your bot.",
                HTTPStatus.FORBIDDEN,
            )
        self.connection.token = token
        tables = BotTables(
            self.service, self.outbox, self._tell, player=caller.player, plays=hello.games
        )
        # Before its games are looked for, so that none is missed that begins meanwhile.
        self._registry.add(tables)
        self._tables = tables
        self.connection.spawn(self._welcome(caller, tables))

    async def receive(self, text: str) -> None:
        """Play a move."""
        await self._wait_for_rate()
        message = _read(text)
        if isinstance(message, BotHello):
            raise problems.malformed("The bot has said hello before.")
        self.connection.submit(message.game_id, partial(self._play, message))

    def problem_message(self, problem: Problem) -> str:
        """A message that the protocol has only over a WebSocket."""
        return _encode({"type": "problem", "problem": problem.body()})

    def close(self) -> None:
        """Follow no table any more."""
        if self._tables is not None:
            self._registry.remove(self._tables)
            self._tables.close()

    async def _welcome(self, caller: Caller, tables: BotTables) -> None:
        """Name the games in play, then tell of each, and of what happens at them."""
        games = await tables.begin()
        names = [game.game_id for game in games]
        welcome = {"type": "welcome", "player": caller.player, "name": caller.name, "games": names}
        self.outbox.put(_encode(welcome))
        for game in games:
            await self.outbox.space()
            self._tell(game)
            tables.refresh(game.game_id)
        await tables.run()

    def _tell(self, message: ToBot) -> None:
        self.outbox.put(protocol.write(message).decode("ascii").rstrip("\n"))

    async def _wait_for_rate(self) -> None:
        """Wait as long as the rate limit says: a bot that is too fast is read more slowly."""
        while wait := self.connection.rate_limited():
            if wait > _MAX_WAIT_SECONDS:
                raise ConnectionEnd(Close.TOO_MANY, problems.too_many_requests(wait))
            await asyncio.sleep(wait)

    async def _play(self, move: BotMove) -> None:
        assert self._tables is not None
        game = self._tables.games.get(move.game_id)
        if game is None or not game.begun:
            self._refuse(move, problems.not_found("game"))
            return
        key = f"turn {move.turn_id} of {move.game_id}"
        try:
            await self._act(move, Play(moves=[move.choice], position=move.turn_id), key)
        except Exception as error:  # noqa: BLE001 - it is logged, and the bot is told
            await self._refused(self._tables, game, move, problems.problem_of(error))

    async def _act(self, move: BotMove, command: Play | Resign, key: str) -> None:
        caller = await self.service.caller(self.connection.token)
        await self.service.act(caller, move.game_id, command, key)

    async def _refused(
        self, tables: BotTables, game: BotGame, move: BotMove, problem: Problem
    ) -> None:
        self._refuse(move, problem)
        if problem.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            await self.connection.check()
        if game.asked_turn != move.turn_id:
            return
        if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
            await asyncio.sleep(_RETRY_SECONDS)
        elif problem.code not in _NO_MOVE:
            return  # the game has gone on, of which the bot is told
        elif game.refuse(move.turn_id) >= MAX_REFUSALS:
            with suppress(Problem):
                await self._act(move, Resign(), f"resign at {move.turn_id} of {move.game_id}")
            return
        game.ask_again(move.turn_id)
        tables.refresh(move.game_id)

    def _refuse(self, move: BotMove, problem: Problem) -> None:
        turn = {"game_id": move.game_id, "turn_id": move.turn_id}
        self.outbox.put(_encode({"type": "refused", **turn, "problem": problem.body()}))


def _encode(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()


def _read(text: str) -> FromBot:
    try:
        return protocol.read_from_bot(text.encode(errors="replace"))
    except ProtocolError as error:
        raise problems.malformed(str(error)) from None
