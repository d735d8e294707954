"""`gemgrove backup`: copies a server's database, even while the server runs."""

from argparse import Namespace
from collections.abc import Callable

from gemgrove.cli.console import Console
from gemgrove.cli.errors import CommandError, command_errors, require_extra
from gemgrove.cli.record_files import user_path
from gemgrove.cli.serve import settings_of


def run(arguments: Namespace) -> int:
    """Copy the database into a new file."""
    require_extra("sqlalchemy", "A backup", extra="server")
    from gemgrove.server.backup import BackupError, back_up, database_file, dump_command
    from gemgrove.server.settings import UnusableDatabaseError

    with command_errors():
        settings = settings_of(arguments)
    if not settings.own_file:
        command = dump_command(settings.database_url, arguments.file)
        raise CommandError(f"Back up PostgreSQL with its own program: {command}")
    console = Console()
    target = user_path(arguments.file)
    with command_errors():
        try:
            back_up(database_file(settings), target, progress=copy_progress(console))
        except (BackupError, UnusableDatabaseError) as error:
            raise CommandError(str(error)) from error
    console.progress("")
    console.print(f"The backup is {target}; it was checked and is complete.")
    return 0


def copy_progress(console: Console) -> Callable[[int, int], None]:
    """Return a callback that shows the progress of a copy."""
    return lambda done, of: console.progress(f"{done:,} of {of:,} pages copied")
