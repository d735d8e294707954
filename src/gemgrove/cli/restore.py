"""`gemgrove restore`: replaces a server's database by a backup."""

from argparse import Namespace

from gemgrove.cli.backup import copy_progress
from gemgrove.cli.console import Console
from gemgrove.cli.errors import CommandError, command_errors, require_extra
from gemgrove.cli.record_files import user_path
from gemgrove.cli.serve import settings_of


def run(arguments: Namespace) -> int:
    """Restore the backup, completely or not at all."""
    require_extra("sqlalchemy", "A backup", extra="server")
    from gemgrove.server.backup import BackupError, database_file, load_command, restore
    from gemgrove.server.settings import UnusableDatabaseError

    with command_errors():
        settings = settings_of(arguments)
    if not settings.own_file:
        command = load_command(settings.database_url, arguments.file)
        raise CommandError(f"Restore PostgreSQL with its own program: {command}")
    console = Console()
    with command_errors():
        try:
            target = database_file(settings)
            aside = restore(
                user_path(arguments.file),
                target,
                replace=arguments.replace,
                progress=copy_progress(console),
            )
        except (BackupError, UnusableDatabaseError) as error:
            raise CommandError(str(error)) from error
    console.progress("")
    console.print(f"Restored: {target}")
    if aside is not None:
        console.print(f"The previous database is kept as {aside}")
    return 0
