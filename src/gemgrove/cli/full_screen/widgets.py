"""The parts of the full screen: the layout, the table, the moves, a pager and the prompt."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.message import Message
from textual.widgets import Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from gemgrove.game import View
from gemgrove.presenter import Position, Presenter
from gemgrove.variant import Move

WIDE = 112
"""The smallest number of columns with room beside the table."""
_APART = "  "  # between the notation and its meaning


class TableApp(App[int]):
    """A screen with the table, a list and a log, and a pager that may replace them."""

    CSS_PATH = "screen.tcss"
    TITLE = "Gemgrove"
    ENABLE_COMMAND_PALETTE = False

    def compose_table(self, presenter: Presenter, moves: OptionList) -> ComposeResult:
        """Lay out the part of the screen that all apps share."""
        with Container(id="play"):
            with VerticalScroll(id="board", can_focus=False):
                yield TableView(presenter)
            with Container(id="side"):
                yield moves
                yield RichLog(id="log", wrap=True, markup=False, min_width=20)
        yield Pager(instead="#play")

    def on_resize(self, event: events.Resize) -> None:
        # Textual calls this one even if a subclass defines its own.
        self.screen.set_class(event.size.width < WIDE, "narrow")


class TableView(Static):
    """A position as its game draws it."""

    class Clicked(Message):
        """Something on the table was clicked; `words` name it in the notation."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(id="table")
        self._presenter = presenter
        self._text = ""

    def show(self, position: Position, names: tuple[str, ...]) -> None:
        self._text = self._presenter.table(position, names, color=False)
        self.update(Text.from_ansi(self._presenter.table(position, names, color=True)))

    def cover(self) -> None:
        self._text = ""
        self.update(Text())

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None or not self._text:
            return
        if words := self._presenter.hit_test(self._text, place.y, place.x):
            self.post_message(self.Clicked(words))


class MoveList(OptionList):
    """The legal moves under their headings."""

    def show(
        self, presenter: Presenter, view: View, moves: Sequence[Move], words: Sequence[str]
    ) -> None:
        """List the moves of a position that contain all the words."""
        self.clear_options()
        wanted = [move for move in moves if contains(move.text, words)]
        options = []
        for heading, entries in presenter.group_moves(view, wanted) if wanted else ():
            options.append(Option(Text(heading, style="bold dim"), disabled=True))
            for entry in entries:
                text = entry.split(_APART)[0]
                options.append(Option(Text(f" {entry}"), id=text))
        self.add_options(options)
        if self.option_count > 1:
            self.highlighted = 1


def contains(move: str, words: Sequence[str]) -> bool:
    """Return True if a move's text contains all the words; an entry may be several, as in `t 2`."""
    return all(f" {each} " in f" {move} " for each in words)


class Pager(VerticalScroll, can_focus=False):
    """Shows a text that is too long for the space beside the table; hidden until then.

    It replaces the part of the screen that `instead` selects.
    """

    def __init__(self, *, instead: str) -> None:
        super().__init__(id="pager")
        self._instead = instead

    def compose(self) -> Iterator[Static]:
        yield Static(id="text")

    def on_mount(self) -> None:
        self.display = False

    def show(self, text: str) -> None:
        """Show a text from its beginning."""
        self.query_one(Static).update(Text.from_ansi(text.strip("\n")))
        self.scroll_home(animate=False)
        self._swap(shown=True)

    def close(self) -> bool:
        """Hide the text; return True if one was shown."""
        was_open = self.display
        self._swap(shown=False)
        return was_open

    def _swap(self, *, shown: bool) -> None:
        self.display = shown
        self.screen.query_one(self._instead).display = not shown


class PromptInput(Input):
    """A line in which Tab completes the text, or moves the focus if there is nothing to complete.

    Keys that have no use in a line go to the table and the list of moves.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete", show=False),
        Binding("up,down", "app.list", "Moves", key_display="↑↓"),
        Binding("pageup", "app.scroll(-1)", "Scroll", key_display="pg↑↓"),
        Binding("pagedown", "app.scroll(1)", show=False),
    ]

    def action_complete(self) -> None:
        before = self.value
        self.action_end()
        self.action_cursor_right()
        if self.value == before:
            self.screen.focus_next()
