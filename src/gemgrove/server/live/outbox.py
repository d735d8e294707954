"""A bounded queue of messages to one client, sent in order by one writer."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

OCTETS = 1 << 20
"""Bytes that may wait for a client by default. A message counts for each client, even if they share
it."""

_BATCH = 32
"""Number of messages after which a writer lets other tasks run."""

Send = Callable[[Any], Awaitable[None]]


class Outbox:
    """The messages for one client. `run` is its writer; `put` never waits.

    If a client reads too slowly for the queue's limits, `overflowed` is called once, and all
    further messages are dropped.
    """

    def __init__(
        self, send: Send, overflowed: Callable[[], None], *, messages: int, octets: int = OCTETS
    ) -> None:
        """Use ASGI's `send`. A message may be larger than `octets` if it is the only one queued."""
        self._send = send
        self._overflowed = overflowed
        self._messages = messages
        self._octets = octets
        self._queue: deque[str] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self._spacious = asyncio.Event()
        self._spacious.set()
        self._blocked: float | None = None
        self.closed = False
        """True once new messages are dropped."""

    def __len__(self) -> int:
        return len(self._queue)

    def put(self, text: str) -> None:
        if self.closed:
            return
        size = self._size + len(text)
        if self._queue and (len(self._queue) >= self._messages or size > self._octets):
            self.overflow()
            return
        self._queue.append(text)
        self._size = size
        self._wake.set()
        if not self._is_spacious():
            self._spacious.clear()

    def overflow(self) -> None:
        """Give up on a client that is too slow."""
        if not self.closed:
            self.close()
            self._overflowed()

    async def space(self) -> None:
        """Wait until the queue is less than half full: for senders with much to send."""
        await self._spacious.wait()

    def blocked_for(self, now: float) -> float:
        """Return how long the current message has been waiting for the client, in loop seconds."""
        return 0.0 if self._blocked is None else now - self._blocked

    def close(self) -> None:
        """Drop all messages, including future ones."""
        self.closed = True
        self._queue.clear()
        self._size = 0
        self._spacious.set()

    async def run(self) -> None:
        """Send messages until cancelled; raise if the client is gone."""
        loop = asyncio.get_running_loop()
        while True:
            sent = 0
            while self._queue:
                text = self._queue.popleft()
                self._size -= len(text)
                self._blocked = loop.time()
                await self._send({"type": "websocket.send", "text": text})
                self._blocked = None
                if self._is_spacious():
                    self._spacious.set()
                sent += 1
                if sent % _BATCH == 0:
                    await asyncio.sleep(0)
            self._wake.clear()
            await self._wake.wait()
            # Messages that come together, such as an answer and its event, are written together.
            await asyncio.sleep(0)

    async def flushed(self) -> None:
        while self._queue or self._blocked is not None:
            await asyncio.sleep(0.005)

    def _is_spacious(self) -> bool:
        return 2 * len(self._queue) < self._messages and 2 * self._size < self._octets
