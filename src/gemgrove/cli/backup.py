"""`gemgrove backup` and `restore`: copy a server's database to a file, and back."""

from argparse import Namespace

from gemgrove.cli.console import Console
from gemgrove.cli.errors import CommandError, command_errors, require_extra
from gemgrove.cli.record_files import user_path
from gemgrove.cli.serve import settings_of


def run(arguments: Namespace) -> int:
    """Copy the database, even while the server runs, or replace it with a copy."""
    require_extra("sqlalchemy", "A backup", extra="server")
    from gemgrove.server import backup
    from gemgrove.server.settings import UnusableDatabaseError

    restoring = arguments.command == "restore"
    file, console = user_path(arguments.file), Console()

    def progress(done: int, of: int) -> None:
        console.progress(f"{done:,} of {of:,} pages copied")

    with command_errors(OSError, ValueError, backup.BackupError, UnusableDatabaseError):
        settings = settings_of(arguments)
        if not settings.own_file:
            url = settings.database_url
            if restoring:
                command = backup.load_command(url, arguments.file)
                raise CommandError(f"Restore PostgreSQL with its own program: {command}")
            command = backup.dump_command(url, arguments.file)
            raise CommandError(f"Back up PostgreSQL with its own program: {command}")
        database = backup.database_file(settings)
        if restoring:
            aside = backup.restore(file, database, replace=arguments.replace, progress=progress)
            report = f"Restored: {database}"
            if aside is not None:
                report += f"\nThe previous database is kept as {aside}"
        else:
            backup.back_up(database, file, progress=progress)
            report = f"The backup is {file}; it was checked and is complete."
    console.progress("")
    console.print(report)
    return 0
