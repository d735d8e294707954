"""The game on a full screen, with the mouse: the table, what can be done, what has happened.

Everything that is typed or clicked goes to the same conversation as at a prompt.
"""

import os
from collections.abc import Sequence

from gemgrove.cli.conversation import Conversation
from gemgrove.record import Record

COLUMNS, LINES = 80, 30
"""The smallest screen on which a table, the moves and a prompt have room."""
AFTER_BOTS = 0.3
"""Seconds in which one can see what a bot has done before the next one moves."""


def fits() -> bool:
    """Whether the terminal is large enough."""
    size = os.get_terminal_size()
    return size.columns >= COLUMNS and size.lines >= LINES


def run_play(conversation: Conversation) -> int:
    """Play with those at the terminal; returns the exit code. `Forfeit` as bots raise it."""
    return run_watch(conversation, delay=AFTER_BOTS)


def run_watch(conversation: Conversation, delay: float) -> int:
    """The same, with a pause of so many seconds after each decision of a bot."""
    from gemgrove.cli.full_screen.playing import PlayApp

    app = PlayApp(conversation, delay=delay)
    code = app.run() or 0
    if app.forfeit is not None:
        raise app.forfeit
    return code


def run_replay(record: Record, names: Sequence[str], step: int = 0) -> int:
    """Look through a game, decision by decision."""
    from gemgrove.cli.full_screen.replaying import ReplayApp

    return ReplayApp(record, names, step).run() or 0
