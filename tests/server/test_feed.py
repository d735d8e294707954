"""The feed: a table's followers receive every event once and in order, whatever the hints."""

import asyncio
import random
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gemgrove.server import feed as feeds
from gemgrove.server.database.engine import open_database
from gemgrove.server.feed import Feed
from gemgrove.server.journal import Journal, StoredEvent
from tests.server.journals import committed, event, following, opening

TABLE = "t_1"


class Log:
    """A log that several processes append to, read one page at a time."""

    def __init__(self, page: int = 3) -> None:
        self.tables: dict[str, list[StoredEvent]] = {}
        self.page = page
        self.reads: list[tuple[str, int]] = []
        self.failures = 0
        self.most_at_once = 0
        self.before_return: Callable[[], None] = lambda: None
        self._now = 0

    def append(self, table: str, number: int = 1) -> list[StoredEvent]:
        known = self.tables.setdefault(table, [])
        fresh = [event(len(known) + 1 + i) for i in range(number)]
        known += fresh
        return fresh

    async def read(self, table: str, after: int) -> list[StoredEvent]:
        self.reads.append((table, after))
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        found = self.tables.get(table, [])[after : after + self.page]
        await asyncio.sleep(0)
        self._now -= 1
        self.before_return()
        if self.failures:
            self.failures -= 1
            raise OSError("no database")
        return found


class RecordingFollower:
    """A follower that records what it receives."""

    def __init__(self) -> None:
        self.seqs: list[int] = []
        self._more = asyncio.Event()

    def __call__(self, events: Sequence[StoredEvent]) -> None:
        assert events
        self.seqs += [event.seq for event in events]
        self._more.set()

    async def reach(self, seq: int) -> None:
        while not self.seqs or self.seqs[-1] < seq:
            self._more.clear()
            await self._more.wait()


async def settled(feed: Feed) -> None:
    """Wait until nothing is being read."""
    while feed._readers:
        await asyncio.wait(set(feed._readers))


async def test_a_follower_hears_what_was_there_and_what_comes() -> None:
    log = Log()
    log.append(TABLE, 8)
    feed, follower = Feed(log.read), RecordingFollower()
    feed.subscribe(TABLE, 2, follower)
    assert follower.seqs == []
    await follower.reach(8)
    feed.publish(TABLE, log.append(TABLE, 2))
    assert follower.seqs == list(range(3, 11))
    await feed.close()


async def test_what_is_published_while_a_page_is_read_is_heard_once() -> None:
    log = Log()
    log.append(TABLE, 2)
    feed, follower = Feed(log.read), RecordingFollower()

    def publish_once() -> None:
        log.before_return = lambda: None
        feed.publish(TABLE, log.append(TABLE))

    log.before_return = publish_once
    feed.subscribe(TABLE, 1, follower)
    await settled(feed)
    for _ in range(5):
        log.before_return = publish_once
        feed.rescan()
        await settled(feed)
    assert follower.seqs == list(range(2, 9))
    await feed.close()


async def test_an_event_of_another_process_is_read_before_an_own_one_is_told() -> None:
    log = Log()
    feed, follower = Feed(log.read), RecordingFollower()
    feed.subscribe(TABLE, 0, follower)
    await settled(feed)
    log.append(TABLE)  # by another process, with a late hint
    feed.publish(TABLE, log.append(TABLE))
    assert follower.seqs == []
    await follower.reach(2)
    assert follower.seqs == [1, 2]
    await feed.close()


async def test_a_hint_of_what_is_known_reads_nothing() -> None:
    log = Log()
    feed, follower = Feed(log.read), RecordingFollower()
    feed.subscribe(TABLE, 0, follower)
    await settled(feed)
    before = len(log.reads)
    feed.publish(TABLE, log.append(TABLE))
    feed.hint(TABLE, 1)
    await settled(feed)
    assert len(log.reads) == before
    await feed.close()


async def test_a_second_follower_who_knows_as_much_needs_no_reading() -> None:
    log = Log()
    log.append(TABLE, 5)
    feed = Feed(log.read)
    first, second, third = RecordingFollower(), RecordingFollower(), RecordingFollower()
    feed.subscribe(TABLE, 5, first)
    await settled(feed)
    before = len(log.reads)
    feed.subscribe(TABLE, 5, second)
    await settled(feed)
    assert len(log.reads) == before
    feed.subscribe(TABLE, 3, third)
    await third.reach(5)
    feed.publish(TABLE, log.append(TABLE))
    assert (first.seqs, second.seqs, third.seqs) == ([6], [6], [4, 5, 6])
    await feed.close()


async def test_lost_hints_are_made_good_by_a_rescan() -> None:
    log = Log()
    feed = Feed(log.read)
    followers = {f"t_{number}": RecordingFollower() for number in range(50)}
    for table, follower in followers.items():
        feed.subscribe(table, 0, follower)
    await settled(feed)
    for table in followers:
        log.append(table, 4)
    feed.rescan()
    for follower in followers.values():
        await follower.reach(4)
    assert all(follower.seqs == [1, 2, 3, 4] for follower in followers.values())
    assert log.most_at_once <= feeds.READERS
    await feed.close()


async def test_a_hint_that_promises_too_much_ends() -> None:
    log = Log()
    feed, follower = Feed(log.read), RecordingFollower()
    feed.subscribe(TABLE, 0, follower)
    feed.hint(TABLE, 1000)
    await settled(feed)
    assert follower.seqs == []
    feed.publish(TABLE, log.append(TABLE))
    assert follower.seqs == [1]
    await feed.close()


async def test_reading_that_fails_is_done_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(feeds, "RETRY_SECONDS", 0.001)

    log = Log()
    log.append(TABLE, 4)
    log.failures = 3
    feed, follower = Feed(log.read), RecordingFollower()
    feed.subscribe(TABLE, 0, follower)
    await follower.reach(4)
    assert follower.seqs == [1, 2, 3, 4]
    await feed.close()
    assert "will be tried again" in caplog.text


async def test_a_follower_that_has_left_hears_nothing_and_nothing_is_kept() -> None:
    log = Log()
    feed, follower, other = Feed(log.read), RecordingFollower(), RecordingFollower()
    one = feed.subscribe(TABLE, 0, follower)
    two = feed.subscribe(TABLE, 0, other)
    await settled(feed)
    one.close()
    one.close()
    feed.publish(TABLE, log.append(TABLE))
    two.close()
    feed.publish(TABLE, log.append(TABLE))
    assert (follower.seqs, other.seqs) == ([], [1])
    assert not feed._tables
    await feed.close()


async def test_a_follower_that_fails_does_not_keep_others_from_hearing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = Log()
    feed, follower = Feed(log.read), RecordingFollower()

    def fail(_events: Sequence[StoredEvent]) -> None:
        raise RuntimeError("deaf")

    feed.subscribe(TABLE, 0, fail)
    feed.subscribe(TABLE, 0, follower)
    await settled(feed)
    feed.publish(TABLE, log.append(TABLE))
    assert follower.seqs == [1]
    await feed.close()
    assert "deaf" in caplog.text


async def test_every_change_is_told_whether_the_table_is_followed_or_not() -> None:
    log = Log()
    feed = Feed(log.read)
    heard: list[str] = []
    feed.changed.append(heard.append)
    feed.publish("t_1", log.append("t_1"))
    feed.hint("t_2", 1)
    assert heard == ["t_1", "t_2"]
    await feed.close()


@given(seed=st.integers(0, 2**32), page=st.integers(1, 4))
@example(seed=803, page=4)  # all readers finish just when there is more to read
def test_any_order_of_commits_hints_and_followers_is_heard_without_gap(
    seed: int, page: int
) -> None:
    chance = random.Random(seed)

    async def check() -> None:
        log = Log(page)
        feed = Feed(log.read)
        followers: list[tuple[str, int, RecordingFollower]] = []
        tables = ["t_1", "t_2"]
        pending: list[Callable[[], None]] = []
        published: dict[str, list[list[StoredEvent]]] = {table: [] for table in tables}
        for _ in range(60):
            table = chance.choice(tables)
            match chance.randrange(7):
                case 0:  # committed by this process, published in order a little later
                    published[table].append(log.append(table, chance.randint(1, 3)))
                case 1 if published[table]:
                    feed.publish(table, published[table].pop(0))
                case 2:  # committed by another process, hinted late or not at all
                    seq = log.append(table)[-1].seq
                    pending.append(partial(feed.hint, table, seq))
                case 3 if pending:
                    pending.pop(chance.randrange(len(pending)))()
                case 4:
                    after = chance.randint(0, len(log.tables.get(table, [])))
                    follower = RecordingFollower()
                    feed.subscribe(table, after, follower)
                    followers.append((table, after, follower))
                case _:
                    for _ in range(chance.randrange(4)):
                        await asyncio.sleep(0)
        for table in tables:
            for events in published[table]:
                feed.publish(table, events)
        feed.rescan()
        await settled(feed)
        for table, after, follower in followers:
            assert follower.seqs == list(range(after + 1, len(log.tables.get(table, [])) + 1))
        await feed.close()

    asyncio.run(check())


async def test_a_journal_tells_its_feed(database_url: str) -> None:
    database = await open_database(database_url)
    feed = Feed(lambda table, after: journal.events(table, after, 2))
    journal = Journal(database, feed.publish)
    early, late = RecordingFollower(), RecordingFollower()
    feed.subscribe(TABLE, 0, early)
    await settled(feed)
    await committed(journal, opening(TABLE), *(following(TABLE, seq) for seq in range(2, 8)))
    assert early.seqs == list(range(1, 8))
    feed.subscribe(TABLE, 1, late)
    await late.reach(7)
    await committed(journal, following(TABLE, 8))
    assert late.seqs == list(range(2, 9))
    await feed.close()
    await journal.close()
    await database.close()
