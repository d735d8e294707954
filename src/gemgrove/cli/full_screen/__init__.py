"""The full-screen user interface, by Textual: the table, the moves and a log, with the mouse."""

import os
from collections.abc import Sequence

from gemgrove.cli.session import GameSession
from gemgrove.record import Record

COLUMNS, LINES = 80, 30
"""The smallest screen on which a table, the moves and a prompt have room."""
AFTER_BOTS = 0.3
"""Seconds to see what a bot has done before the next one moves."""


def fits() -> bool:
    """Return whether the terminal is large enough."""
    size = os.get_terminal_size()
    return size.columns >= COLUMNS and size.lines >= LINES


def run_play(session: GameSession) -> int:
    """Run a session with people; return the exit code. Raises a bot's `Forfeit`."""
    return run_watch(session, delay=AFTER_BOTS)


def run_watch(session: GameSession, delay: float) -> int:
    """Run a session with a pause of so many seconds after each decision of a bot."""
    from gemgrove.cli.full_screen.play_app import PlayApp

    app = PlayApp(session, delay=delay)
    code = app.run() or 0
    if app.forfeit is not None:
        raise app.forfeit
    return code


def run_replay(record: Record, names: Sequence[str], step: int = 0) -> int:
    """Step through a saved game; return the exit code."""
    from gemgrove.cli.full_screen.replay_app import ReplayApp

    return ReplayApp(record, names, step).run() or 0
