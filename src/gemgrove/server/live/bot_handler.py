"""The bot protocol over a WebSocket, for all games of one bot."""

import asyncio
import json
import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec

from gemgrove import __version__, protocol
from gemgrove.protocol import BotHello, BotMove, FromBot, Hello, NewGame, ProtocolError, ToBot
from gemgrove.server import listing, problems
from gemgrove.server.domain import Table, events
from gemgrove.server.domain.commands import Play, Resign
from gemgrove.server.journal import StoredEvent
from gemgrove.server.live.bot_game import BotGame
from gemgrove.server.live.connection import Close, Connection, ConnectionEnd, Handler
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Problem

if TYPE_CHECKING:
    from gemgrove.server.feed import Subscription
    from gemgrove.server.live.bot_registry import BotRegistry

log = logging.getLogger(__name__)

MAX_REFUSALS = 3
"""Illegal moves for one turn after which the seat resigns."""
MAX_GAMES = 500
"""Games per connection at once; others wait until one of them has ended."""
QUEUE_BYTES = 4 << 20

_MAX_WAIT_SECONDS = 5.0
_RETRY_SECONDS = 1.0
_NO_MOVE = frozenset({"bad_move", "illegal_move", "unseen_cards"})
_IRRELEVANT = frozenset({"said", "undo_offered", "undo_agreed", "undo_declined"})


class BotHandler(Handler):
    """Sends a bot the news of its games, as fast as it reads the messages, and plays its moves.

    Messages are made from the current state of a table: a slow bot has few messages waiting, and no
    outdated ones.
    """

    max_malformed = 3

    def __init__(self, connection: Connection, registry: "BotRegistry") -> None:
        super().__init__(connection)
        self._registry = registry
        self._player = ""
        self._plays: Collection[str] = ()
        self._games: dict[str, BotGame] = {}  # by table
        self._subscriptions: dict[str, Subscription] = {}
        self._changed: dict[str, int] = {}  # tables to look at, and the last event heard of at each
        self._wake = asyncio.Event()

    def greet(self) -> None:
        """Say hello, as a bot's host does."""
        self._tell(Hello(f"gemgrove {__version__}"))

    async def hello(self, text: str) -> None:
        """Authenticate the bot and welcome it with its games."""
        hello = _read(text)
        if not isinstance(hello, BotHello):
            raise problems.malformed("The bot's first message is a move; it must be its hello.")
        given = json.loads(text.removeprefix("\ufeff")).get("token")
        token = Token.read(given) if isinstance(given, str) else None
        await self._wait_for_rate()  # by address only: the token may be anything
        caller = await self.service.caller(token)
        if caller.kind != "bot":
            raise Problem(
                "not_a_bot",
                "Only bot accounts play over this connection, so that everyone sees who is a bot; "
                "register one for your bot.",
                HTTPStatus.FORBIDDEN,
            )
        self.connection.token = token
        self._plays = hello.games
        # Before looking for its games, so as not to miss one that begins meanwhile.
        self._registry.add(caller.player, self)
        self._player = caller.player
        self.connection.spawn(self._run(caller))

    async def receive(self, text: str) -> None:
        await self._wait_for_rate()
        message = _read(text)
        if isinstance(message, BotHello):
            raise problems.malformed("The bot has said hello before.")
        self.connection.submit(message.game_id, partial(self._play, message))

    def problem_message(self, problem: Problem) -> str:
        """Return a message that the protocol defines only for WebSockets."""
        return _encode({"type": "problem", "problem": problem.body()})

    def refresh(self, table: str, seq: int = 0) -> None:
        """Look at a table again soon, since something has happened that may concern the bot."""
        self._changed[table] = max(seq, self._changed.get(table, 0))
        self._wake.set()

    def close(self) -> None:
        self._registry.remove(self._player, self)
        for table in tuple(self._games):
            self._forget(table)

    async def _run(self, caller: Caller) -> None:
        """Send the ids of the games in play, then each game, and then what happens in them."""
        games = await self._unfinished_games()
        names = [game.game_id for game in games]
        welcome = {"type": "welcome", "player": caller.player, "name": caller.name, "games": names}
        self.outbox.put(_encode(welcome))
        for game in games:
            await self.outbox.space()
            self._tell(game)
            self.refresh(game.game_id)
        while True:
            await self._wake.wait()
            while self._changed:
                await self.outbox.space()
                table = next(iter(self._changed))
                await self._look(table, self._changed.pop(table))
            self._wake.clear()

    def _tell(self, message: ToBot) -> None:
        self.outbox.put(protocol.write(message).decode("ascii").rstrip("\n"))

    async def _wait_for_rate(self) -> None:
        """Wait for the rate limit: a bot that is too fast is read more slowly."""
        while wait := self.connection.rate_limited():
            if wait > _MAX_WAIT_SECONDS:
                raise ConnectionEnd(Close.TOO_MANY, problems.too_many_requests(wait))
            await asyncio.sleep(wait)

    # The bot's moves

    async def _play(self, move: BotMove) -> None:
        game = self._games.get(move.game_id)
        if game is None or not game.begun:
            self._refuse(move, problems.not_found("game"))
            return
        key = f"turn {move.turn_id} of {move.game_id}"
        try:
            await self._act(move, Play(moves=[move.choice], position=move.turn_id), key)
        except Exception as error:  # noqa: BLE001 - it is logged, and the bot is told
            await self._refused(game, move, problems.problem_of(error))

    async def _act(self, move: BotMove, command: Play | Resign, key: str) -> None:
        caller = await self.service.caller(self.connection.token)
        await self.service.act(caller, move.game_id, command, key)

    async def _refused(self, game: BotGame, move: BotMove, problem: Problem) -> None:
        self._refuse(move, problem)
        if problem.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            await self.connection.check()
        if game.asked_turn != move.turn_id:
            return
        if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
            await asyncio.sleep(_RETRY_SECONDS)
        elif problem.code not in _NO_MOVE:
            return  # the game has gone on, and the bot is told so
        elif game.refuse(move.turn_id) >= MAX_REFUSALS:
            with suppress(Problem):
                await self._act(move, Resign(), f"resign at {move.turn_id} of {move.game_id}")
            return
        game.ask_again(move.turn_id)
        self.refresh(move.game_id)

    def _refuse(self, move: BotMove, problem: Problem) -> None:
        turn = {"game_id": move.game_id, "turn_id": move.turn_id}
        self.outbox.put(_encode({"type": "refused", **turn, "problem": problem.body()}))

    # The news of its tables

    async def _unfinished_games(self) -> list[NewGame]:
        """Return the unfinished games. From now on the bot is sure to learn when they end."""
        async with self.service.database.reading() as connection:
            found = await listing.unfinished_of(connection, self._player)
        beginnings = []
        for table in found:
            with suppress(Problem):
                current = await self.service.table_service.table(table)
                game = self._watch(current)
                beginning = None if game is None else game.begin(current)
                if beginning is not None:
                    beginnings.append(beginning)
        return beginnings

    async def _look(self, table: str, seq: int) -> None:
        try:
            current = await self._current(table, seq)
            game = self._watch(current)
            if game is None:
                return
            left = await self._left(current) if game.due(current) else None
            for message in game.messages(current, left):
                self._tell(message)
            if game.ended:
                self._forget(table)
        except Problem:
            self._forget(table)
        except Exception:
            log.exception("A bot could not be sent the news of %s; it will be tried again.", table)
            asyncio.get_running_loop().call_later(_RETRY_SECONDS, self.refresh, table, seq)

    async def _current(self, table: str, seq: int) -> Table:
        """Return the table as it is after the event with this number, or later."""
        table_service = self.service.table_service
        known = table_service.peek(table)
        if known is not None and known.last_seq >= seq:
            return known
        # This process may be about to change the table: then there is a lock to wait for.
        current = await table_service.table(table)
        if current.last_seq < seq:
            table_service.catch_up(table, seq)
            current = await table_service.table(table)
        return current

    async def _left(self, table: Table) -> float | None:
        deadline = table.deadline(await self.service.credited(table))
        return None if deadline is None else deadline - await self.service.database.now()

    def _watch(self, table: Table) -> BotGame | None:
        """Watch the table if the player has a seat and the bot plays the game."""
        if table.id in self._games:
            return self._games[table.id]
        if table.seat_of(self._player) is None or table.ended or table.terms is None:
            return None
        full = len(self._games) >= MAX_GAMES
        if table.terms.game not in self._plays or full or self.connection.ended:
            return None
        receive = partial(self._receive, table.id)
        subscription = self.service.feed.subscribe(table.id, table.last_seq, receive)
        self._subscriptions[table.id] = subscription
        game = self._games[table.id] = BotGame(self._player)
        return game

    def _receive(self, table: str, happened: Sequence[StoredEvent]) -> None:
        for event in happened:
            if event.kind == "undone" and table in self._games:
                undone = events.read(event.body)
                if isinstance(undone, events.Undone):
                    self._games[table].undone(undone.to)
        if any(event.kind not in _IRRELEVANT for event in happened):
            self.refresh(table, happened[-1].seq)

    def _forget(self, table: str) -> None:
        if self._games.pop(table, None) is not None:
            self._subscriptions.pop(table).close()


def _encode(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()


def _read(text: str) -> FromBot:
    try:
        return protocol.read_from_bot(text.encode(errors="replace"))
    except ProtocolError as error:
        raise problems.malformed(str(error)) from None
