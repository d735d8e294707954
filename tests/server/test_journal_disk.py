"""Disks that refuse writes."""

import asyncio
import logging
from collections.abc import Callable

import pytest

from gemgrove.server.database import tables as relations
from gemgrove.server.journal import Committed, Journal, NotStoredError
from gemgrove.server.journal.sqlite_writer import SqliteWriter
from tests.server.journals import count, following, journal_of, opening


def pragma(journal: Journal, text: str) -> int:
    """Run a pragma on the writer's connection and return its answer."""
    assert isinstance(journal.writer, SqliteWriter)
    answer = journal.writer.connection.execute(f"PRAGMA {text}").fetchone()
    return int(answer[0]) if answer else 0


def fill(journal: Journal) -> None:
    """Simulate a full disk: the file may not grow."""
    pragma(journal, f"max_page_count={pragma(journal, 'page_count')}")


def free(journal: Journal) -> None:
    """Let the file grow again."""
    pragma(journal, "max_page_count=1000000")


def protect(journal: Journal) -> None:
    """Simulate a read-only disk."""
    pragma(journal, "query_only=ON")


def release(journal: Journal) -> None:
    """Make the disk writable again."""
    pragma(journal, "query_only=OFF")


@pytest.mark.parametrize(("spoil", "mend"), [(fill, free), (protect, release)])
async def test_a_group_that_the_disk_refuses_fails_for_all_and_nobody_is_told(
    sqlite_url: str,
    caplog: pytest.LogCaptureFixture,
    spoil: Callable[[Journal], None],
    mend: Callable[[Journal], None],
) -> None:
    told: list[str] = []
    async with journal_of(sqlite_url, publish=lambda t, _: told.append(t)) as (journal, data):
        spoil(journal)
        waiting = [journal.commit(opening(f"t_{number}")) for number in range(100)]
        with caplog.at_level(logging.CRITICAL, "gemgrove"):
            outcomes = await asyncio.gather(*waiting, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} == {NotStoredError}
        assert len({id(outcome) for outcome in outcomes}) == 100  # each has its own traceback
        assert told == []
        assert await count(data, relations.tables) == 0
        mend(journal)
        assert await journal.commit(opening("t_1")) == Committed(1)
        assert await journal.commit(following("t_1", 2)) == Committed(2)
        assert told == ["t_1", "t_1"]
