"""The screen of a person who plays the first seat against greedy."""

from collections.abc import Iterable
from contextlib import redirect_stdout
from io import StringIO
from unittest.mock import patch

import gemgrove as gg
from gemgrove.agents import make
from gemgrove.cli.console import Console
from gemgrove.cli.line_mode import run_lines
from gemgrove.cli.seats import Seating
from gemgrove.cli.session import GameSession
from gemgrove.presenter import Presenter


def screen_of(game: gg.Game, presenter: Presenter, lines: Iterable[str]) -> str:
    """Everything the person sees who types these lines."""
    typed = iter(lines)

    def answer(prompt: str) -> str:
        print(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    seating = Seating(("you", "greedy"), ("human", "greedy"), {1: make("greedy")})
    screen = StringIO()
    with patch("builtins.input", answer), patch("signal.signal"), redirect_stdout(screen):
        run_lines(GameSession(game, seating, presenter=presenter), Console())
    return screen.getvalue()
