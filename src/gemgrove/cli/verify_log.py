"""`gemgrove verify-log`: every game of a server decided again, or one by what is public of it."""

import asyncio
from argparse import Namespace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.extras import need
from gemgrove.cli.saving import file_named
from gemgrove.cli.screen import Screen, printable
from gemgrove.cli.serve import settings_of

if TYPE_CHECKING:
    from gemgrove.server.domain import Table
    from gemgrove.server.verifying.faults import Fault
    from gemgrove.server.verifying.following import Followed
    from gemgrove.server.verifying.log import Progress

_REFRESH_SECONDS = 0.1
_MOST_EVENTS = 100_000
_PATIENCE_SECONDS = 5.0
_SEALED = (
    "Its deal was sealed by the commitment {commitment} before anybody had a seat; compare it "
    "with the one that you were shown then."
)


_POSITION = (
    "It began in the middle of another game. What was hidden there was fixed by the commitment "
    "{commitment} before anybody could move; compare it with the one that you were shown then."
)


def run(arguments: Namespace) -> int:
    """Check, and print every fault; 1 where there is one."""
    need("sqlalchemy", "Checking a server's games", extra="server")
    if arguments.url is None and arguments.invite is not None:
        raise Complaint("--invite is for a table of another server; it needs --url.")
    if arguments.url is not None:
        return _check_public(arguments)
    place = _place(arguments)
    if isinstance(place, Path) and _is_text(place):
        return _check_record(place)
    from gemgrove.server.database.base import UnusableDatabaseError

    try:
        return asyncio.run(_check_log(place, arguments.table))
    except UnusableDatabaseError as error:
        raise Complaint(str(error)) from error


def _place(arguments: Namespace) -> str | Path:
    """The URL or the file of the database."""
    if arguments.file is None:
        with complaints():
            url: str = settings_of(arguments).database_url
        return url
    if arguments.database is not None or arguments.data is not None:
        raise Complaint("--file names the database; --data and --database cannot be given as well.")
    return file_named(arguments.file)


async def _check_log(place: str | Path, only: list[str] | None) -> int:
    from gemgrove.server.verifying.log import verify
    from gemgrove.server.verifying.source import Source

    source = await Source.open(place)
    told = _Telling(details=only is not None)
    try:
        report = await verify(source, only=only, tell=told)
    finally:
        await source.close()
    told.clear()
    for table, why in report.frozen:
        told.screen.say(printable(f"Table {table} is frozen: {why}."))
    told.screen.say(report.sentence)
    return 1 if report.faults else 0


def _is_text(path: Path) -> bool:
    """Whether a file may be a record; a database never begins so."""
    with complaints(), path.open("rb") as file:
        return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def _check_record(path: Path) -> int:
    """A record that a server has exported."""
    from gemgrove.record import RecordError
    from gemgrove.server.verifying.record import check_record

    screen = Screen()
    with complaints():
        text = path.read_text(encoding="utf-8-sig")
    try:
        found = check_record(text)
    except RecordError as error:
        screen.say(printable(str(error)))
        return 1
    screen.say(printable(f"The record of table {found.table} replays; it ended: {found.ending}."))
    if found.commitment is not None and found.record.position is not None:
        screen.say(_POSITION.format(commitment=printable(found.commitment)))
        screen.say("Its secret is the one that this fixes, and tells the position.")
    elif found.commitment is not None:
        screen.say(_SEALED.format(commitment=printable(found.commitment)))
        screen.say("Its secret is the one that this fixes, and with the nonces it makes the deal.")
    return 0


def _check_public(arguments: Namespace) -> int:
    need("httpx", "Asking a server", extra="client")
    given = [name for name in ("data", "database", "file") if getattr(arguments, name) is not None]
    if given:
        raise Complaint(f"--url asks a server; --{given[0]} cannot be given as well.")
    if not arguments.table:
        raise Complaint("--url checks single tables; name one with --table.")
    faults = 0
    for table in arguments.table:
        followed = asyncio.run(_followed(arguments.url, table, arguments.invite))
        told = _Telling(details=True)
        for fault in followed.faults:
            told(fault)
        told(followed)
        if followed.frozen is not None:
            told.screen.say(printable(f"Table {table} is frozen: {followed.frozen}."))
        faults += len(followed.faults)
    return 1 if faults else 0


async def _followed(url: str, table: str, invite: str | None) -> "Followed":
    """What a server tells everybody of a table, checked."""
    from gemgrove.client import Client, ServerProblem, Unreachable
    from gemgrove.server.verifying.public import NotFinishedError, follow_public

    invites = {} if invite is None else {table: invite}
    forms: list[dict[str, object]] = []
    try:
        async with Client(url, invites=invites, patience=_PATIENCE_SECONDS) as client:
            while len(forms) < _MOST_EVENTS and (page := await client.events(table, len(forms))):
                forms += page
        return follow_public(table, forms)
    except (ServerProblem, Unreachable, NotFinishedError) as error:
        raise Complaint(f"Table {printable(table)}: {error}") from error
    except ValueError as error:
        raise Complaint(str(error)) from error


class _Telling:
    """What is found, as it is found; on a terminal also how far it has come."""

    def __init__(self, *, details: bool) -> None:
        self.screen = Screen()
        self._details = details
        self._told = 0.0

    def __call__(self, found: "Fault | Progress | Followed") -> None:
        from gemgrove.server.verifying.faults import Fault
        from gemgrove.server.verifying.log import Progress

        if isinstance(found, Fault):
            self.clear()
            self.screen.say(printable(str(found)))
        elif isinstance(found, Progress):
            self._progress(found)
        elif self._details and found.complete and not found.faults:
            self.clear()
            for sentence in _sentences(found.table):
                self.screen.say(printable(sentence))

    def clear(self) -> None:
        """Nothing of the progress is left on the screen."""
        self.screen.progress("")

    def _progress(self, found: "Progress") -> None:
        if monotonic() - self._told >= _REFRESH_SECONDS:
            self._told = monotonic()
            self.screen.progress(f"{found.done:,} of {found.of:,} {found.what}")


def _sentences(table: "Table") -> list[str]:
    """What is sure of a table that was followed without a fault."""
    assert table.terms is not None
    told = [f"Table {table.id}: {table.terms.game} with {table.players} players, {_stands(table)}."]
    if not table.ended or table.game is None:
        return told
    deal = table.game.deal
    if deal is None:
        told.append(_POSITION.format(commitment=table.terms.deal.commitment))
        told.append("The secret that was published is the one it fixes, and tells the position.")
    elif table.sealed:
        told.append(_SEALED.format(commitment=table.terms.deal.commitment))
        told.append(
            "The secret that was published is the one it fixes. With the nonces of the players "
            f"it makes the deal {deal.id}, and that was played."
        )
    else:
        told.append(f"Its deal is open: {deal.id}.")
    told.append(
        f"All {len(table.movers)} decisions are legal, and what was told follows from them."
    )
    return told


def _stands(table: "Table") -> str:
    if table.outcome is not None:
        scores = ", ".join(map(str, table.outcome.scores))
        seats = " and ".join(str(seat + 1) for seat in table.outcome.winners)
        return f"over ({table.outcome.ending}), scores {scores}, won by player {seats}"
    return "ended without a result" if table.ended else table.phase
