"""`gemgrove serve`: the game server."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gemgrove.cli.complaint import Complaint
from gemgrove.cli.extras import need

if TYPE_CHECKING:
    from gemgrove.server.settings import Settings

_GIVEN = ("host", "port", "data", "database", "log_level", "bot_workers")


def run(arguments: Namespace) -> int:
    """Serve until a signal asks to end."""
    need("litestar", "The server", extra="server")
    import msgspec
    import uvloop

    from gemgrove.server import logs
    from gemgrove.server.database.base import UnusableDatabaseError
    from gemgrove.server.running import AddressError, PortTakenError, Running, serve
    from gemgrove.server.settings import SettingsError
    from gemgrove.server.site.missing import SENTENCE

    try:
        settings = settings_of(arguments)
    except SettingsError as error:
        raise Complaint(str(error)) from error

    def started(running: Running) -> None:
        kept = running.service.database.url
        if running.service.settings.port != settings.port:
            print(f"Port {settings.port} is taken; another one is used.")
        print(f"Gemgrove is at {running.url}   (Ctrl-C ends it)")
        print(f"Everything is kept in {kept}", flush=True)
        if running.site is not None and running.site.index is None:
            print(SENTENCE, file=sys.stderr, flush=True)

    logs.configure(settings.log_level)
    try:
        try:
            uvloop.run(serve(settings, started=started))
        except PortTakenError:
            if not arguments.any_port:
                raise
            uvloop.run(serve(msgspec.structs.replace(settings, port=0), started=started))
    except (AddressError, UnusableDatabaseError) as error:
        raise Complaint(str(error)) from error
    return 0


def settings_of(arguments: Namespace) -> "Settings":
    """The settings that options and a file of settings make together."""
    from gemgrove.server.settings import Settings

    named = {name: getattr(arguments, name, None) for name in _GIVEN}
    given: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    if getattr(arguments, "settings", None) is not None:
        return Settings.read(Path(arguments.settings), **given)
    if "data" in given:
        given["data"] = Path(given["data"])
    return Settings(**given)
