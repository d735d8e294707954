"""`gemgrove engine-bot`: a bot for the table of another Arboretum engine, for two."""

import os
import select
import sys
from argparse import Namespace
from contextlib import suppress

from gemgrove import agents
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.stdout import own_stdout
from gemgrove.compat.arboretum_engine.engine_bot import SHARE, serve
from gemgrove.compat.arboretum_engine.thinker import Thinker

_ERROR = 2
# So much can be written to a pipe that is not full without waiting for its reader.
_LONGEST_COMPLAINT = 500


def run(arguments: Namespace) -> int:
    """Reply to the engine's messages until there are no more."""
    if arguments.time_limit < 1:
        raise Complaint(f"--time-limit is {arguments.time_limit}; it must be 1 or more.")
    if sys.stdin is None or sys.stdout is None:
        raise Complaint("The engine speaks on stdin and listens on stdout; one of them is closed.")
    with complaints():
        agents.make(arguments.bot)
    with (
        own_stdout() as replies,
        Thinker(
            arguments.bot,
            seconds=arguments.time_limit / 1000 * SHARE,
            complain=_complain,
            private=[replies],
        ) as thinker,
    ):
        serve(sys.stdin.buffer, replies, thinker.choose, _complain)
    return 0


def _complain(text: str) -> None:
    # Nobody may be reading stderr, and a reply must not wait for that.
    with suppress(OSError):
        if select.select([], [_ERROR], [], 0)[1]:
            line = f"gemgrove engine-bot: {text}"[:_LONGEST_COMPLAINT]
            os.write(_ERROR, line.encode("utf-8", "backslashreplace") + b"\n")
