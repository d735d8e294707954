"""A thread for a bot, so that its connection goes on while it thinks."""

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from gemgrove import __version__
from gemgrove.agents import NamedAgent
from gemgrove.agents.stdio_server import Server
from gemgrove.protocol import BotHello, BotMove, Hello, ToBot

_CLOSE_SECONDS = 5.0

_Work = tuple[Callable[[], Any], asyncio.AbstractEventLoop, "asyncio.Future[Any]"]


class BotThread:
    """Answers the messages of a host one after the other, each game with an agent of its own.

    There is one thread: bots need not be made for several.
    """

    def __init__(self, make: Callable[[], NamedAgent]) -> None:
        """`make` makes an agent; the first is made at once."""
        self._server = Server(make, version=__version__)
        self._work: SimpleQueue[_Work | None] = SimpleQueue()
        # What a bot does at the end of the program is not waited for.
        self._thread = threading.Thread(target=self._think, name="thinker", daemon=True)
        self._thread.start()

    def hello(self) -> BotHello:
        """Return the bot's hello."""
        hello = self._server.reply(Hello("gemgrove"))
        assert isinstance(hello, BotHello)
        return hello

    async def reply(self, message: ToBot) -> BotMove | None:
        """Return the bot's answer; an exception of the bot is raised here."""
        found = await self._done(lambda: self._server.reply(message))
        return found if isinstance(found, BotMove) else None

    async def forget(self, game_id: str) -> None:
        """A game has ended, and nobody will say how."""
        await self._done(lambda: self._server.forget(game_id))

    def close(self) -> None:
        """Let the bot free what it holds, if it comes to an end within a few seconds."""
        self._work.put(None)
        self._thread.join(_CLOSE_SECONDS)

    async def _done(self, work: Callable[[], Any]) -> Any:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._work.put((work, loop, done))
        return await done

    def _think(self) -> None:
        while (item := self._work.get()) is not None:
            work, loop, done = item
            result, error = None, None
            try:
                result = work()
            except Exception as raised:  # noqa: BLE001 - a bot may raise anything
                error = raised
            try:
                loop.call_soon_threadsafe(_settle, done, result, error)
            except RuntimeError:
                break  # the loop is closed: nobody waits
        self._server.close()


def _settle(done: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
