"""Database migrations."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Column,
    Connection,
    Double,
    Float,
    MetaData,
    Table,
    Text,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import IntegrityError

from gemgrove.server.database import migration
from gemgrove.server.database.engine import open_database
from gemgrove.server.database.tables import alive, relations, tables
from gemgrove.server.reviews import store
from gemgrove.server.settings import UnusableDatabaseError

# Rows from before the second revision: a process, and a table of each kind.
OLD_ROWS = """
INSERT INTO alive (process, at) VALUES ('u_1', 1500000000.25);
INSERT INTO tables (id, game, players, status, public, created, changed, deal_kind, last_seq,
    position_seq, summary)
SELECT 't_' || status, 'splendor', 2, status, TRUE, 1, 1, 'sealed', 1, 1, '{}'
FROM (SELECT 'open' AS status UNION SELECT 'playing' UNION SELECT 'over' UNION SELECT 'aborted'
    UNION SELECT 'archived') AS old;
INSERT INTO seats ("table", seat) VALUES ('t_over', 0)
"""

# Opens a database and is killed before a given CREATE TABLE.
INTERRUPTED = """
import asyncio, os, signal, sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
from gemgrove.server.database.engine import open_database
left = int(sys.argv[2])
@event.listens_for(Engine, "before_cursor_execute")
def stop(connection, cursor, statement, *_):
    global left
    left -= "CREATE TABLE" in statement
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(open_database(sys.argv[1]))
"""


def type_differs(
    context: MigrationContext, _there: object, _here: object, found: object, expected: object
) -> bool | None:
    """Return True if a column's type differs; None leaves the decision to Alembic."""
    # SQLite has only one floating-point type, whatever its name.
    if context.dialect.name == "sqlite" and isinstance(expected, Double):
        return not isinstance(found, Float)
    return None


def differences(connection: Connection, expected: MetaData) -> list[Any]:
    """The differences between these relations and the database."""
    context = MigrationContext.configure(connection, opts={"compare_type": type_differs})
    found: list[Any] = list(compare_metadata(context, expected))
    inspector = inspect(connection)
    for relation in expected.sorted_tables:
        # Alembic does not compare these.
        there = inspector.has_table(relation.name)
        keys = inspector.get_pk_constraint(relation.name)["constrained_columns"] if there else []
        if keys != [column.name for column in relation.primary_key]:
            found.append((relation.name, keys))
    return found


async def compared(url: str, expected: MetaData = relations) -> list[Any]:
    """Open a database and return its differences."""
    database = await open_database(url)
    try:
        async with database.writing() as connection:
            return await connection.run_sync(differences, expected)
    finally:
        await database.close()


def test_the_revisions_make_what_the_program_expects(database_url: str) -> None:
    assert asyncio.run(compared(database_url)) == []


def test_a_relation_without_its_revision_would_be_seen(sqlite_url: str) -> None:
    more = MetaData(naming_convention=relations.naming_convention)
    for relation in relations.sorted_tables:
        relation.to_metadata(more)
    more.tables["alive"].append_column(Column("surplus", Text))
    Table("more", more, Column("id", Text, primary_key=True))
    found = str(asyncio.run(compared(sqlite_url, more)))
    assert "add_column" in found
    assert "add_table" in found


async def test_a_database_of_a_newer_program_is_refused_and_left_alone(database_url: str) -> None:
    database = await open_database(database_url)
    async with database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    for _ in range(2):  # and the file is not left locked
        with pytest.raises(UnusableDatabaseError, match=r"has revision 9999, this program"):
            await open_database(database_url)


@pytest.mark.parametrize("creation", [1, 7])
def test_a_first_start_that_is_killed_leaves_nothing_half_made(
    database_url: str, creation: int
) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, database_url, str(creation)], check=False
    )
    assert killed.returncode == -signal.SIGKILL
    if database_url.startswith("sqlite"):
        connection = sqlite3.connect(database_url.removeprefix("sqlite:///"))
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
        connection.close()
    assert asyncio.run(compared(database_url)) == []


def test_a_database_of_the_first_revision_keeps_its_rows(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def old() -> None:
        with monkeypatch.context() as patched:
            patched.setattr(ScriptDirectory, "_upgrade_revs", _only_to("0001"))
            database = await open_database(database_url)
        async with database.writing() as connection:
            for statement in OLD_ROWS.split(";"):
                await connection.execute(text(statement))
        await database.close()

    async def new() -> None:
        database = await open_database(database_url)
        async with database.reading() as connection:
            runs = (await connection.execute(select(alive))).all()
            assert [tuple(run) for run in runs] == [("u_1", 1500000000.25, 1500000000.25)]
            ratings = (await connection.execute(select(tables.c.status, tables.c.rating))).all()
            assert dict(map(tuple, ratings)) == {
                "open": None,
                "playing": None,
                "over": "due",
                "aborted": "unfinished",
                "archived": "due",
            }
        await database.close()

    asyncio.run(old())
    asyncio.run(new())
    assert asyncio.run(compared(database_url)) == []


def test_tables_from_before_there_were_reviews_can_be_reviewed(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged, terms = {1: '{"number": 1}', 2: '{"number": 2}'}, store.Terms(10, "1")

    async def old() -> None:
        with monkeypatch.context() as patched:
            patched.setattr(ScriptDirectory, "_upgrade_revs", _only_to("0002"))
            database = await open_database(database_url)
        _, *statements = OLD_ROWS.split(";")
        async with database.writing() as connection:
            assert not await connection.run_sync(lambda plain: inspect(plain).has_table("reviews"))
            for statement in statements:
                await connection.execute(text(statement))
        await database.close()

    async def new() -> None:
        database = await open_database(database_url)
        async with database.writing() as connection:
            assert len((await connection.execute(select(tables))).all()) == 5
            await store.keep(connection, "t_over", terms, judged)
        with pytest.raises(IntegrityError):
            async with database.writing() as connection:
                await store.keep(connection, "t_none", terms, judged)
        async with database.reading() as connection:
            assert await store.judged(connection, "t_over", terms) == list(judged.values())
            assert await store.judged(connection, "t_none", terms) == []
        await database.close()

    asyncio.run(old())
    asyncio.run(new())
    assert asyncio.run(compared(database_url)) == []


def _only_to(revision: str) -> Callable[[ScriptDirectory, str, Any], Any]:
    return lambda scripts, _destination, now: _upgrade_revs(scripts, revision, now)


_upgrade_revs = ScriptDirectory._upgrade_revs


def test_there_is_one_line_of_revisions() -> None:
    scripts = migration.SCRIPTS / "versions"
    assert migration.newest() == f"{len(list(scripts.glob('r*.py'))):04d}"
    assert Path(migration.__file__).parent == migration.SCRIPTS.parent
