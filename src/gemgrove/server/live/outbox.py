"""A bounded queue of messages to one client, sent in order by one writer."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

OCTETS = 1 << 20
"""Bytes that may wait for a client by default. A message counts for each client, though all
share it."""

_SPELL = 32
"""Messages after which a writer lets others come to their turn."""

Send = Callable[[Any], Awaitable[None]]


class Outbox:
    """The messages for one client. `run` is its writer; `put` never waits.

    A client that takes too little has more waiting than it may: `overflowed` is called, once, and
    nothing is taken any more.
    """

    __slots__ = (
        "_blocked",
        "_messages",
        "_octets",
        "_overflowed",
        "_queue",
        "_send",
        "_size",
        "_spacious",
        "_wake",
        "closed",
    )

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
        self._wake: asyncio.Future[None] | None = None
        self._spacious = asyncio.Event()
        self._spacious.set()
        self._blocked: float | None = None
        self.closed = False
        """True once new messages are dropped."""

    def __len__(self) -> int:
        """The number of messages that wait."""
        return len(self._queue)

    def put(self, text: str) -> None:
        """Let a message wait for its turn."""
        if self.closed:
            return
        queue = self._queue
        size = self._size + len(text)
        if queue and (len(queue) >= self._messages or size > self._octets):
            self.overflow()
            return
        queue.append(text)
        self._size = size
        if self._wake is not None:
            if not self._wake.done():
                self._wake.set_result(None)
            self._wake = None
        if self._spacious.is_set() and not self._is_spacious():
            self._spacious.clear()

    def overflow(self) -> None:
        """It is too slow, by whatever measure."""
        if not self.closed:
            self.close()
            self._overflowed()

    async def space(self) -> None:
        """Wait until it is less than half full: for who has much to send and can wait."""
        await self._spacious.wait()

    def blocked_for(self, now: float) -> float:
        """For how many seconds the client has not taken the message being sent, by the loop's
        time."""
        return 0.0 if self._blocked is None else now - self._blocked

    def close(self) -> None:
        """Throw away what waits and what comes."""
        self.closed = True
        self._queue.clear()
        self._size = 0
        self._spacious.set()

    async def run(self) -> None:
        """Send what waits, until cancelled or the client is gone, which raises."""
        loop = asyncio.get_running_loop()
        queue, send = self._queue, self._send
        while True:
            spell = 0
            while queue:
                text = queue.popleft()
                self._size -= len(text)
                self._blocked = loop.time()
                await send({"type": "websocket.send", "text": text})
                self._blocked = None
                if not self._spacious.is_set() and self._is_spacious():
                    self._spacious.set()
                spell += 1
                if spell == _SPELL:
                    spell = 0
                    await asyncio.sleep(0)
            self._wake = loop.create_future()
            await self._wake
            # What comes with this, as an answer with its event, is written with it.
            await asyncio.sleep(0)

    async def flushed(self) -> None:
        """Wait until nothing waits any more."""
        while self._queue or self._blocked is not None:
            await asyncio.sleep(0.005)

    def _is_spacious(self) -> bool:
        return 2 * len(self._queue) < self._messages and 2 * self._size < self._octets
