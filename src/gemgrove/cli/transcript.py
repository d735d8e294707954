"""A game printed decision by decision, and its result."""

from collections.abc import Sequence
from textwrap import fill

from gemgrove.cli.console import WIDTH, Console
from gemgrove.cli.line_mode import print_message
from gemgrove.cli.session.texts import result
from gemgrove.game import Game
from gemgrove.presenter import Position, Presenter
from gemgrove.variant import Move

_NOTATION = 21


def print_decision(
    console: Console,
    presenter: Presenter,
    before: Position,
    move: Move,
    after: Position,
    names: Sequence[str],
    *,
    number: int,
) -> None:
    """Print a decision in notation and in words."""
    sentences = presenter.narrate(before, move, after, names)
    notation = presenter.notation(move, after)
    if console.plain:
        console.print(" ".join([f"{number}: {notation}.", *sentences]))
        return
    head = f"{number:>4}  {notation:<{_NOTATION}} "
    rest = " " * len(head)
    for sentence in sentences or [""]:
        text = fill(sentence, WIDTH, initial_indent=head, subsequent_indent=rest)
        console.print(text or head.rstrip())
        head = rest


def print_result(console: Console, presenter: Presenter, game: Game, names: Sequence[str]) -> None:
    """Print the score sheet, the winner and the standings."""
    for message in result(presenter, game, names):
        print_message(message, console)
