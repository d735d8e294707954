"""The table as a widget that knows where it was clicked."""

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from gemgrove.telling import Face, Position


class TableView(Static):
    """A position as its game draws it."""

    class Pointed(Message):
        """Something on the table was clicked: its words in the notation."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self, face: Face) -> None:
        super().__init__(id="table")
        self._face = face
        self._text = ""

    def show(self, position: Position, names: tuple[str, ...]) -> None:
        """Draw a position."""
        self._text = self._face.table(position, names, color=False)
        self.update(Text.from_ansi(self._face.table(position, names, color=True)))

    def cover(self, text: str) -> None:
        """Show nothing of any position."""
        self._text = ""
        self.update(Text(text))

    def on_click(self, event: events.Click) -> None:
        """Say what it was, if it was anything."""
        place = event.get_content_offset(self)
        if place is None or not self._text:
            return
        if words := self._face.pointed(self._text, place.y, place.x):
            self.post_message(self.Pointed(words))
