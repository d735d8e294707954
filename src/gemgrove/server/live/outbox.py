"""A bounded queue of messages to one client, sent in order by one writer."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

OCTETS = 1 << 20
"""Bytes that may wait for a client by default. A message counts for each client, though all
share it."""

_BATCH = 32
"""Messages after which a writer lets other tasks run."""

Send = Callable[[Any], Awaitable[None]]


class Outbox:
    """The messages for one client. `run` is its writer; `put` never waits.

    If a client reads too slowly for its bounds, `overflowed` is called, once, and all further
    messages are dropped.
    """

    def __init__(
        self, send: Send, overflowed: Callable[[], None], *, messages: int, octets: int = OCTETS
    ) -> None:
        """`send` is that of ASGI. One message may be larger than `octets` if it waits alone."""
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
        """Give up on a client that is too slow, by whatever measure."""
        if not self.closed:
            self.close()
            self._overflowed()

    async def space(self) -> None:
        """Wait until it is less than half full: for senders that have much and can wait."""
        await self._spacious.wait()

    def blocked_for(self, now: float) -> float:
        """Return for how many seconds of the loop's time the client has not taken a message."""
        return 0.0 if self._blocked is None else now - self._blocked

    def close(self) -> None:
        """Drop all messages, those to come included."""
        self.closed = True
        self._queue.clear()
        self._size = 0
        self._spacious.set()

    async def run(self) -> None:
        """Send messages until cancelled or the client is gone, which raises."""
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
            # What comes with this, as an answer with its event, is written with it.
            await asyncio.sleep(0)

    async def flushed(self) -> None:
        while self._queue or self._blocked is not None:
            await asyncio.sleep(0.005)

    def _is_spacious(self) -> bool:
        return 2 * len(self._queue) < self._messages and 2 * self._size < self._octets
