"""The full-screen user interface: the table, the moves and a log, with mouse support.

Textual is large, so it is loaded only when one of these functions runs.
"""

from collections.abc import Sequence

from gemgrove.cli.session import GameSession
from gemgrove.record import Record


def run_session(session: GameSession, *, delay: float = 0.3) -> int:
    """Run a session; return the exit code, or raise a bot's `Forfeit`.

    `delay` is the number of seconds between a bot's move and the next one.
    """
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
