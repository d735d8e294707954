"""`gemgrove backup`: a copy of a server's database, also while the server runs."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.extras import need
from gemgrove.cli.saving import file_named
from gemgrove.cli.screen import Screen
from gemgrove.cli.serve import settings_of

if TYPE_CHECKING:
    from gemgrove.server.settings import Settings


def run(arguments: Namespace) -> int:
    """Copy the database into a new file."""
    need("sqlalchemy", "A backup", extra="server")
    from gemgrove.server.backup import BackupError, back_up, dump_command

    with complaints():
        settings = settings_of(arguments)
    if not settings.own_file:
        command = dump_command(settings.database_url, arguments.file)
        raise Complaint(f"PostgreSQL is backed up by its own program: {command}")
    screen = Screen()
    target = file_named(arguments.file)
    with complaints():
        try:
            back_up(database_file(settings), target, progress=copied(screen))
        except BackupError as error:
            raise Complaint(str(error)) from error
    screen.progress("")
    screen.say(f"The backup is {target}; it was checked and is whole.")
    return 0


def database_file(settings: "Settings") -> Path:
    """The SQLite file of these settings."""
    from sqlalchemy.engine import make_url

    from gemgrove.server.database.base import UnusableDatabaseError
    from gemgrove.server.database.sqlite import file_of
    from gemgrove.server.settings import DATABASE_FILE

    if settings.database is None:
        return settings.data / DATABASE_FILE
    try:
        return file_of(make_url(settings.database))
    except UnusableDatabaseError as error:
        raise Complaint(str(error)) from error


def copied(screen: Screen) -> Callable[[int, int], None]:
    """Shows on a terminal how far a copy has come."""
    return lambda done, of: screen.progress(f"{done:,} of {of:,} pages copied")
