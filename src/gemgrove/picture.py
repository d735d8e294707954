"""The base of all games' table pictures: a headline above the game's own drawing."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from gemgrove.canvas import ACCENT, FAINT, PANEL, Area, Canvas, text_width
from gemgrove.english import counted, doing
from gemgrove.presenter import Position, winners_sentence

GAP = 8
"""The space between adjacent things."""

_MARGIN = 12
_HEADLINE = 34


class Picture(ABC):
    """A picture of the table as a view shows it. Each game defines a subclass."""

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
        """Describe the progress of a game that is not over."""

    @abstractmethod
    def task(self) -> str:
        """Describe what the player to move must do, beginning with a verb: `draw a card`."""

    def moves(self, seat: int) -> bool:
        return seat == self.view.to_move and not self.view.over

    def panel(self, seat: int, area: Area) -> None:
        """Draw a player's panel, highlighted if the player is to move or has won."""
        stands_out = self.moves(seat) or seat in self.winners
        self.canvas.box(area, PANEL, outline=ACCENT if stands_out else None, width=2)

    def _headline(self, area: Area) -> None:
        if self.view.over:
            stage = f"over after {counted(self.board.turns, 'turn')}"
            news = winners_sentence(self.view, self.names).removesuffix(".")
        else:
            stage = self.stage()
            news = doing(self.names[self.view.to_move], self.task())
        canvas, y = self.canvas, area.top + 10
        canvas.text((area.left, y), self.title, 22, bold=True)
        left = area.left + text_width(self.title, 22) + 16
        canvas.text((left, y + 2), stage, 15, FAINT)
        room = area.right - left - text_width(stage, 15) - 24
        canvas.text((area.right, y), news, 17, ACCENT, anchor="rm", bold=True, room=room)
