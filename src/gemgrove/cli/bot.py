"""`gemgrove bot` and `engine-bot`: serve a bot over a protocol, on stdin and stdout.

Anything a bot prints goes to stderr: stdout is only for replies.
"""

import os
import select
import sys
from argparse import Namespace
from contextlib import suppress
from typing import IO

from gemgrove import __version__, agents
from gemgrove.cli.errors import CommandError, check_minimum, command_errors

_IN, _OUT, _ERROR = 0, 1, 2
# This much can be written to a pipe that is not full without blocking.
_LONGEST_WARNING = 500


def run(arguments: Namespace) -> int:
    """Answer the host's messages until it says goodbye."""
    from gemgrove.agents.protocol_bot import ProtocolBot
    from gemgrove.protocol import ProtocolError

    if sys.stdin is None or sys.stdout is None:
        raise CommandError("The host needs stdin and stdout, and one of them is closed.")
    with _claim_stdin() as messages, _claim_stdout() as replies:
        with command_errors():
            bot = ProtocolBot(
                lambda: agents.make(arguments.bot, seed=arguments.seed), version=__version__
            )
        with command_errors(ProtocolError):
            bot.serve(messages, replies)
    return 0


def run_engine_bot(arguments: Namespace) -> int:
    """Reply to the messages of another Arboretum engine until there are no more."""
    from gemgrove.compat.arboretum_engine.engine_bot import serve
    from gemgrove.compat.arboretum_engine.timed_bot import TimedBot

    check_minimum(arguments, "time_limit", 1)
    limit = time_limit(arguments.time_limit) / 1000
    if sys.stdin is None or sys.stdout is None:
        raise CommandError(
            "The engine speaks on stdin and listens on stdout; one of them is closed."
        )
    with command_errors():
        agents.make(arguments.bot)
    with (
        _claim_stdout() as replies,
        TimedBot(arguments.bot, time_limit=limit, warn=_warn, private=[replies]) as bot,
    ):
        serve(sys.stdin.buffer, replies, bot.choose, _warn)
    return 0


def time_limit(option: int | None) -> int:
    """Return the time for a reply in milliseconds.

    It comes from the option, the engine's variable, or the default.
    """
    from gemgrove.arboretum_engine.messages import USUAL_TIMEOUT, timeout_of
    from gemgrove.arboretum_engine.types import FormatError

    if option is not None:
        return option
    try:
        return timeout_of(os.environ) or USUAL_TIMEOUT
    except FormatError as error:
        # Other programs may use a variable with that name, so it is no reason not to play.
        _warn(f"{error} The limit is {USUAL_TIMEOUT} milliseconds.")
        return USUAL_TIMEOUT


def _warn(text: str) -> None:
    # Perhaps nobody reads stderr, and a reply must not be held up by a full pipe.
    with suppress(OSError):
        if select.select([], [_ERROR], [], 0)[1]:
            line = f"gemgrove engine-bot: {text}"[:_LONGEST_WARNING]
            os.write(_ERROR, line.encode("utf-8", "backslashreplace") + b"\n")


def _claim_stdout() -> IO[bytes]:
    """Reserve stdout for replies, and return it: anything else that is printed goes to stderr."""
    _open_stderr()
    sys.stdout.flush()
    replies = os.fdopen(os.dup(_OUT), "wb")
    os.dup2(_ERROR, _OUT)
    return replies


def _claim_stdin() -> IO[bytes]:
    """Reserve stdin for messages, and return it: other readers and child processes get no input."""
    messages = os.fdopen(os.dup(_IN), "rb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, _IN)
    os.close(null)
    return messages


def _open_stderr() -> None:
    """If stderr is closed, open the null device instead; stdout's copy would get its number."""
    try:
        os.fstat(_ERROR)
    except OSError:
        null = os.open(os.devnull, os.O_WRONLY)
        if null != _ERROR:
            os.dup2(null, _ERROR)
            os.close(null)
        os.set_inheritable(_ERROR, True)
