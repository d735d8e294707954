"""A thread for a bot, so that its connection stays alive while it thinks."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import Any

from gemgrove import __version__
from gemgrove.agents import NamedAgent
from gemgrove.agents.protocol_bot import ProtocolBot
from gemgrove.protocol import BotHello, BotMove, Hello, ToBot

_CLOSE_SECONDS = 5.0


class BotThread:
    """Answers a host's messages one after another, with a separate agent for each game.

    There is one thread: bots need not be thread-safe. Unlike an executor's threads, it is a daemon:
    a program that ends does not wait for a bot that is thinking.
    """

    def __init__(self, make: Callable[[], NamedAgent]) -> None:
        """Create agents with `make`, the first one immediately."""
        self._bot = ProtocolBot(make, version=__version__)
        self._work: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="bot", daemon=True)
        self._thread.start()

    def hello(self) -> BotHello:
        """Return the bot's hello."""
        hello = self._bot.reply(Hello("gemgrove"))
        assert isinstance(hello, BotHello)
        return hello

    async def reply(self, message: ToBot) -> BotMove | None:
        """Return the bot's answer; an exception in the bot is raised here."""
        found = await self._submit(partial(self._bot.reply, message))
        return found if isinstance(found, BotMove) else None

    async def forget(self, game_id: str) -> None:
        """Drop a game whose end the server does not report."""
        await self._submit(partial(self._bot.forget, game_id))

    def close(self) -> None:
        """Let the bot free its resources, if it finishes within a few seconds."""
        self._work.put(None)
        self._thread.join(_CLOSE_SECONDS)

    async def _submit(self, work: Callable[[], Any]) -> Any:
        done: Future[Any] = Future()
        self._work.put((work, done))
        return await asyncio.wrap_future(done)

    def _run(self) -> None:
        while (item := self._work.get()) is not None:
            work, done = item
            if done.set_running_or_notify_cancel():
                try:
                    done.set_result(work())
                except StopIteration as error:  # which an asyncio future cannot hold
                    done.set_exception(RuntimeError(repr(error)))
                except Exception as error:  # noqa: BLE001 - a bot may raise anything
                    done.set_exception(error)
        self._bot.close()
