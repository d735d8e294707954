"""`gemgrove admin`: administers a server, running or not."""

from argparse import Namespace
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from gemgrove.cli.console import Console, printable
from gemgrove.cli.errors import CommandError, check_minimum, command_errors, require_extra
from gemgrove.cli.serve import settings_of

if TYPE_CHECKING:
    from gemgrove.server.administration import Request
    from gemgrove.server.settings import Settings

Answer = dict[str, Any]


def run(arguments: Namespace) -> int:
    require_extra("litestar", "Administering a server", extra="server")
    from gemgrove.server.problems import Problem
    from gemgrove.server.settings import SettingsError, UnusableDatabaseError

    check_minimum(arguments, "limit", 1)
    console = Console()
    try:
        with command_errors(SettingsError, UnusableDatabaseError):
            for line in _answer(settings_of(arguments), arguments):
                console.print(printable(line))
    except Problem as problem:
        raise CommandError(printable(problem.detail)) from problem
    return 0


def _answer(settings: "Settings", arguments: Namespace) -> Iterator[str]:
    from gemgrove.server import administration
    from gemgrove.server.lifecycle import administer

    match arguments.action:
        case "tables" | "players":
            yield from _list(settings, arguments)
        case "metrics":
            yield from administer(settings, administration.Figures())["figures"].splitlines()
        case "abort":
            request = administration.Abort(table=arguments.what, why=arguments.why)
            answer = administer(settings, request)
            yield f"Table {answer['table']} has ended. Its players are told: {answer['why']}"
        case "ban":
            answer = administer(settings, administration.Ban(who=arguments.what))
            was = "was banned already" if answer["already"] else "is banned"
            yield f"{_who(answer)} {was}. Seats given up: {answer['withdrawn']}."
        case "unban":
            answer = administer(settings, administration.Unban(who=arguments.what))
            was = "was not banned" if answer["already"] else "is no longer banned"
            yield f"{_who(answer)} {was}."
        case "revoke":
            answer = administer(settings, administration.Revoke(who=arguments.what))
            yield (
                f"{_who(answer)}: {answer['revoked']} tokens revoked. The recovery code still "
                "gives new ones; ban a player to keep them out."
            )


def _list(settings: "Settings", arguments: Namespace) -> Iterator[str]:
    """List the tables or players, read page by page."""
    from gemgrove.server import administration
    from gemgrove.server.lifecycle import administer
    from gemgrove.server.listing import MAX_PAGE_SIZE

    left, before = arguments.limit, None
    while left > 0:
        request: Request
        page: dict[str, Any] = {"before": before, "limit": min(left, MAX_PAGE_SIZE)}
        if arguments.action == "tables":
            request, text = administration.Tables(status=arguments.status, **page), _table
        else:
            request, text = administration.Players(search=arguments.search, **page), _player
        answer = administer(settings, request)
        found, before = answer[arguments.action], answer["next"]
        yield from map(text, found)
        left -= len(found)
        if before is None:
            return
    yield f"There are more; --limit {2 * arguments.limit} shows twice as many."


def _table(row: Answer) -> str:
    names = ", ".join(seat["name"] or "nobody" for seat in row["seats"])
    kind = "" if row["public"] else ", by invitation"
    return (
        f"{row['table']}  {row['status']:<8}  {row['game']} for {row['players']}{kind}: "
        f"{names}; {row['last_seq']} events, the last {_time(row['changed'])}"
    )


def _player(row: Answer) -> str:
    line = f"{row['player']}  {row['name']} ({row['kind']}), {_time(row['created'])}"
    for what in ("deleted", "banned"):
        if row[what] is not None:
            line += f"; {what} {_time(row[what])}"
    return line


def _who(answer: Answer) -> str:
    return f"{answer['name']} ({answer['player']})"


def _time(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
