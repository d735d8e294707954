"""Backups: made while a server writes, checked, and restored whole or not at all."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from gemgrove.server import backup as backups
from gemgrove.server.backup import BackupError, back_up, check, dump_command, load_command, restore
from gemgrove.server.database.engine import open_database
from gemgrove.server.domain.commands import Create, Say
from gemgrove.server.settings import UnusableDatabaseError
from tests.server.sample_log import checked
from tests.server.test_table_service import ADA, open_harness
from tests.waiting import PATIENCE


@pytest.fixture
def database(sqlite_url: str, tmp_path: Path) -> Path:
    """The file of a stopped server, with a game in it."""

    async def play() -> None:
        async with open_harness(sqlite_url) as harness:
            await harness.end(await harness.started())

    asyncio.run(play())
    return tmp_path / "gemgrove.db"


def events_in(path: Path) -> int:
    connection = sqlite3.connect(path)
    (count,) = connection.execute("SELECT count(*) FROM events").fetchone()
    connection.close()
    assert isinstance(count, int)
    return count


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_backup_holds_everything_and_verifies(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    assert events_in(copy) == events_in(database) > 20
    assert checked(copy)[1] == []
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert not any(name.startswith("copy.db.") for name in names_in(tmp_path))


def test_a_backup_is_one_file(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    events_in(copy)
    assert not {"copy.db-wal", "copy.db-shm"} & names_in(tmp_path)


async def test_a_backup_is_made_while_a_server_writes(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commits happen every few pages: the copy neither starts over nor mixes both states."""
    monkeypatch.setattr(backups, "PAGES", 3)
    source, copy = tmp_path / "gemgrove.db", tmp_path / "copy.db"

    async with open_harness(sqlite_url) as harness:
        table = await harness.started()
        await harness.end(table)
        before = (await harness.table_service.table(table)).last_seq
        loop = asyncio.get_running_loop()
        steps: list[int] = []

        async def say() -> None:
            await harness.table_service.act(table, Say(text="Hello"), harness.ask(ADA))

        def progress(done: int, _of: int) -> None:
            steps.append(done)
            asyncio.run_coroutine_threadsafe(say(), loop).result(timeout=PATIENCE)

        await asyncio.to_thread(back_up, source, copy, progress=progress)
        assert len(steps) > 5
        assert steps == sorted(steps), "it goes on, and never begins anew"
        assert events_in(copy) == before
        assert (await harness.table_service.table(table)).last_seq == before + len(steps)
    assert (await asyncio.to_thread(checked, copy))[1] == []


def test_a_backup_replaces_nothing(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "letter.txt"
    target.write_text("Dear Ada")
    with pytest.raises(BackupError, match="exists; a backup needs a name of its own"):
        back_up(database, target)
    assert target.read_text() == "Dear Ada"


def test_a_failed_backup_says_why_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="There is no database"):
        back_up(tmp_path / "nothing.db", tmp_path / "copy.db")
    letter = tmp_path / "letter.db"
    letter.write_text("Dear Ada, " * 1000)
    with pytest.raises(BackupError, match=r"letter\.db could not be copied"):
        back_up(letter, tmp_path / "copy.db")
    with pytest.raises(BackupError, match="There is no folder"):
        back_up(letter, tmp_path / "nowhere" / "copy.db")
    assert names_in(tmp_path) == {"letter.db"}


def damage(path: Path) -> None:
    """Overwrite some pages in the middle."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(os.urandom(3 * 4096))


def test_a_damaged_database_gives_no_backup(database: Path, tmp_path: Path) -> None:
    damage(database)
    copy = tmp_path / "copy.db"
    with pytest.raises(BackupError):
        back_up(database, copy)
    assert not copy.exists()
    assert not any(name.endswith(".part") for name in names_in(tmp_path))


def newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


def foreign(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE letters (text)")
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (damage, "damaged|malformed"),
        (newer, "revision 9999, which this program does"),
        (foreign, "not a server's database"),
    ],
)
def test_a_backup_that_cannot_be_used_is_not_restored(
    database: Path, tmp_path: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    spoil(copy)
    before = database.read_bytes()
    with pytest.raises(BackupError, match=sentence):
        restore(copy, database, replace=True)
    assert database.read_bytes() == before
    assert not any(name.endswith((".part", ".old")) for name in names_in(tmp_path))


async def test_a_backup_is_restored_into_a_new_folder(database: Path, tmp_path: Path) -> None:
    copy, target = tmp_path / "copy.db", tmp_path / "new" / "data" / "gemgrove.db"
    back_up(database, copy)
    assert restore(copy, target) is None
    assert events_in(target) == events_in(copy)
    await play_on(target)


async def play_on(database: Path) -> None:
    async with open_harness(f"sqlite:///{database}") as harness:
        create = Create(game="splendor", players=2)
        await harness.table_service.create(create, harness.ask(ADA, "one more", key="one more"))


def test_a_database_that_is_there_is_not_replaced_unasked(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    before = database.read_bytes()
    with pytest.raises(BackupError, match="With --replace"):
        restore(copy, database)
    assert database.read_bytes() == before


async def test_a_database_that_is_replaced_is_kept_aside(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    await play_on(database)
    later = events_in(database)
    aside = restore(copy, database, replace=True)
    assert aside is not None
    assert events_in(aside) == later > events_in(database) == events_in(copy)
    second = restore(copy, database, replace=True)
    assert second not in (None, aside)


def test_what_a_killed_server_had_not_moved_into_its_file_is_kept_aside_too(
    database: Path, tmp_path: Path
) -> None:
    """The last commits are in a separate file, which must not be applied to the new database."""
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    killed = tmp_path / "killed"
    killed.mkdir()
    target = killed / "gemgrove.db"
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    with connection:
        connection.execute("DELETE FROM requests")
    for ending in ("", "-wal"):
        (killed / f"gemgrove.db{ending}").write_bytes(
            database.with_name(f"gemgrove.db{ending}").read_bytes()
        )
    connection.close()
    assert (killed / "gemgrove.db-wal").stat().st_size > 0
    aside = restore(copy, target, replace=True)
    assert aside is not None
    check(aside)
    check(target)
    assert _requests(aside) == 0 < _requests(target)


def _requests(path: Path) -> int:
    connection = sqlite3.connect(path)
    (count,) = connection.execute("SELECT count(*) FROM requests").fetchone()
    connection.close()
    assert isinstance(count, int)
    return count


async def test_nothing_is_restored_below_a_running_server(
    database: Path, sqlite_url: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    back_up(database, copy)

    running = await open_database(sqlite_url)
    try:
        with pytest.raises(UnusableDatabaseError, match="in use by process"):
            restore(copy, database, replace=True)
    finally:
        await running.close()
    assert not any(name.endswith(".old") for name in names_in(tmp_path))


def test_postgresql_has_programs_of_its_own_and_no_password_is_shown() -> None:
    url = "postgresql+asyncpg://ann:secret@db.example/games"
    assert dump_command(url, "my copy") == (
        "pg_dump --format=custom --file='my copy' postgresql://ann@db.example/games"
    )
    assert load_command(url, "copy") == (
        "pg_restore --exit-on-error --dbname=postgresql://ann@db.example/games copy"
    )
