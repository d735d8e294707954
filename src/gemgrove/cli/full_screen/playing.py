"""A game on the full screen."""

import asyncio
import signal
from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.suggester import SuggestFromList
from textual.widgets import Footer, Input, RichLog, Static

from gemgrove.agents import Forfeit
from gemgrove.cli.conversation import Conversation, Line
from gemgrove.cli.full_screen.asking import Typed
from gemgrove.cli.full_screen.moves import MoveList, speaks_of
from gemgrove.cli.full_screen.reading import Reading
from gemgrove.cli.full_screen.table import TableView
from gemgrove.telling import winners_told

WIDE = 112
"""From so many columns on there is room beside the table."""
_MARKS = {"refusal": "✗ ", "told": "· "}
_BELOW = 9  # lines that a narrow screen keeps free below the table


class PlayApp(App[int]):
    """The table, the moves, what was told, and a prompt. `delay` is a pause after bots' moves.

    What is longer than there is room for comes in the place of the table until it is read.
    """

    CSS_PATH = "screen.tcss"
    TITLE = "Gemgrove"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear", "Clear"),
        Binding("f1", "say('help')", "Help"),
        Binding("f2", "say('hint')", "Hint"),
        Binding("f3", "say('undo')", "Undo"),
        Binding("f4", "say('rules')", "Rules"),
        Binding("ctrl+q,ctrl+c", "say('q')", "Quit", key_display="^q", priority=True),
    ]

    def __init__(self, conversation: Conversation, *, delay: float = 0.3) -> None:
        super().__init__()
        self._conversation = conversation
        self._delay = delay
        self._words: list[str] = []
        self._farewell = False
        self._thinking = False
        self.forfeit: Forfeit | None = None
        """Why a bot has lost its seat, which ends the game."""

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        with Container(id="play"):
            with VerticalScroll(id="board", can_focus=False):
                yield TableView(self._conversation.face)
            with Container(id="side"):
                yield MoveList(id="moves")
                yield RichLog(id="log", wrap=True, markup=False, min_width=20)
        yield Reading(instead="#play")
        yield Static(id="staged")
        with Horizontal(id="asking"):
            yield Static(id="question", markup=False)
            yield Typed(id="prompt", compact=True)
        yield Footer()

    def on_mount(self) -> None:
        """Begin."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)
        self._tell(self._conversation.greeting())
        self.query_one(Input).focus()
        self._go_on()

    def on_resize(self, event: events.Resize) -> None:
        """Put the parts where there is room."""
        narrow = event.size.width < WIDE
        self.screen.set_class(narrow, "narrow")
        room = max(event.size.height - _BELOW, _BELOW) if narrow else None
        self.query_one("#board").styles.max_height = room

    # What the person does

    @on(Input.Submitted)
    def typed(self, event: Input.Submitted) -> None:
        """A move or a command."""
        event.input.clear()
        self._submit(event.value)

    @on(MoveList.OptionSelected)
    def chosen(self, event: MoveList.OptionSelected) -> None:
        """A move of the list."""
        if event.option_id is not None:
            self._submit(event.option_id)
        self.query_one(Input).focus()

    @on(TableView.Pointed)
    def pointed(self, event: TableView.Pointed) -> None:
        """Something on the table: the list shows what can be done with it."""
        words = [*self._words, event.words]
        if event.words in self._words:
            words = [word for word in self._words if word != event.words]
        found = self._possible(words)
        if not found:
            # It does not go with what was clicked before; perhaps by itself.
            words = [event.words]
            found = self._possible(words)
        self._words = words if found else []
        self._show_moves()
        prompt = self.query_one(Input)
        prompt.value = found[0] if len(found) == 1 and self._words else ""
        prompt.focus()
        if not found:
            self._tell([Line("refusal", f"Nothing can be done with {event.words} now.")])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where only bots play, and at the end, nobody needs a hint."""
        for_players = action == "say" and parameters in (("hint",), ("undo",))
        playing = bool(self._conversation.seating.persons) and not self._farewell
        return playing or not for_players

    def action_clear(self) -> None:
        """Think again: about what was clicked or typed, or whether to leave."""
        if self._conversation.leaving:
            self._submit("n")
        self._close()
        self._words = []
        prompt = self.query_one(Input)
        prompt.clear()
        prompt.focus()
        self._show_moves()

    def action_say(self, command: str) -> None:
        """A command by a key."""
        if not self._farewell:
            self._submit(command)
        elif command == "q":
            self.exit(0)
        else:
            self._tell(self._conversation.submit(command))
            self._ask_on()

    def action_list(self) -> None:
        """Choose from the list."""
        if self.query_one(MoveList).option_count:
            self.query_one(MoveList).focus()

    def action_scroll(self, pages: int) -> None:
        """Show more of the text or of the table."""
        reading, board = self.query_one(Reading), self.query_one("#board", VerticalScroll)
        shown = reading if reading.display else board
        shown.scroll_relative(y=pages * shown.scrollable_content_region.height, animate=False)

    # What follows

    def _submit(self, text: str) -> None:
        conversation = self._conversation
        if self._close() and not text:
            return
        if self._farewell:
            self.exit(0)
            return
        if text and not conversation.covered:
            self._write(f"> {text}")
        self._tell(conversation.submit(text))
        self._words = []
        self._go_on()

    def _go_on(self) -> None:
        """Show where the game stands, and let whoever is next act."""
        conversation = self._conversation
        if conversation.left:
            self.exit(0)
            return
        if conversation.done:
            self._end()
            return
        if conversation.waits_for == "person":
            lines = conversation.situation()
            if not conversation.covered:  # the table says what a note says
                lines = [line for line in lines if line.kind != "note"]
            self._tell(lines)
        self._show()
        if conversation.waits_for == "bot" and not self._thinking:
            self._thinking = True
            self._let_bots_play()

    @work
    async def _let_bots_play(self) -> None:
        """The bots' turns, beside everything else; one at a time, since a bot thinks for itself."""
        conversation = self._conversation
        while conversation.waits_for == "bot":
            thought = conversation.thought()
            self._ask(f"{thought.name} thinks... ")
            try:
                choice = await asyncio.to_thread(thought.choose)
                self._tell(conversation.played(thought, choice))
            except Forfeit as forfeit:
                self.forfeit = forfeit
                self.exit(1)
                return
            self._show()
            await asyncio.sleep(self._delay)
        self._thinking = False
        self._go_on()

    def _end(self) -> None:
        self._farewell = True
        self._show()
        conversation = self._conversation
        lines = conversation.farewell()
        sheet = conversation.face.account(conversation.game, conversation.names)
        if sheet:
            self._tell(lines)
        if not sheet or self.query_one(Reading).display:
            # The result stays beside the table; broken lines are better than to hide that.
            rest = [line for line in lines if not sheet or sheet not in line.text]
            self._write(_joined(rest))
        self._ask_on()
        self.refresh_bindings()
        self.query_one(Input).focus()

    # What is seen

    def _show(self) -> None:
        conversation = self._conversation
        table = self.query_one(TableView)
        if conversation.covered:
            table.cover("")
        else:
            table.show(conversation.view, tuple(conversation.names))
        self.query_one(Input).suggester = SuggestFromList(
            conversation.candidates(), case_sensitive=False
        )
        self._ask_on()
        self._show_moves()

    def _ask_on(self) -> None:
        """Ask for what is to be typed now."""
        if self.query_one(Reading).display:
            self._ask("Press Enter for the table; Page Up and Page Down scroll. ")
        elif self._farewell:
            winners = winners_told(self._conversation.game, self._conversation.names)
            self._ask(f"The game is over. {winners} Press Enter to leave. ")
        else:
            self._ask(self._conversation.prompt)

    def _ask(self, question: str) -> None:
        self.query_one("#question", Static).update(question)

    def _show_moves(self) -> None:
        conversation = self._conversation
        moves = self.query_one(MoveList)
        deciding = conversation.waits_for == "person" and not conversation.asking
        if deciding:
            view = conversation.view
            moves.show(conversation.face, view, view.legal_moves(), self._words)
        else:
            moves.clear_options()
        about = ", ".join(self._words)
        staged = self.query_one("#staged", Static)
        staged.update(f"about {about} (Escape: all moves)")
        staged.display = bool(about)

    def _possible(self, words: Sequence[str]) -> list[str]:
        conversation = self._conversation
        if conversation.waits_for != "person" or conversation.asking or not words:
            return []
        texts = [move.text for move in conversation.view.legal_moves()]
        return [text for text in texts if speaks_of(text, words)]

    def _tell(self, lines: Sequence[Line]) -> None:
        """Write lines beside the table; what has no room there, in its place."""
        if any(line.kind == "cover" for line in lines):
            self.query_one(RichLog).clear()
        text = _joined(lines)
        in_lines = [line.text for line in _said(lines) if "\n" in line.text]
        if in_lines and not self._has_room(text.count("\n") + 1, in_lines):
            self.query_one(Reading).show(text)
        elif text:
            self._write(text)

    def _has_room(self, height: int, texts: Sequence[str]) -> bool:
        """Whether so many lines fit beside the table, and texts without being broken."""
        room = self.query_one(RichLog).scrollable_content_region.size
        width = max(len(line) for text in texts for line in text.split("\n"))
        return height <= room.height and width <= room.width

    def _close(self) -> bool:
        """Show the table again; whether it was not seen."""
        was_open = self.query_one(Reading).close()
        self._ask_on()
        return was_open

    def _write(self, text: str) -> None:
        self.query_one(RichLog).write(Text.from_ansi(text))


def _said(lines: Sequence[Line]) -> list[Line]:
    """What is not on the screen anyhow."""
    return [line for line in lines if line.kind not in ("table", "cover")]


def _joined(lines: Sequence[Line]) -> str:
    return "\n".join(_MARKS.get(line.kind, "") + line.text for line in _said(lines))
