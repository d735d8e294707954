"""`gemgrove serve`: runs the game server."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gemgrove.cli.errors import command_errors, require_extra

if TYPE_CHECKING:
    from gemgrove.server.settings import Settings

_OPTIONS = ("host", "port", "data", "database", "log_level", "bot_workers")


def run(arguments: Namespace) -> int:
    require_extra("litestar", "The server", extra="server")
    import msgspec
    import uvloop

    from gemgrove.server import logs
    from gemgrove.server.lifecycle import AddressError, PortTakenError, RunningServer, serve
    from gemgrove.server.settings import SettingsError, UnusableDatabaseError
    from gemgrove.server.site.placeholder import SENTENCE

    with command_errors(SettingsError):
        settings = settings_of(arguments)

    def started(running: RunningServer) -> None:
        print(f"Gemgrove is at {running.url}   (Ctrl-C stops it)")
        print(f"Everything is kept in {running.database_url}", flush=True)
        if running.site is not None and running.site.index is None:
            print(SENTENCE, file=sys.stderr, flush=True)

    logs.configure(settings.log_level)
    with command_errors(AddressError, UnusableDatabaseError):
        try:
            uvloop.run(serve(settings, started=started))
        except PortTakenError:
            if not arguments.any_port:
                raise
            print(f"Port {settings.port} is taken; another one is used.")
            uvloop.run(serve(msgspec.structs.replace(settings, port=0), started=started))
    return 0


def settings_of(arguments: Namespace) -> "Settings":
    """Return the settings from the command line and from a settings file."""
    from gemgrove.server.settings import Settings

    named = {name: getattr(arguments, name, None) for name in _OPTIONS}
    given: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    if getattr(arguments, "settings", None) is not None:
        return Settings.read(Path(arguments.settings), **given)
    if "data" in given:
        given["data"] = Path(given["data"])
    return Settings(**given)
