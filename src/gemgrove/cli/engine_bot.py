"""`gemgrove engine-bot`: lets a bot play at the table of another Arboretum engine."""

import os
import select
import sys
from argparse import Namespace
from contextlib import suppress

from gemgrove import agents
from gemgrove.arboretum_engine.messages import USUAL_TIMEOUT, timeout_of
from gemgrove.arboretum_engine.types import FormatError
from gemgrove.cli.errors import CommandError, check_minimum, command_errors
from gemgrove.cli.protocol_streams import claim_stdout
from gemgrove.compat.arboretum_engine.engine_bot import serve
from gemgrove.compat.arboretum_engine.timed_bot import TimedBot

_ERROR = 2
# This much can be written to a pipe that is not full without blocking.
_LONGEST_WARNING = 500


def run(arguments: Namespace) -> int:
    """Reply to the engine's messages until there are no more."""
    check_minimum(arguments, "time_limit", 1)
    limit = _time_limit(arguments.time_limit)
    if sys.stdin is None or sys.stdout is None:
        raise CommandError(
            "The engine speaks on stdin and listens on stdout; one of them is closed."
        )
    with command_errors():
        agents.make(arguments.bot)
    with (
        claim_stdout() as replies,
        TimedBot(
            arguments.bot,
            time_limit=limit / 1000,
            warn=_warn,
            private=[replies],
        ) as thinker,
    ):
        serve(sys.stdin.buffer, replies, thinker.choose, _warn)
    return 0


def _time_limit(option: int | None) -> int:
    """The time for a reply in milliseconds: the option, the engine's variable, or the default."""
    if option is not None:
        return option
    try:
        return timeout_of(os.environ) or USUAL_TIMEOUT
    except FormatError as error:
        # Other programs may use a variable of that name, so it is no reason not to play.
        _warn(f"{error} The limit is {USUAL_TIMEOUT} milliseconds.")
        return USUAL_TIMEOUT


def _warn(text: str) -> None:
    # Perhaps nobody reads stderr, and a reply must not wait for that.
    with suppress(OSError):
        if select.select([], [_ERROR], [], 0)[1]:
            line = f"gemgrove engine-bot: {text}"[:_LONGEST_WARNING]
            os.write(_ERROR, line.encode("utf-8", "backslashreplace") + b"\n")
