"""A temporary PostgreSQL server for tests, in a folder of its own with its socket."""

import asyncio
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from tests.waiting import PATIENCE, eventually

OWNER = "gemgrove"
# Without fsync: the tests kill clients, never the machine.
SETTINGS = "-c listen_addresses= -c fsync=off -c shared_buffers=16MB -c deadlock_timeout=50ms"

_numbers = itertools.count()


def programs() -> Path | None:
    """The folder with initdb and postgres; None if there is none."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


class Postgres:
    """A running PostgreSQL server."""

    def __init__(self, folder: Path, process: "subprocess.Popen[bytes]") -> None:
        """See `running`."""
        self.folder = folder
        self.process = process

    def url(self, database: str) -> str:
        """The URL of a database on it."""
        return f"postgresql+asyncpg://{OWNER}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"test{next(_numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return self.url(name)

    def run(self, sql: str) -> None:
        """Run a statement as the server's owner."""

        async def execute() -> None:
            connection = await asyncpg.connect(
                host=str(self.folder), user=OWNER, database="postgres"
            )
            try:
                await connection.execute(sql)
            finally:
                await connection.close()

        asyncio.run(execute())


@contextmanager
def running(programs: Path) -> Iterator[Postgres]:
    """Start a server and stop it after the block. PostgreSQL refuses to run as root."""
    user = "nobody" if os.getuid() == 0 else None
    # Not in pytest's folder, which only its owner may enter; also, socket paths must be short.
    folder = Path(tempfile.mkdtemp(prefix="gg-pg-"))
    try:
        if user:
            account = pwd.getpwnam(user)
            os.chown(folder, account.pw_uid, account.pw_gid)
        data = folder / "data"
        options = f"-U {OWNER} -A trust -E UTF8 --locale=C --no-sync"
        subprocess.run(
            [programs / "initdb", "-D", data, *options.split()],
            check=True,
            user=user,
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [programs / "postgres", "-D", data, "-k", folder, *SETTINGS.split()],
                user=user,
                cwd=folder,
                stdout=log,
                stderr=log,
            )
        try:
            postgres = Postgres(folder, process)
            _wait_for(postgres)
            yield postgres
        finally:
            process.send_signal(signal.SIGINT)  # PostgreSQL's "fast" shutdown
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(postgres: Postgres) -> None:

    def answers() -> bool:
        try:
            postgres.run("SELECT 1")
        except (OSError, asyncpg.PostgresError):
            if postgres.process.poll() is not None:
                raise
            return False
        return True

    eventually(answers)
