"""What the pictures of all games' tables have in common: a headline above what the game draws."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from gemgrove.drawing import ACCENT, FAINT, PANEL, Area, Canvas, text_width
from gemgrove.telling import Position, counted, subject, winners_told

GAP = 8
"""Between things that lie side by side."""

_MARGIN = 12
_HEADLINE = 34


class Table(ABC):
    """A table being drawn, as a view shows it. A game derives its own from it."""

    title: ClassVar[str]

    def __init__(self, view: Position, names: Sequence[str]) -> None:
        self.view = view
        self.names = names
        self.board: Any = view.board
        self.winners = view.winners
        self.canvas = Canvas()
        headline, area = self.canvas.area.inset(_MARGIN).cut_top(_HEADLINE)
        self._headline(headline)
        self.lay_out(area)

    @abstractmethod
    def lay_out(self, area: Area) -> None:
        """Draw everything below the headline."""

    @abstractmethod
    def stage(self) -> str:
        """How far a game is that is not over."""

    @abstractmethod
    def task(self) -> str:
        """What the player to move does; the words begin with the verb, as in `draw a card`."""

    def moves(self, seat: int) -> bool:
        """Whether a seat is to move."""
        return seat == self.view.to_move and not self.view.over

    def panel(self, seat: int, area: Area) -> None:
        """Where a player's things lie; it stands out if the player is to move or has won."""
        stands_out = self.moves(seat) or seat in self.winners
        self.canvas.box(area, PANEL, outline=ACCENT if stands_out else None, width=2)

    def _headline(self, area: Area) -> None:
        if self.view.over:
            stage = f"over after {counted(self.board.turns, 'turn')}"
            news = winners_told(self.view, self.names).removesuffix(".")
        else:
            stage = self.stage()
            news = _told(self.names[self.view.to_move], self.task())
        canvas, y = self.canvas, area.top + 10
        canvas.text((area.left, y), self.title, 22, bold=True)
        left = area.left + text_width(self.title, 22) + 16
        canvas.text((left, y + 2), stage, 15, FAINT)
        room = area.right - left - text_width(stage, 15) - 24
        canvas.text((area.right, y), news, 17, ACCENT, anchor="rm", bold=True, room=room)


def _told(name: str, task: str) -> str:
    verb, _, rest = task.partition(" ")
    return f"{subject(name)} {verb if name == 'you' else f'{verb}s'} {rest}"
