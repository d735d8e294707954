"""A game told decision by decision, and how it ended."""

from collections.abc import Sequence
from textwrap import fill

from gemgrove.cli.conversation.ending import ending_told
from gemgrove.cli.screen import WIDTH, Screen
from gemgrove.cli.showing import show
from gemgrove.game import Game
from gemgrove.telling import Face, Position
from gemgrove.variant import Move

_NOTATION = 21


def tell_decision(
    screen: Screen,
    face: Face,
    before: Position,
    move: Move,
    after: Position,
    names: Sequence[str],
    *,
    number: int,
) -> None:
    """A decision in notation and in words, and what else came of it."""
    if screen.plain:
        sentences = face.told(before, move, after, names)
        screen.say(" ".join([f"{number}: {face.notation(move, after)}.", *sentences]))
        return
    head = f"{number:>4}  {face.notation(move, after):<{_NOTATION}} "
    rest = " " * len(head)
    for sentence in face.told(before, move, after, names) or [""]:
        text = fill(sentence, WIDTH, initial_indent=head, subsequent_indent=rest)
        screen.say(text or head.rstrip())
        head = rest


def tell_end(screen: Screen, face: Face, game: Game, names: Sequence[str]) -> None:
    """How the points came about, how the game ended, who won, and the standing."""
    for line in ending_told(face, game, names):
        show(line, screen)
