"""`gemgrove verify-log`: replays a server's games, from its database or from what it publishes."""

import asyncio
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from gemgrove.cli.console import Console, printable
from gemgrove.cli.errors import CommandError, command_errors, require_extra
from gemgrove.cli.record_files import user_path
from gemgrove.cli.serve import settings_of

if TYPE_CHECKING:
    from gemgrove.server.verification.log import Progress
    from gemgrove.server.verification.replay import Fault, Replay

_REFRESH_SECONDS = 0.1
_MOST_EVENTS = 100_000
_PATIENCE_SECONDS = 5.0


def run(arguments: Namespace) -> int:
    """Check the games, and print every fault; return 1 if there is one."""
    require_extra("sqlalchemy", "Checking a server's games", extra="server")
    from gemgrove.server.settings import UnusableDatabaseError

    if arguments.url is not None:
        return _check_public(arguments)
    if arguments.invite is not None:
        raise CommandError("--invite is for a table of another server; it needs --url.")
    place: str | Path
    if arguments.file is None:
        with command_errors():
            place = settings_of(arguments).database_url
    elif arguments.database is not None or arguments.data is not None:
        raise CommandError("--file cannot be combined with --data or --database.")
    else:
        place = user_path(arguments.file)
        if _is_json(place):
            return _check_record(place)
    with command_errors(UnusableDatabaseError):
        return asyncio.run(_check_log(place, arguments.table))


def _is_json(path: Path) -> bool:
    """Return True if a file may be a record; a database never begins like one."""
    with command_errors(), path.open("rb") as file:
        return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


async def _check_log(place: str | Path, only: list[str] | None) -> int:
    from gemgrove.server.verification.log import verify
    from gemgrove.server.verification.reader import DatabaseReader

    reader = await DatabaseReader.open(place)
    printer = _Printer(details=only is not None)
    try:
        report = await verify(reader, only=only, notify=printer)
    finally:
        await reader.close()
    frozen = [f"Table {table} is frozen: {why}." for table, why in report.frozen]
    printer.print([*frozen, report.sentence])
    return 1 if report.faults else 0


def _check_record(path: Path) -> int:
    from gemgrove.record import RecordError
    from gemgrove.server.verification.record import check_record
    from gemgrove.server.verification.summary import record_summary

    printer = _Printer(details=True)
    with command_errors():
        text = path.read_text(encoding="utf-8-sig")
    try:
        printer.print(record_summary(check_record(text)))
    except RecordError as error:
        printer.print([str(error)])
        return 1
    return 0


def _check_public(arguments: Namespace) -> int:
    require_extra("httpx", "Checking a server's public games", extra="client")
    given = [name for name in ("data", "database", "file") if getattr(arguments, name) is not None]
    if given:
        raise CommandError(f"--url cannot be combined with --{given[0]}.")
    if not arguments.table:
        raise CommandError("--url checks single tables; name one with --table.")
    printer = _Printer(details=True)
    faults = 0
    for table in arguments.table:
        with command_errors(ValueError):
            replay = asyncio.run(_replay_public(arguments.url, table, arguments.invite))
        for fault in replay.faults:
            printer(fault)
        printer(replay)
        if replay.frozen is not None:
            printer.print([f"Table {table} is frozen: {replay.frozen}."])
        faults += len(replay.faults)
    return 1 if faults else 0


async def _replay_public(url: str, table: str, invite: str | None) -> "Replay":
    from gemgrove.client import Client, ServerProblem, Unreachable
    from gemgrove.server.verification.public_game import NotFinishedError, replay_public

    invites = {} if invite is None else {table: invite}
    events: list[dict[str, object]] = []
    try:
        async with Client(url, invites=invites, retry_seconds=_PATIENCE_SECONDS) as client:
            while len(events) < _MOST_EVENTS and (page := await client.events(table, len(events))):
                events += page
        return replay_public(table, events)
    except (ServerProblem, Unreachable, NotFinishedError) as error:
        raise CommandError(f"Table {printable(table)}: {error}") from error


class _Printer:
    """Prints faults as they are found and, on a terminal, the progress."""

    def __init__(self, *, details: bool) -> None:
        self._console = Console()
        self._details = details
        self._refreshed = 0.0

    def __call__(self, found: "Fault | Progress | Replay") -> None:
        from gemgrove.server.verification.log import Progress
        from gemgrove.server.verification.replay import Fault
        from gemgrove.server.verification.summary import table_summary

        if isinstance(found, Fault):
            self.print([str(found)])
        elif isinstance(found, Progress):
            if monotonic() - self._refreshed >= _REFRESH_SECONDS:
                self._refreshed = monotonic()
                self._console.progress(f"{found.done:,} of {found.of:,} {found.what}")
        elif self._details and found.complete and not found.faults:
            self.print(table_summary(found.table))

    def print(self, sentences: Iterable[str]) -> None:
        self._console.progress("")
        for sentence in sentences:
            self._console.print(printable(sentence))
