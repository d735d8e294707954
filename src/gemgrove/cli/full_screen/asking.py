"""Where a person types."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input


class Typed(Input):
    """A line whose Tab key completes, and goes on to the next part where there is no more to.

    Keys that are of no use in a line go where they are.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete", show=False),
        Binding("up,down", "app.list", "Moves", key_display="↑↓"),
        Binding("pageup", "app.scroll(-1)", "Scroll", key_display="pg↑↓"),
        Binding("pagedown", "app.scroll(1)", show=False),
    ]

    def action_complete(self) -> None:
        """Take over what is suggested."""
        before = self.value
        self.action_end()
        self.action_cursor_right()
        if self.value == before:
            self.screen.focus_next()
