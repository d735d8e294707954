"""Leases: which of several servers thinks about a position."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.background.periodic import repeat
from gemgrove.server.bots.leases import Lease, Leases, SharedLeases, leases_of
from gemgrove.server.database import tables as relations
from gemgrove.server.database.base import Database
from gemgrove.server.database.engine import open_database
from tests.server.journals import count, opening
from tests.waiting import becomes

TERM = 10.0


class FakeClock:
    """A database's time, set by the test."""

    def __init__(self) -> None:
        self.is_now = 1000.0

    async def now(self) -> float:
        """Return the current time."""
        return self.is_now


class Servers:
    """Servers that share a database with two running games."""

    def __init__(
        self, make: Callable[[str], Leases], time: FakeClock, database: Database | None = None
    ) -> None:
        self.ann = make("ann")
        self.bob = make("bob")
        self.time = time
        self._database = database

    @contextmanager
    def cut_off(self) -> Iterator[None]:
        """Make storing fail during the block."""

        def writing() -> AbstractAsyncContextManager[AsyncConnection]:
            raise ConnectionResetError("the connection was lost")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self._database, "writing", writing)
            yield

    async def lose(self, table: str, seq: int) -> None:
        """Let Ann take a lease that cannot be returned."""
        lease = await self.ann.acquire(table, seq)
        assert lease is not None
        with self.cut_off(), pytest.raises(ConnectionResetError):
            await self.ann.release(lease)


@asynccontextmanager
async def serving(url: str) -> AsyncIterator[Servers]:
    """Two servers on a database."""
    time = FakeClock()
    database = await open_database(url)
    try:
        async with database.writing() as connection:
            for table in ("t_1", "t_2"):
                row = opening(table).makes[0].values
                await connection.execute(insert(relations.tables), row)
        yield Servers(
            lambda name: SharedLeases(database, holder=name, term=TERM, now=time.now),
            time,
            database,
        )
        assert await count(database, relations.leases) == 0, "a test ends without leases"
    finally:
        await database.close()


@asynccontextmanager
async def alone() -> AsyncIterator[Servers]:
    """A single server, which needs no database."""
    time = FakeClock()
    own = Leases(holder="ann", term=TERM)
    yield Servers(lambda _name: own, time)
    assert await own.renew() == 0, "a test ends without leases"


OpenServers = AbstractAsyncContextManager[Servers]


@pytest.fixture(params=["own", "sqlite", "postgresql"])
def one_or_two(request: pytest.FixtureRequest) -> OpenServers:
    """Two servers, or one, with which the test works the same."""
    if request.param == "own":
        return alone()
    return serving(
        request.getfixturevalue(request.param.replace("postgresql", "postgres") + "_url")
    )


@pytest.fixture
def two(database_url: str) -> OpenServers:
    """Two servers."""
    return serving(database_url)


async def test_a_position_has_one_lease_at_a_time(one_or_two: OpenServers) -> None:
    async with one_or_two as servers:
        lease = await servers.ann.acquire("t_1", 5)
        assert lease == Lease("t_1", 5, "ann")
        assert await servers.bob.acquire("t_1", 5) is None
        assert await servers.ann.acquire("t_1", 5) is None
        others = [await servers.bob.acquire("t_1", 6), await servers.bob.acquire("t_2", 5)]
        for other in (lease, *others):
            assert other is not None
            await servers.bob.release(other)


async def test_all_servers_know_whether_a_lease_is_held(one_or_two: OpenServers) -> None:
    async with one_or_two as servers:
        assert not await servers.bob.held("t_1", 5)
        lease = await servers.ann.acquire("t_1", 5)
        assert lease is not None
        for server in (servers.ann, servers.bob):
            assert await server.held("t_1", 5)
            assert not await server.held("t_1", 6)
        await servers.ann.release(lease)
        assert not await servers.ann.held("t_1", 5)


async def test_a_lease_that_is_not_renewed_is_not_held(two: OpenServers) -> None:
    async with two as servers:
        lease = await servers.ann.acquire("t_1", 5)
        assert lease is not None
        servers.time.is_now += TERM
        assert not await servers.bob.held("t_1", 5)
        await servers.ann.release(lease)


async def test_a_lease_that_was_given_back_can_be_had_again(one_or_two: OpenServers) -> None:
    async with one_or_two as servers:
        async with servers.ann.holding("t_1", 5) as lease:
            assert lease is not None
            async with servers.bob.holding("t_1", 5) as none:
                assert none is None
            assert await servers.bob.acquire("t_1", 5) is None
        async with servers.bob.holding("t_1", 5) as lease:
            assert lease is not None


async def test_a_lease_that_is_not_renewed_can_be_taken_over_in_time(
    two: OpenServers,
) -> None:
    async with two as servers:
        await servers.ann.acquire("t_1", 5)
        servers.time.is_now += TERM - 0.01
        assert await servers.bob.expired() == []
        assert await servers.bob.acquire("t_1", 5) is None
        servers.time.is_now += 0.01
        (expired,) = await servers.bob.expired()
        assert (expired.table, expired.seq, expired.holder) == ("t_1", 5, "ann")
        taken = await servers.bob.acquire("t_1", 5)
        assert taken is not None
        servers.time.is_now += TERM - 0.01
        assert await servers.ann.expired() == []
        await servers.bob.release(taken)


async def test_renewing_keeps_all_leases_of_a_holder(one_or_two: OpenServers) -> None:
    async with one_or_two as servers:
        leases = [await servers.ann.acquire(table, 5) for table in ("t_1", "t_2")]
        servers.time.is_now += TERM - 1
        assert await servers.ann.renew() == 2
        servers.time.is_now += TERM - 1
        assert await servers.bob.acquire("t_2", 5) is None
        assert await servers.bob.expired() == []
        for lease in leases:
            assert lease is not None
            await servers.ann.release(lease)


async def test_the_oldest_work_is_taken_over_first(two: OpenServers) -> None:
    async with two as servers:
        for table, seq in (("t_2", 9), ("t_1", 3), ("t_1", 4)):
            await servers.ann.acquire(table, seq)
            servers.time.is_now += 1
        servers.time.is_now += TERM
        found = await servers.bob.expired(2)
        assert [(lease.table, lease.seq) for lease in found] == [("t_2", 9), ("t_1", 3)]
        for lease in await servers.bob.expired():
            await servers.bob.release(lease)


async def test_giving_a_lease_back_clears_earlier_positions_and_no_later_one(
    two: OpenServers,
) -> None:
    async with two as servers:
        leases = {seq: await servers.ann.acquire("t_1", seq) for seq in (4, 5, 6)}
        other = await servers.ann.acquire("t_2", 4)
        middle, last = leases[5], leases[6]
        assert middle is not None
        assert last is not None
        assert other is not None
        await servers.ann.release(middle)
        assert await servers.ann.renew() == 2
        assert await servers.bob.acquire("t_1", 6) is None
        await servers.ann.release(last)
        await servers.ann.release(other)


async def test_a_holder_that_has_lost_a_lease_neither_renews_it_nor_gives_it_back(
    two: OpenServers,
) -> None:
    async with two as servers:
        lost = await servers.ann.acquire("t_1", 5)
        assert lost is not None
        servers.time.is_now += TERM
        taken = await servers.bob.acquire("t_1", 5)
        assert taken is not None
        assert await servers.ann.renew() == 0
        await servers.ann.release(lost)
        assert await servers.ann.acquire("t_1", 5) is None
        await servers.bob.release(taken)


async def test_only_one_of_many_concurrent_requests_gets_the_lease(two: OpenServers) -> None:
    async with two as servers:
        for expired in (False, True):
            both = [servers.ann, servers.bob] * 5
            taken = await asyncio.gather(*(leases.acquire("t_1", 5) for leases in both))
            (lease,) = [lease for lease in taken if lease is not None]
            if expired:
                await servers.ann.release(lease)
            servers.time.is_now += TERM


async def test_what_could_not_be_given_back_its_holder_has_again_and_once(
    two: OpenServers,
) -> None:
    async with two as servers:
        await servers.lose("t_1", 5)
        assert await servers.bob.acquire("t_1", 5) is None
        taken = await asyncio.gather(*(servers.ann.acquire("t_1", 5) for _ in range(4)))
        (lease,) = [lease for lease in taken if lease is not None]
        assert await servers.ann.renew() == 1
        await servers.ann.release(lease)


async def test_what_could_not_be_given_back_is_not_renewed(two: OpenServers) -> None:
    async with two as servers:
        await servers.lose("t_1", 5)
        other = await servers.ann.acquire("t_1", 6)
        assert other is not None
        servers.time.is_now += TERM - 1
        assert await servers.ann.renew() == 1
        servers.time.is_now += 1
        (expired,) = await servers.bob.expired()
        assert (expired.seq, expired.holder) == (5, "ann")
        assert await servers.bob.acquire("t_1", 5) is not None
        await servers.ann.release(other)


async def test_what_could_not_be_taken_is_not_held(two: OpenServers) -> None:
    async with two as servers:
        with servers.cut_off(), pytest.raises(ConnectionResetError):
            await servers.ann.acquire("t_1", 5)
        async with servers.ann.holding("t_1", 5) as lease:
            assert lease is not None


async def test_leases_are_renewed_by_themselves_and_survive_a_fault_of_the_database() -> None:
    class Flaky(Leases):
        renewals = 0

        async def renew(self) -> int:
            self.renewals += 1
            if self.renewals == 1:
                raise OSError("the connection was lost")
            return await super().renew()

    leases, ending = Flaky(), asyncio.Event()
    keeping = asyncio.create_task(repeat(leases.renew, 0.01, ending))
    await becomes(lambda: leases.renewals >= 2)
    ending.set()
    await keeping


async def test_a_database_of_one_process_needs_no_stored_leases(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path}/gemgrove.db")
    try:
        one, other = leases_of(database), leases_of(database)
        assert not isinstance(one, SharedLeases)
        assert one.holder != other.holder
    finally:
        await database.close()


async def test_a_shared_database_has_the_leases_of_all(postgres_url: str) -> None:
    database = await open_database(postgres_url)
    try:
        assert isinstance(leases_of(database), SharedLeases)
    finally:
        await database.close()
