"""`gemgrove admin`: administers a server, running or not."""

from argparse import Namespace
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from gemgrove.cli.console import Console, printable
from gemgrove.cli.errors import CommandError, check_minimum, require_extra
from gemgrove.cli.serve import settings_of

if TYPE_CHECKING:
    from gemgrove.server.administration import Request
    from gemgrove.server.settings import Settings

Answer = dict[str, Any]


def run(arguments: Namespace) -> int:
    """Carry out an action, and print the result."""
    require_extra("litestar", "Administering a server", extra="server")
    from gemgrove.server.lifecycle import administer
    from gemgrove.server.problems import Problem
    from gemgrove.server.settings import SettingsError, UnusableDatabaseError

    check_minimum(arguments, "limit", 1)
    console = Console()
    try:
        settings = settings_of(arguments)
        if arguments.action in ("tables", "players"):
            for line in _list(settings, arguments):
                console.print(printable(line))
        elif arguments.action == "metrics":
            answer = administer(settings, _request(arguments))
            console.print(str(answer["figures"]).rstrip("\n"))
        else:
            answer = administer(settings, _request(arguments))
            console.print(printable(_sentence(arguments.action, answer)))
    except Problem as problem:
        raise CommandError(printable(problem.detail)) from problem
    except (UnusableDatabaseError, SettingsError) as error:
        raise CommandError(str(error)) from error
    return 0


def _request(arguments: Namespace) -> "Request":
    from gemgrove.server import administration

    match arguments.action:
        case "abort":
            return administration.Abort(table=arguments.what, why=arguments.why)
        case "ban":
            return administration.Ban(who=arguments.what)
        case "unban":
            return administration.Unban(who=arguments.what)
        case "revoke":
            return administration.Revoke(who=arguments.what)
        case _:
            return administration.Figures()


def _list(settings: "Settings", arguments: Namespace) -> Iterator[str]:
    """The tables or players, read page by page."""
    from gemgrove.server import administration
    from gemgrove.server.lifecycle import administer
    from gemgrove.server.listing import MAX_PAGE_SIZE

    left = arguments.limit
    before: str | None = None
    while left > 0:
        limit = min(left, MAX_PAGE_SIZE)
        request: Request
        if arguments.action == "tables":
            request = administration.Tables(status=arguments.status, before=before, limit=limit)
        else:
            request = administration.Players(search=arguments.search, before=before, limit=limit)
        answer = administer(settings, request)
        found = answer[arguments.action]
        yield from map(_table if arguments.action == "tables" else _player, found)
        left -= len(found)
        before = answer["next"]
        if before is None:
            return
    yield f"There are more; --limit {2 * arguments.limit} shows twice as many."


def _table(table: Answer) -> str:
    names = ", ".join(seat["name"] or "nobody" for seat in table["seats"])
    kind = "" if table["public"] else ", by invitation"
    return (
        f"{table['table']}  {table['status']:<8}  {table['game']} for {table['players']}{kind}: "
        f"{names}; {table['last_seq']} events, the last {_time(table['changed'])}"
    )


def _player(player: Answer) -> str:
    line = f"{player['player']}  {player['name']} ({player['kind']}), {_time(player['created'])}"
    for what in ("deleted", "banned"):
        if player[what] is not None:
            line += f"; {what} {_time(player[what])}"
    return line


def _sentence(action: str, answer: Answer) -> str:
    """The result of an action."""
    if action == "abort":
        return f"Table {answer['table']} has ended. Its players are told: {answer['why']}"
    who = f"{answer['name']} ({answer['player']})"
    match action:
        case "ban":
            was = "was banned already" if answer["already"] else "is banned"
            return f"{who} {was}. Seats given up: {answer['withdrawn']}."
        case "unban":
            return f"{who} {'was not banned' if answer['already'] else 'is no longer banned'}."
    return (
        f"{who}: {answer['revoked']} tokens revoked. The recovery code still gives new ones; "
        "ban a player to keep them out."
    )


def _time(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
