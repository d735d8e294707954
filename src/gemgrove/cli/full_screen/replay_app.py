"""A saved game on the full screen, which can be stepped through in both directions."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, OptionList, RichLog
from textual.widgets.option_list import Option

from gemgrove.analysis.review import steps
from gemgrove.cli.full_screen.widgets import Pager, TableApp, TableView
from gemgrove.cli.session import result
from gemgrove.game import Game, View
from gemgrove.record import Record


class ReplayApp(TableApp):
    """The table at one position, and a list of all decisions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n,space", "go(1)", "Next"),
        Binding("left,p,backspace", "go(-1)", "Previous"),
        Binding("pagedown", "go(10)", "By ten", key_display="pg↑↓", priority=True),
        Binding("pageup", "go(-10)", show=False, priority=True),
        Binding("home", "to(0)", "Start", priority=True),
        Binding("end", "to(-1)", "End", priority=True),
        Binding("s", "sheet", "Score sheet"),
        Binding("q,escape", "leave", "Quit"),
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(self, record: Record, names: Sequence[str], step: int) -> None:
        super().__init__()
        self._names = tuple(names)
        self._over = record.result.ending is not None
        self._steps = list(steps(record))
        self._at = step
        start = self._steps[0].before if self._steps else record.replay()
        self._positions = [start, *(step.after for step in self._steps)]
        self._presenter = start.variant.presenter()

    def compose(self) -> ComposeResult:
        yield from self.compose_table(self._presenter, OptionList(id="moves"))
        yield Footer()

    def on_mount(self) -> None:
        moves = self.query_one(OptionList)
        moves.add_option(Option("   0  the beginning", id="0"))
        for step in self._steps:
            after = self._shown(step.number)
            who = self._names[step.before.to_move]
            text = f"{step.number:>4}  {who}: {self._presenter.notation(step.move, after)}"
            moves.add_option(Option(text, id=str(step.number)))
        moves.focus()
        self._show()

    @on(OptionList.OptionHighlighted)
    def highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Go to the decision that was selected with the mouse or an arrow key."""
        if event.option_id is not None and int(event.option_id) != self._at:
            self._at = int(event.option_id)
            self._show()

    def action_go(self, by: int) -> None:
        """Step forward or back; in the score sheet, scroll."""
        pager = self.query_one(Pager)
        if pager.display:
            pager.scroll_relative(y=by, animate=False)
            return
        self.action_to(min(len(self._steps), max(0, self._at + by)))

    def action_to(self, number: int) -> None:
        """Go to a position; -1 is the last."""
        self._at = len(self._steps) if number < 0 else number
        self.query_one(Pager).close()
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable the score sheet if the game has none, or is not over."""
        return action != "sheet" or bool(self._sheet())

    def action_sheet(self) -> None:
        pager = self.query_one(Pager)
        if not pager.close():
            pager.show(self._sheet())

    def action_leave(self) -> None:
        """Return to the table, or quit."""
        if not self.query_one(Pager).close():
            self.exit(0)

    def _sheet(self) -> str:
        end = self._positions[-1]
        return self._presenter.score_breakdown(end, self._names) if end.over else ""

    def _shown(self, number: int) -> Game | View:
        """Return the position or, if the game is not over, a spectator's view of it."""
        position = self._positions[number]
        return position if self._over else position.view(None)

    def _show(self) -> None:
        position = self._shown(self._at)
        self.query_one(TableView).show(position, self._names)
        moves = self.query_one(OptionList)
        moves.highlighted = self._at
        # The table may have become larger, and the list smaller.
        self.call_after_refresh(moves.scroll_to_highlight)
        log = self.query_one(RichLog)
        log.clear()
        if self._at:
            step = self._steps[self._at - 1]
            before = self._shown(self._at - 1)
            for sentence in self._presenter.narrate(before, step.move, position, self._names):
                log.write(sentence)
        game = self._positions[self._at]
        if game.over:
            # All but the score sheet, which has its own key.
            for message in result(self._presenter, game, self._names)[-2:]:
                log.write(message.text)
            if self._sheet():
                log.write("The key s shows the score sheet.")
