"""`gemgrove admin`: what a host does, by the server that runs or without one."""

import asyncio
from argparse import Namespace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from gemgrove.cli.complaint import Complaint
from gemgrove.cli.extras import need
from gemgrove.cli.screen import Screen, printable
from gemgrove.cli.serve import settings_of

if TYPE_CHECKING:
    from gemgrove.server.administration import Request
    from gemgrove.server.settings import Settings

Told = dict[str, Any]


def run(arguments: Namespace) -> int:
    """Do what is asked, and tell of it."""
    need("litestar", "Administering a server", extra="server")
    from gemgrove.server.database.base import UnusableDatabaseError
    from gemgrove.server.problems import Problem
    from gemgrove.server.settings import SettingsError

    if getattr(arguments, "limit", 1) < 1:
        raise Complaint(f"--limit is {arguments.limit}; it must be 1 or more.")
    screen = Screen()
    try:
        settings = settings_of(arguments)
        if arguments.action in ("tables", "players"):
            _list(screen, settings, arguments)
        else:
            screen.say(_sentence(arguments, _asked(settings, _request(arguments))))
    except Problem as problem:
        raise Complaint(printable(problem.detail)) from problem
    except (UnusableDatabaseError, SettingsError) as error:
        raise Complaint(str(error)) from error
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
        case "figures":
            return administration.Figures()
    raise Complaint(f"There is no action {arguments.action!r}.")


def _asked(settings: "Settings", request: "Request") -> Told:
    """By the server that has the database's file, or else by opening the database."""
    from gemgrove.server.administration_socket import NobodyListensError, ask
    from gemgrove.server.settings import ADMIN_SOCKET

    if settings.own_file:
        try:
            return ask(settings.data / ADMIN_SOCKET, request)
        except NobodyListensError:
            pass
        except TimeoutError:
            raise Complaint("The server does not answer.") from None
    return asyncio.run(_directly(settings, request))


async def _directly(settings: "Settings", request: "Request") -> Told:
    from gemgrove.server.administration import Administration
    from gemgrove.server.running import opened
    from gemgrove.server.settings import DATABASE_FILE

    if settings.database is None and not (settings.data / DATABASE_FILE).exists():
        raise Complaint(
            f"There is no database in {settings.data}; name the server's data folder with --data."
        )
    async with opened(settings) as service:
        return await Administration(service).do(request)


def _list(screen: Screen, settings: "Settings", arguments: Namespace) -> None:
    """So many lines, a page at a time."""
    from gemgrove.server import administration
    from gemgrove.server.listing import LARGEST_PAGE

    left = arguments.limit
    before: str | None = None
    while left > 0:
        limit = min(left, LARGEST_PAGE)
        if arguments.action == "tables":
            wanted: Request = administration.Tables(
                status=arguments.status, before=before, limit=limit
            )
            told = _asked(settings, wanted)
            lines = [_table(table) for table in told["tables"]]
        else:
            wanted = administration.Players(search=arguments.search, before=before, limit=limit)
            told = _asked(settings, wanted)
            lines = [_player(player) for player in told["players"]]
        for line in lines:
            screen.say(printable(line))
        left -= len(lines)
        before = told["next"]
        if before is None:
            return
    screen.say(f"There are more; --limit {2 * arguments.limit} shows twice as many.")


def _table(table: Told) -> str:
    names = ", ".join(seat["name"] or "nobody" for seat in table["seats"])
    kind = "" if table["public"] else ", by invitation"
    return (
        f"{table['table']}  {table['status']:<8}  {table['game']} for {table['players']}{kind}: "
        f"{names}; {table['last_seq']} events, the last {_time(table['changed'])}"
    )


def _player(player: Told) -> str:
    line = f"{player['player']}  {player['name']} ({player['kind']}), {_time(player['created'])}"
    for what in ("deleted", "banned"):
        if player[what] is not None:
            line += f"; {what} {_time(player[what])}"
    return line


def _sentence(arguments: Namespace, told: Told) -> str:
    """What was done."""
    if arguments.action == "figures":
        return str(told["figures"]).rstrip("\n")
    if arguments.action == "abort":
        return printable(f"Table {told['table']} has ended. Its players are told: {told['why']}")
    who = printable(f"{told['name']} ({told['player']})")
    match arguments.action:
        case "ban":
            was = "was banned before" if told["already"] else "is banned"
            return f"{who} {was}. Seats given up: {told['withdrawn']}."
        case "unban":
            return f"{who} {'was not banned' if told['already'] else 'may come again'}."
    return (
        f"{who}: {told['revoked']} tokens are void. The recovery code still gives new ones; "
        "a ban keeps a player out."
    )


def _time(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
