"""What can be done now, as a list to choose from."""

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from gemgrove.telling import Face
from gemgrove.variant import Move

_APART = "  "  # between the notation and what it means


class MoveList(OptionList):
    """The legal moves under their headings; with words, only those that speak of all of them."""

    def show(self, face: Face, view: object, moves: Sequence[Move], words: Sequence[str]) -> None:
        """List the moves of a position."""
        self.clear_options()
        wanted = [move for move in moves if speaks_of(move.text, words)]
        options = []
        for heading, entries in face.grouped(view, wanted):  # type: ignore[arg-type]
            options.append(Option(Text(heading, style="bold dim"), disabled=True))
            for entry in entries:
                text = entry.split(_APART)[0]
                options.append(Option(Text(f" {entry}"), id=text))
        self.add_options(options)
        if self.option_count > 1:
            self.highlighted = 1


def speaks_of(move: str, words: Sequence[str]) -> bool:
    """Whether a move's text has all the words, each of which may be several: `t 2`."""
    return all(f" {each} " in f" {move} " for each in words)
