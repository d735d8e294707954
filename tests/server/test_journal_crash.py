"""Processes killed in the middle of commits, and what must be on disk before it is announced."""

import asyncio
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from gemgrove.server.journal import Conflict, Entry, Journal
from gemgrove.server.journal.entry import Outcome
from tests.missing import missing
from tests.server.journal_writer import WRITERS, WrongJournal
from tests.server.journals import following, journal_of, opening

KILLS = 3
ENTRIES = 8
TABLES = [f"t_{number}" for number in range(WRITERS)]
ROOT = Path(__file__).parents[2]


def killed_after(url: str, kind: str, acknowledgements: int) -> dict[str, int]:
    """Let a process write, kill it, and return each table's last acknowledged seq."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.journal_writer", url, kind],
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout is not None
    lines: list[bytes] = []
    try:
        assert process.stdout.readline() == b"open\n"
        for line in process.stdout:
            lines.append(line)
            if len(lines) == acknowledgements:
                process.send_signal(signal.SIGKILL)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert process.returncode == -signal.SIGKILL
    last: dict[str, int] = {}
    for line in lines:
        if line.endswith(b"\n"):
            table, seq = line.decode().split()
            last[table] = max(last.get(table, 0), int(seq))
    return last


async def losses(url: str, acknowledged: dict[str, int]) -> list[str]:
    """The faults in a database's tables after its process was killed."""
    wrong: list[str] = []
    async with journal_of(url) as (journal, _):
        for table in TABLES:
            stored = await journal.load(table)
            events = await journal.events(table, most=10**9)
            last = stored.row["last_seq"] if stored else 0
            if [event.seq for event in events] != list(range(1, last + 1)):
                wrong.append(f"{table} has a gap, or a seq twice")
            if last < acknowledged.get(table, 0):
                wrong.append(f"{table} ends at {last}, {acknowledged[table]} was acknowledged")
            again = await asyncio.gather(
                *(
                    journal.commit(following(table, event.seq, f"{table}-{event.seq}"))
                    for event in events[-50:]
                    if event.seq > 1
                )
            )
            if any(not isinstance(one, Conflict) or one.kind != "answered" for one in again):
                wrong.append(f"An entry of {table} could be done twice")
    return wrong


def test_killed_at_random_nothing_acknowledged_is_lost_or_there_twice(sqlite_url: str) -> None:
    chance = random.Random(6)
    acknowledged: dict[str, int] = {}
    for _ in range(KILLS):
        acknowledged |= killed_after(sqlite_url, "right", chance.randrange(30, 400))
        assert asyncio.run(losses(sqlite_url, acknowledged)) == []


def test_a_journal_that_acknowledges_first_is_caught_by_killing_it(sqlite_url: str) -> None:
    caught: list[str] = []
    for kill in range(10):
        acknowledged = killed_after(sqlite_url, "wrong", 30 + kill)
        caught += asyncio.run(losses(sqlite_url, acknowledged))
        if caught:
            break
    assert "was acknowledged" in caught[0]


def order_of(kind: type[Journal], url: str) -> list[str]:
    """The order of events: ends of COMMITs, and acknowledgements."""
    order: list[str] = []

    async def commit() -> None:
        async with journal_of(url) as (plain, database):
            await plain.close()
            journal = kind(database, lambda _table, _events: order.append("published"))
            write = journal.writer.write

            async def watched(entries: Sequence[Entry]) -> list[Outcome]:
                outcomes = await write(entries)
                order.append("committed")
                return outcomes

            journal.writer.write = watched  # type: ignore[method-assign]
            for entry in (opening("t_1"), following("t_1", 2)):
                await journal.commit(entry)
                order.append("acknowledged")
            await journal.close()

    asyncio.run(commit())
    return order


def test_a_commit_ends_before_anyone_hears_of_it(sqlite_url: str) -> None:
    assert order_of(Journal, sqlite_url) == ["committed", "published", "acknowledged"] * 2


def test_the_order_tells_a_journal_that_acknowledges_first(sqlite_url: str) -> None:
    assert order_of(WrongJournal, sqlite_url)[0] == "published"


def system_calls(kind: str, url: str, folder: Path) -> list[str]:
    """The writes and syncs of a process with one writer, in the order in which they ended."""
    strace = shutil.which("strace")
    if strace is None:
        missing("strace is not installed")
    trace = folder / "trace"
    ran = subprocess.run(
        [
            *[strace, "-f", "-y", "-o", str(trace), "-e", "trace=pwrite64,fdatasync,fsync,write"],
            *[sys.executable, "-m", "tests.server.journal_writer", url, kind, "1", str(ENTRIES)],
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        check=False,
    )
    if not trace.exists() or "write(" not in trace.read_text():
        missing(f"strace may not trace here: {ran.stderr.decode()[:100]}")
    assert ran.returncode == 0, ran.stderr
    calls: list[str] = []
    begun: dict[str, str] = {}
    for line in trace.read_text().splitlines():
        thread, call = line.split(maxsplit=1)
        if call.endswith("<unfinished ...>"):
            begun[thread] = call
        else:
            calls.append(begun.pop(thread, "") + call)
    return calls


def acknowledged_unsynced(calls: list[str]) -> tuple[int, int]:
    """The number of acknowledgements, and how many came before their entry was synced.

    A single writer waits for each acknowledgement, so each has a separate sync.
    """
    opened, made, early, synced = False, 0, 0, 0
    written = False
    for call in calls:
        if "write(1<" in call and '"open' in call:
            opened, written = True, False
        elif opened and call.startswith("pwrite64") and "-wal>" in call:
            # The log's header, its first 32 bytes, is synced separately.
            written = written or ", 32, 0)" not in call
        elif written and re.match(r"f(data)?sync\(.*-wal>", call):
            synced, written = synced + 1, False
        elif "write(1<" in call and '"t_' in call:
            made += 1
            early += synced < made
    return made, early


def test_the_disk_is_synced_before_an_acknowledgement(sqlite_url: str, tmp_path: Path) -> None:
    calls = system_calls("right", sqlite_url, tmp_path)
    assert acknowledged_unsynced(calls) == (ENTRIES, 0)


def test_the_system_calls_tell_a_journal_that_acknowledges_first(
    sqlite_url: str, tmp_path: Path
) -> None:
    calls = system_calls("wrong", sqlite_url, tmp_path)
    assert acknowledged_unsynced(calls) == (ENTRIES, ENTRIES)
