"""A bot that plays its games on a server, despite lost connections."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gemgrove import protocol
from gemgrove.client.bot_connection import BotConnection
from gemgrove.client.bot_thread import BotThread
from gemgrove.client.problems import ServerProblem, Unreachable
from gemgrove.client.rest import Client
from gemgrove.client.websocket import Message
from gemgrove.protocol import BotMove


@dataclass(slots=True)
class _Playing:
    """A game in play."""

    asked: int | None = None
    """The turn requested last."""
    thinking: int | None = None
    """The turn the bot is thinking about."""
    answer: BotMove | None = None
    """The last answer, kept until another turn is requested: it may have been lost."""
    given_up: bool = False


class BotPlayer:
    """Answers the turns of all of a bot's games.

    If a turn is requested again after a lost connection, the bot does not think again: its answer
    is sent again, or awaited.
    """

    def __init__(
        self,
        client: Client,
        thread: BotThread,
        *,
        tell: Callable[[str], None],
        began: Callable[[str], None],
        ended: Callable[[str], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Call `tell` with sentences on what happens, `began` and `ended` with the ids of tables,
        and `failed` with the reason why there will be no more connections. Use `start` and `close`.
        """
        assert client.token is not None
        self._client = client
        self._thread = thread
        self._tell = tell
        self._began = began
        self._ended = ended
        self._games: dict[str, _Playing] = {}
        self._waiting: asyncio.Queue[Message] = asyncio.Queue()
        self._tasks: set[asyncio.Task[object]] = set()
        self.link = BotConnection(
            client.address,
            client.token,
            thread.hello(),
            welcome=self._welcome,
            receive=self._receive,
            ended=failed,
            lost=lambda why: tell(f"There is no connection: {why}. Trying again."),
        )

    @property
    def games(self) -> list[str]:
        """The tables of the games in play."""
        return list(self._games)

    def start(self) -> None:
        """Connect and play."""
        self._spawn(self._work())
        self.link.start()

    async def close(self) -> None:
        """Disconnect. Games in play stay as they are until the bot comes back."""
        await self.link.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Messages as they come; nothing here waits

    def _welcome(self, message: Message) -> None:
        self._tell(f"Connected as {message['name']}.")
        for game_id in set(self._games) - set(message["games"]):
            self._tell(f"The game at {game_id} ended while there was no connection.")
            self._end(game_id)
            self._spawn(self._thread.forget(game_id))

    def _receive(self, message: Message) -> None:
        game_id = message.get("game_id", "")
        match message.get("type"):
            case "new_game" if game_id not in self._games:
                self._games[game_id] = _Playing()
                self._tell(_beginning(message))
                self._began(game_id)
                self._waiting.put_nowait(message)
            case "your_turn":
                self._asked(message)
            case "refused":
                self._refused(message)
            case "end" if game_id in self._games:
                self._tell(_ending(message))
                self._end(game_id)
                self._waiting.put_nowait(message)
            case "problem":
                self._tell(f"The server says: {ServerProblem.of(message['problem']).sentence}")

    def _asked(self, message: Message) -> None:
        game, turn = self._games.get(message["game_id"]), message["turn_id"]
        if game is None or game.given_up:
            return
        game.asked = turn
        if game.answer is not None and game.answer.turn_id == turn:
            self._spawn(self.link.send(game.answer))
        elif game.thinking != turn:
            game.thinking = turn
            game.answer = None
            self._waiting.put_nowait(message)

    def _refused(self, message: Message) -> None:
        problem = ServerProblem.of(message["problem"])
        self._tell(f"A move at {message['game_id']} was refused: {problem.sentence}")
        game = self._games.get(message["game_id"])
        if game is not None and game.answer and game.answer.turn_id == message["turn_id"]:
            game.answer = None

    def _end(self, game_id: str) -> None:
        del self._games[game_id]
        self._ended(game_id)

    # Work that takes its time

    async def _work(self) -> None:
        """Handle one message after another, in the order in which they came."""
        while True:
            message = await self._waiting.get()
            try:
                await self._reply(message)
            except Exception as error:  # noqa: BLE001 - a bot may raise anything
                await self._give_up(message["game_id"], error)

    async def _reply(self, message: Message) -> None:
        game = self._games.get(message["game_id"])
        asks = message["type"] == "your_turn"
        if asks and (game is None or game.given_up or game.asked != message["turn_id"]):
            return  # the game has gone on, or has ended
        read = protocol.read_from_host(json.dumps(message).encode())
        assert read is not None
        move = await self._thread.reply(read)
        if game is not None and move is not None:
            game.thinking = None
            game.answer = move
            await self.link.send(move)  # if it is lost, the turn is requested again

    async def _give_up(self, game_id: str, error: Exception) -> None:
        game = self._games.get(game_id)
        if game is None:
            return
        game.given_up = True
        why = str(error) or type(error).__name__
        self._tell(f"The bot cannot play at {game_id}, and resigns: {why}")
        with suppress(ServerProblem, Unreachable):
            await self._client.resign(game_id)


def _beginning(message: Message) -> str:
    seat = message["seat"]
    names = message["names"] or []
    others = [name for number, name in enumerate(names) if number != seat]
    against = f" against {', '.join(others)}" if others else ""
    return f"Playing {message['game']}{against} at {message['game_id']}, in seat {seat + 1}."


def _ending(message: Message) -> str:
    if message["ending"] == "unfinished":
        return f"The game at {message['game_id']} was broken off."
    scores = ":".join(str(score) for score in message["scores"])
    winners = " and ".join(f"player {winner + 1}" for winner in message["winners"]) or "nobody yet"
    how = message["ending"]
    if (forfeit := message["forfeit"]) is not None:
        how = f"player {forfeit['seat'] + 1} {forfeit['reason']}"
    return f"The game at {message['game_id']} is over ({how}), {scores}, won by {winners}."
