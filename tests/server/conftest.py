"""The databases for the server's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.missing import missing
from tests.server.postgres import Postgres, programs, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL; the test is skipped if it is not installed."""
    folder = programs()
    if folder is None:
        missing("PostgreSQL is not installed (no initdb in PATH or /usr/lib/postgresql)")
    with running(folder) as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """A new, empty database on PostgreSQL."""
    return postgres.new_database()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A new SQLite file."""
    return f"sqlite:///{tmp_path}/gemgrove.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A new, empty database: first SQLite, then PostgreSQL."""
    name = {"sqlite": "sqlite_url", "postgresql": "postgres_url"}[request.param]
    return str(request.getfixturevalue(name))
