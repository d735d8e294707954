"""The outbox: in order, bounded, and never waiting."""

import asyncio
from typing import Any

import pytest

from gemgrove.server.live.outbox import Outbox


class FakeSocket:
    """A receiver that accepts messages while it is open."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.open = asyncio.Event()

    async def send(self, message: dict[str, Any]) -> None:
        await self.open.wait()
        self.taken.append(message["text"])


async def stopped(writer: asyncio.Task[None]) -> None:
    writer.cancel()
    await asyncio.wait([writer])


async def test_messages_go_out_in_their_order() -> None:
    socket = FakeSocket()
    socket.open.set()
    outbox = Outbox(socket.send, lambda: None, messages=1000)
    writer = asyncio.create_task(outbox.run())
    for number in range(100):
        outbox.put(str(number))
        if number % 7 == 0:
            await asyncio.sleep(0)
    await outbox.flushed()
    assert socket.taken == [str(number) for number in range(100)]
    await stopped(writer)


@pytest.mark.parametrize(
    ("bounds", "fits"), [({"messages": 4}, 4), ({"messages": 99, "octets": 35}, 3)]
)
async def test_messages_beyond_the_limit_overflow_once(bounds: dict[str, int], fits: int) -> None:
    socket = FakeSocket()
    overflows: list[int] = []
    outbox = Outbox(socket.send, lambda: overflows.append(len(outbox)), **bounds)
    for _ in range(fits):
        outbox.put("0123456789")
    assert (len(outbox), overflows) == (fits, [])
    for _ in range(3):
        outbox.put("0123456789")
    assert overflows == [0]
    assert outbox.closed


async def test_a_large_message_may_wait_alone() -> None:
    socket = FakeSocket()
    outbox = Outbox(socket.send, lambda: None, messages=4, octets=5)
    outbox.put("0123456789")
    assert not outbox.closed
    outbox.put("0")
    assert outbox.closed


async def test_a_sender_that_waits_goes_on_when_there_is_space() -> None:
    socket = FakeSocket()
    outbox = Outbox(socket.send, lambda: None, messages=10)
    writer = asyncio.create_task(outbox.run())
    most = 0

    async def pour() -> None:
        nonlocal most
        for number in range(50):
            await outbox.space()
            outbox.put(str(number))
            most = max(most, len(outbox))

    pouring = asyncio.create_task(pour())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not pouring.done()
    socket.open.set()
    await pouring
    await outbox.flushed()
    assert socket.taken == [str(number) for number in range(50)]
    assert most <= 5
    await stopped(writer)


async def test_how_long_a_client_takes_nothing_is_known() -> None:
    socket = FakeSocket()
    outbox = Outbox(socket.send, lambda: None, messages=10)
    now = asyncio.get_running_loop().time()
    assert outbox.blocked_for(now + 5) == 0
    outbox.put("one")
    writer = asyncio.create_task(outbox.run())
    for _ in range(5):
        await asyncio.sleep(0)
    assert outbox.blocked_for(now + 5) > 4
    socket.open.set()
    await outbox.flushed()
    assert outbox.blocked_for(now + 5) == 0
    await stopped(writer)
