"""Backups of a server's SQLite file: made while the server runs, and restored.

A copy gets its name once it is complete and has been checked; a replaced file is kept aside.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from shlex import quote

from sqlalchemy.engine import make_url

from gemgrove.server.database.migration import known_revisions
from gemgrove.server.database.sqlite import BUSY_SECONDS, file_of, lock
from gemgrove.server.settings import DATABASE_FILE, Settings

PAGES = 2_000
"""Number of pages copied at a time: eight megabytes."""

_OWNER_ALONE = 0o600  # the file contains the secrets of deals that are being played
_BESIDE = ("-wal", "-shm", "-journal")
"""The endings of files that belong to a database file."""

Progress = Callable[[int, int], None]
"""Called with the number of pages copied so far, and their total."""


class BackupError(Exception):
    """Nothing was copied or replaced; the sentence says why."""


def database_file(settings: Settings) -> Path:
    """Return the settings' SQLite file; raise `UnusableDatabaseError` if they name none."""
    if settings.database is None:
        return settings.data / DATABASE_FILE
    return file_of(make_url(settings.database))


def back_up(source: Path, target: Path, *, progress: Progress = lambda _done, _of: None) -> None:
    """Copy a database as it is now into a new file. A server may keep using it meanwhile."""
    if not source.is_file():
        raise BackupError(f"There is no database {source}.")
    if target.exists():
        raise BackupError(f"{target} exists; a backup needs a name of its own.")
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {target.parent}.")
    with _checked_copy(source, target, progress) as draft:
        try:
            os.link(draft, target)  # unlike a rename it never replaces anything
        except FileExistsError:
            raise BackupError(f"{target} exists; a backup needs a name of its own.") from None
        _sync(target.parent)


def restore(
    backup: Path,
    target: Path,
    *,
    replace: bool = False,
    progress: Progress = lambda _done, _of: None,
) -> Path | None:
    """Replace a server's database with a backup; return where the previous one is kept, if any.

    Without `replace` there must not be one. Raise `UnusableDatabaseError` if a server is still
    running.
    """
    if not backup.is_file():
        raise BackupError(f"There is no file {backup}.")
    check(backup)
    target.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        stack.callback(lock(target).release)
        if target.exists() and not replace:
            raise BackupError(
                f"{target} exists. With --replace the backup takes its place, and it is kept aside."
            )
        with _checked_copy(backup, target, progress) as draft:
            aside = _keep_aside(target) if target.exists() else None
            # The old file's journals must never be taken for the new one's.
            for ending in _BESIDE:
                _beside(target, ending).unlink(missing_ok=True)
            draft.replace(target)
            _sync(target.parent)
    return aside


def check(path: Path) -> None:
    """Raise a `BackupError` unless a file is a server database that this program can use."""
    try:
        with closing(_reading(path)) as connection:
            faults = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
            if faults != ["ok"]:
                raise BackupError(f"{path} is damaged: {'; '.join(map(str, faults))}.")
            query = "SELECT version_num FROM alembic_version"
            found = {str(row[0]) for row in connection.execute(query)}
    except sqlite3.Error as error:
        raise BackupError(f"{path} is not a server's database: {error}.") from error
    if not found or not found <= known_revisions():
        raise BackupError(
            f"{path} has revision {', '.join(sorted(found)) or 'none'}, which this program does "
            "not know; use the version of the program that made it."
        )


def dump_command(url: str, file: str) -> str:
    """Return the command that backs up a PostgreSQL database."""
    return f"pg_dump --format=custom --file={quote(file)} {quote(_plain(url))}"


def load_command(url: str, file: str) -> str:
    """Return the command that restores such a backup into an empty database."""
    return f"pg_restore --exit-on-error --dbname={quote(_plain(url))} {quote(file)}"


def _plain(url: str) -> str:
    """Return the URL for PostgreSQL's own programs, which ask for the password themselves."""
    found = make_url(url)._replace(drivername="postgresql", password=None)
    return found.render_as_string()


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=BUSY_SECONDS
    )


def _copy(source: Path, target: Path, progress: Progress) -> None:
    """Copy a database as it is now."""
    try:
        with closing(_reading(source)) as origin, closing(sqlite3.connect(target)) as copy:
            # A read transaction: without it, every commit of the server would start the copy over.
            # Writers do not wait for it.
            origin.execute("BEGIN")
            origin.execute("SELECT count(*) FROM sqlite_master").fetchone()
            origin.backup(
                copy, pages=PAGES, progress=lambda _status, left, of: progress(of - left, of)
            )
            # A copy is a single file, without the journal that a server keeps next to its own.
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise BackupError(f"{source} could not be copied: {error}.") from error


@contextmanager
def _checked_copy(source: Path, target: Path, progress: Progress) -> Iterator[Path]:
    """Yield a checked copy next to the target, readable by its owner only, deleted afterwards."""
    draft = target.with_name(f"{target.name}.{token_hex(4)}.part")
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ALONE))
    try:
        _copy(source, draft, progress)
        check(draft)
        _sync(draft)
        yield draft
    finally:
        for ending in ("", *_BESIDE):
            _beside(draft, ending).unlink(missing_ok=True)


def _keep_aside(target: Path) -> Path:
    """Give the old database and the files that belong to it a second name."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(target)) as old:
        # Make it a single file, unless it is too damaged.
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stem = f"{target.name}.{datetime.now(UTC):%Y%m%d-%H%M%S}"
    aside, number = target.with_name(f"{stem}.old"), 2
    while aside.exists():
        aside, number = target.with_name(f"{stem}-{number}.old"), number + 1
    for ending in ("-wal", "-journal"):
        if _beside(target, ending).exists():
            os.link(_beside(target, ending), _beside(aside, ending))
    os.link(target, aside)
    _sync(target.parent)
    return aside


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _sync(path: Path) -> None:
    """Write a file's bytes, or a folder's names, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
