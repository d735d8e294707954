"""A game session on the full screen."""

import asyncio
import signal
from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.suggester import SuggestFromList
from textual.widgets import Footer, Input, RichLog, Static

from gemgrove.agents import Forfeit
from gemgrove.cli.errors import SIGNALED
from gemgrove.cli.full_screen.widgets import (
    WIDE,
    MoveList,
    Pager,
    PromptInput,
    TableApp,
    TableView,
    contains,
)
from gemgrove.cli.session import GameSession, Message
from gemgrove.presenter import winners_sentence
from gemgrove.variant import Move

_MARKS = {"refusal": "✗ ", "event": "· "}
_BELOW = 9  # lines kept free below the table on a narrow screen


class PlayApp(TableApp):
    """The table, the moves, a log and a prompt. `delay` is a pause after bots' moves.

    A text that does not fit beside the table replaces the table until it has been read.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear", "Clear"),
        Binding("f1", "say('help')", "Help"),
        Binding("f2", "say('hint')", "Hint"),
        Binding("f3", "say('undo')", "Undo"),
        Binding("f4", "say('rules')", "Rules"),
        Binding("ctrl+q,ctrl+c", "say('q')", "Quit", key_display="^q", priority=True),
    ]

    def __init__(self, session: GameSession, *, delay: float) -> None:
        super().__init__()
        self._session = session
        self._delay = delay
        self._words: list[str] = []
        self._farewell = False
        self._thinking = False
        self.forfeit: Forfeit | None = None
        """The forfeit of a bot that has ended the game."""

    def compose(self) -> ComposeResult:
        yield from self.compose_table(self._session.presenter, MoveList(id="moves"))
        yield Static(id="staged")
        with Horizontal(id="asking"):
            yield Static(id="question", markup=False)
            yield PromptInput(id="prompt", compact=True)
        yield Footer()

    def on_mount(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, self.exit, SIGNALED + number)
        self._show_messages(self._session.greeting())
        self.query_one(Input).focus()
        self._continue()

    def on_resize(self, event: events.Resize) -> None:
        narrow = event.size.width < WIDE
        room = max(event.size.height - _BELOW, _BELOW) if narrow else None
        self.query_one("#board").styles.max_height = room

    # Input

    @on(Input.Submitted)
    def typed(self, event: Input.Submitted) -> None:
        event.input.clear()
        self._submit(event.value)

    @on(MoveList.OptionSelected)
    def chosen(self, event: MoveList.OptionSelected) -> None:
        if event.option_id is not None:
            self._submit(event.option_id)
        self.query_one(Input).focus()

    @on(TableView.Clicked)
    def clicked(self, event: TableView.Clicked) -> None:
        """List the moves that contain the thing clicked on the table."""
        words = [*self._words, event.words]
        if event.words in self._words:
            words = [word for word in self._words if word != event.words]
        found = self._possible(words)
        if not found:
            # No move contains this and the earlier clicks; perhaps one contains only this.
            words = [event.words]
            found = self._possible(words)
        self._words = words if found else []
        self._show_moves()
        prompt = self.query_one(Input)
        prompt.value = found[0] if len(found) == 1 and self._words else ""
        prompt.focus()
        if not found:
            text = f"No move with {event.words} is possible now."
            self._show_messages([Message("refusal", text)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable hints and undo if only bots play, and at the end."""
        for_players = action == "say" and parameters in (("hint",), ("undo",))
        playing = bool(self._session.seating.humans) and not self._farewell
        return playing or not for_players

    def action_clear(self) -> None:
        """Forget what was clicked or typed, and close the quit dialog."""
        if self._session.quitting:
            self._submit("n")
        self._close()
        self._words = []
        prompt = self.query_one(Input)
        prompt.clear()
        prompt.focus()
        self._show_moves()

    def action_say(self, command: str) -> None:
        if not self._farewell:
            self._submit(command)
        elif command == "q":
            self.exit(0)
        else:
            self._show_messages(self._session.submit(command))
            self._show_question()

    def action_list(self) -> None:
        if self.query_one(MoveList).option_count:
            self.query_one(MoveList).focus()

    def action_scroll(self, pages: int) -> None:
        pager, board = self.query_one(Pager), self.query_one("#board", VerticalScroll)
        shown = pager if pager.display else board
        shown.scroll_relative(y=pages * shown.scrollable_content_region.height, animate=False)

    # Turns

    def _submit(self, text: str) -> None:
        session = self._session
        if self._close() and not text:
            return
        if self._farewell:
            self.exit(0)
            return
        if text and not session.covered:
            self._write(f"> {text}")
        self._show_messages(session.submit(text))
        self._words = []
        self._continue()

    def _continue(self) -> None:
        """Show the position, and let the next player act."""
        session = self._session
        if session.left:
            self.exit(0)
            return
        if session.done:
            self._end()
            return
        if session.waits_for == "person":
            messages = session.situation()
            if not session.covered:  # the table already shows what a note says
                messages = [message for message in messages if message.kind != "note"]
            self._show_messages(messages)
        self._show()
        if session.waits_for == "bot" and not self._thinking:
            self._thinking = True
            self._let_bots_play()

    @work
    async def _let_bots_play(self) -> None:
        """Play the bots' turns in the background, one at a time."""
        session = self._session
        while session.waits_for == "bot":
            turn = session.bot_turn()
            self._ask(f"{turn.name} thinks... ")
            try:
                choice = await asyncio.to_thread(turn.choose)
                self._show_messages(session.play_bot(turn, choice))
            except Forfeit as forfeit:
                self.forfeit = forfeit
                self.exit(1)
                return
            self._show()
            await asyncio.sleep(self._delay)
        self._thinking = False
        self._continue()

    def _end(self) -> None:
        self._farewell = True
        self._show()
        session = self._session
        messages = session.farewell()
        sheet = session.presenter.score_breakdown(session.game, session.names)
        if sheet:
            self._show_messages(messages)
        if not sheet or self.query_one(Pager).display:
            # The result stays beside the table: broken lines are better than none.
            rest = [message for message in messages if not sheet or sheet not in message.text]
            self._write(_joined(rest))
        self._show_question()
        self.refresh_bindings()
        self.query_one(Input).focus()

    # Output

    def _show(self) -> None:
        session = self._session
        table = self.query_one(TableView)
        if session.covered:
            table.cover()
        else:
            table.show(session.view, tuple(session.names))
        self.query_one(Input).suggester = SuggestFromList(
            session.completions(), case_sensitive=False
        )
        self._show_question()
        self._show_moves()

    def _show_question(self) -> None:
        if self.query_one(Pager).display:
            self._ask("Press Enter for the table; Page Up and Page Down scroll. ")
        elif self._farewell:
            winners = winners_sentence(self._session.game, self._session.names)
            self._ask(f"The game is over. {winners} Press Enter to leave. ")
        else:
            self._ask(self._session.prompt)

    def _ask(self, question: str) -> None:
        self.query_one("#question", Static).update(question)

    def _show_moves(self) -> None:
        view = self._session.view
        self.query_one(MoveList).show(self._session.presenter, view, self._moves(), self._words)
        about = ", ".join(self._words)
        staged = self.query_one("#staged", Static)
        staged.update(f"about {about} (Escape: all moves)")
        staged.display = bool(about)

    def _moves(self) -> Sequence[Move]:
        """Return the moves that a person may make now."""
        session = self._session
        deciding = session.waits_for == "person" and not session.in_dialog
        return session.view.legal_moves() if deciding else ()

    def _possible(self, words: Sequence[str]) -> list[str]:
        return [move.text for move in self._moves() if words and contains(move.text, words)]

    def _show_messages(self, messages: Sequence[Message]) -> None:
        """Write messages beside the table or, if they do not fit there, into the pager."""
        if any(message.kind == "clear" for message in messages):
            self.query_one(RichLog).clear()
        text = _joined(messages)
        blocks = [message.text for message in _written(messages) if "\n" in message.text]
        if blocks and not self._has_room(text.count("\n") + 1, blocks):
            self.query_one(Pager).show(text)
        elif text:
            self._write(text)

    def _has_room(self, height: int, texts: Sequence[str]) -> bool:
        """Return True if this many lines fit beside the table, with the texts unbroken."""
        room = self.query_one(RichLog).scrollable_content_region.size
        width = max(len(line) for text in texts for line in text.split("\n"))
        return height <= room.height and width <= room.width

    def _close(self) -> bool:
        """Show the table again; return True if the pager was open."""
        was_open = self.query_one(Pager).close()
        self._show_question()
        return was_open

    def _write(self, text: str) -> None:
        self.query_one(RichLog).write(Text.from_ansi(text))


def _written(messages: Sequence[Message]) -> list[Message]:
    """Return the messages that are not on the screen already."""
    return [message for message in messages if message.kind not in ("table", "clear")]


def _joined(messages: Sequence[Message]) -> str:
    return "\n".join(_MARKS.get(message.kind, "") + message.text for message in _written(messages))
