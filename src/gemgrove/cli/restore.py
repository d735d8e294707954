"""`gemgrove restore`: a backup in the place of a server's database."""

from argparse import Namespace

from gemgrove.cli.backup import copied, database_file
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.extras import need
from gemgrove.cli.saving import file_named
from gemgrove.cli.screen import Screen
from gemgrove.cli.serve import settings_of


def run(arguments: Namespace) -> int:
    """Put the backup there, whole or not at all."""
    need("sqlalchemy", "A backup", extra="server")
    from gemgrove.server.backup import BackupError, load_command, restore

    with complaints():
        settings = settings_of(arguments)
    if not settings.own_file:
        command = load_command(settings.database_url, arguments.file)
        raise Complaint(f"PostgreSQL is restored by its own program: {command}")
    screen = Screen()
    target = database_file(settings)
    with complaints():
        try:
            aside = restore(
                file_named(arguments.file),
                target,
                replace=arguments.replace,
                progress=copied(screen),
            )
        except BackupError as error:
            raise Complaint(str(error)) from error
    screen.progress("")
    screen.say(f"The backup is in its place: {target}")
    if aside is not None:
        screen.say(f"What was there is kept as {aside}")
    return 0
