"""A text in the place of the table."""

from collections.abc import Iterator

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static


class Reading(VerticalScroll, can_focus=False):
    """A text that is longer than there is room for beside the table; hidden until it is shown.

    `instead` is the part of the screen whose place it takes.
    """

    def __init__(self, *, instead: str) -> None:
        super().__init__(id="reading")
        self._instead = instead

    def compose(self) -> Iterator[Static]:
        """Lay out the text."""
        yield Static(id="text")

    def on_mount(self) -> None:
        """There is nothing to read yet."""
        self.display = False

    def show(self, text: str) -> None:
        """Show a text from its beginning."""
        self.query_one(Static).update(Text.from_ansi(text.strip("\n")))
        self.scroll_home(animate=False)
        self._swap(reading=True)

    def close(self) -> bool:
        """Show again what the text has hidden; returns whether there was a text."""
        was_open = self.display
        self._swap(reading=False)
        return was_open

    def _swap(self, *, reading: bool) -> None:
        self.display = reading
        self.screen.query_one(self._instead).display = not reading
