"""A game for the people at one terminal: turns, views, saving, undo.

Every person is shown only their own view. If people may not see each other's cards, the screen is
covered between their turns.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from gemgrove.agents import Forfeit
from gemgrove.cli.errors import CommandError
from gemgrove.cli.record_files import load_game, save_record, user_path
from gemgrove.cli.seats import Seating
from gemgrove.cli.session import messages as texts
from gemgrove.cli.session.hot_seat import HotSeat
from gemgrove.cli.session.interpreter import COMMANDS, find_command, interpret, save
from gemgrove.cli.session.messages import Message, events, refusal
from gemgrove.cli.session.quit_dialog import QuitDialog
from gemgrove.game import Game, Playable, View
from gemgrove.presenter import Presenter, Step
from gemgrove.undo_guard import cards_revealed_since
from gemgrove.variant import IllegalMove

WaitsFor = Literal["bot", "person", "nobody"]


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot's turn. `choose` touches only the bot, so it may run in another thread."""

    name: str
    history: tuple[int, ...]
    """The decisions before the turn; after any others, the choice is ignored."""
    choose: Callable[[], Playable]


@dataclass(eq=False)
class GameSession:
    """One game, from its first decision to its last, or until somebody quits."""

    game: Game
    seating: Seating
    _: KW_ONLY
    presenter: Presenter
    color: bool = False
    save: Path | None = None
    """The file in which to save the record at the end."""
    saved: InitVar[bool] = False
    """True if the game was loaded from a file."""
    report_bots: bool = False
    """True to report a bot's move when it is made, instead of below the next table."""
    left: bool = field(default=False, init=False)
    """True if somebody has quit."""

    def __post_init__(self, saved: bool) -> None:
        self._saved = self.game.actions if saved else None
        self._introduced = True
        self._start()

    def _start(self) -> None:
        # Reports that a person has not seen yet: by seat, the decisions' numbers and sentences.
        self._missed = defaultdict[int, list[tuple[int, str]]](list)
        self._hot_seat = HotSeat(self.seating.humans)
        self._quit_dialog: QuitDialog | None = None
        self._unseen = True
        self._position_changed()

    # Whose turn it is, and what they may see

    @property
    def names(self) -> Sequence[str]:
        return self.seating.names

    @property
    def seat(self) -> int | None:
        """The seat of the person who is looking; None if there is none or the screen is covered."""
        return None if self.covered else self._hot_seat.viewer

    @property
    def view(self) -> View:
        return self.game.view(self.seat)

    @property
    def covered(self) -> bool:
        """True while the screen is covered, until the next person presses Enter."""
        return self._hot_seat.covered

    @property
    def done(self) -> bool:
        return self.left or (self.game.over and not self.in_dialog)

    @property
    def waits_for(self) -> WaitsFor:
        """The kind of player that must act: a bot (`bot_turn`), a person (`submit`), or nobody."""
        if self.done:
            return "nobody"
        if not self.in_dialog and self.game.to_move in self.seating.bots:
            return "bot"
        return "person"

    @property
    def in_dialog(self) -> bool:
        """True if the prompt asks for something other than a move."""
        return self.quitting or self._hot_seat.must_read or self.covered

    @property
    def quitting(self) -> bool:
        return self._quit_dialog is not None

    @property
    def prompt(self) -> str:
        if self._quit_dialog is not None:
            return self._quit_dialog.prompt
        if self._hot_seat.must_read:
            return "Press Enter when you have read this; then it is hidden. "
        if self.covered:
            name = self.names[self.game.to_move]
            return f"{name}'s turn. Press Enter when only {name} is looking. "
        if self.waits_for != "person":
            return "> "
        who = f"{self.names[self.game.to_move]}: " if len(self.seating.humans) > 1 else ""
        return who + self.step().prompt

    def step(self) -> Step:
        return self.presenter.step(self.game.view(self.game.to_move), color=self.color)

    def completions(self) -> list[str]:
        if self.in_dialog:
            return []
        if self.waits_for != "person":
            return list(COMMANDS)
        moves = [move.text for move in self.view.legal_moves()]
        prefix = f"{self.step().prefix} "
        bare = [text.removeprefix(prefix) for text in moves if text.startswith(prefix)]
        return [*COMMANDS, *moves, *bare]

    # What is shown

    def greeting(self) -> list[Message]:
        """Return the introduction; if the screen is covered, `situation` returns it instead."""
        self._introduced = not self.covered
        return texts.introduction(self.game, self.seating) if self._introduced else []

    def situation(self) -> list[Message]:
        """Return what a person must see before the prompt; nothing if they have seen it."""
        if not self._unseen or self.quitting or self._hot_seat.must_read:
            return []
        self._unseen = False
        if self.covered:
            introduced, self._introduced = self._introduced, True
            first = [] if introduced else texts.introduction(self.game, self.seating)
            return [Message("clear"), *first]
        note = self.step().note
        return [Message("note", note)] if note else [self.table(), *self._take_missed()]

    def table(self) -> Message:
        return Message("table", self._drawn(self.view))

    def farewell(self) -> list[Message]:
        if not self.game.over:
            return [Message("note", "You have left the game."), *texts.replay_hint(self.game)]
        return [
            *self._take_missed(),
            Message("table", self._drawn(self.game) + "\n"),
            *texts.result(self.presenter, self.game, self.names),
            *texts.replay_hint(self.game),
        ]

    def _drawn(self, position: Game | View) -> str:
        return self.presenter.table(position, self.names, color=self.color)

    def _take_missed(self) -> list[Message]:
        viewer = self._hot_seat.viewer
        if viewer is None:
            return []
        return events(sentence for _, sentence in self._missed.pop(viewer, []))

    # Moves

    def bot_turn(self) -> BotTurn:
        seat = self.game.to_move
        choose = partial(self.seating.bots[seat].choose, self.game.view(seat))
        return BotTurn(self.names[seat], tuple(self.game.actions), choose)

    def play_bot(self, turn: BotTurn, choice: Playable) -> list[Message]:
        """Make a bot's move, unless the position has changed in the meantime."""
        if self.left or tuple(self.game.actions) != turn.history:
            return []
        try:
            messages = self._play(choice, report=self.report_bots)
        except IllegalMove as error:
            raise Forfeit("illegal move", f"{turn.name}: {error}") from error
        self._position_changed()
        return messages

    def play(self, moves: Sequence[Playable]) -> list[Message]:
        """Make a person's moves; if one is illegal, make none of them."""
        self._hot_seat.has_secret = False
        trial = self.game.copy()
        for move in moves:
            trial.play_legal(move)
        messages = [message for move in moves for message in self._play(move, report=True)]
        self._position_changed()
        return messages

    def _play(self, move: Playable, *, report: bool) -> list[Message]:
        """Play a move; report it to the viewer, and keep it for the other people."""
        audiences = {None, *self.seating.humans}
        before = {seat: self.game.view(seat) for seat in audiences}
        self.game.play_legal(move)
        sentences = {}
        for seat in audiences:
            made = before[seat].move(self.game.actions[-1])
            after = self.game.view(seat)
            sentences[seat] = self.presenter.narrate(before[seat], made, after, self.names)
        viewer = self._hot_seat.viewer if report else None
        for seat in self.seating.humans:
            if seat != viewer:
                number = len(self.game.actions)
                self._missed[seat] += [(number, sentence) for sentence in sentences[seat]]
        if viewer is not None:
            if sentences[viewer] != sentences[None]:
                self._hot_seat.has_secret = True
            return events(sentences[viewer])
        return events(sentences[None]) if report and not self.seating.humans else []

    def _position_changed(self) -> None:
        self._unseen = True
        before = self._hot_seat.viewer
        self._hot_seat.position_changed(self.game)
        viewer = self._hot_seat.viewer
        if self.report_bots and before not in (None, viewer) and viewer is not None:
            # The next person has read the reports on the same screen.
            self._missed.pop(viewer, None)

    # What people type

    def submit(self, line: str) -> list[Message]:
        """Process a line that a person has typed: an answer to a dialog, a command or a move."""
        if self._quit_dialog is not None:
            decision, messages = self._quit_dialog.answer(line.strip())
            if decision is not None:
                self._quit_dialog = None
                self.left = decision == "leave"
            return messages
        if self._hot_seat.must_read:
            self._unseen = True
            self._hot_seat.cover()
            return []
        if self.covered:
            return self._uncover(line.strip())
        return interpret(self, line) if line.strip() else []

    def ask_to_quit(self) -> list[Message]:
        planned = "" if self.save is None else str(self.save)
        is_saved = self._saved == self.game.actions
        self._quit_dialog = QuitDialog(partial(save, self), planned, is_saved)
        return []

    def _uncover(self, text: str) -> list[Message]:
        command = find_command(text) if text else None
        if command is not None and command.name == "q":
            return self.ask_to_quit()
        if text:
            return refusal(f"It is {self.names[self.game.to_move]}'s turn: first press Enter.")
        self._unseen = True
        self._hot_seat.uncover(self.game.to_move)
        return []

    # Saving, loading, undo

    def save_to(self, path: Path) -> None:
        """Save the game so far; raise `CommandError` if that is not possible."""
        save_record(self.game, path, list(self.seating.specs))
        self._saved = self.game.actions

    def load(self, name: str) -> None:
        """Continue a saved game; raise `CommandError` if it does not fit this table."""
        game = load_game(user_path(name))[0]
        if (game.name, game.players) != (self.game.name, self.game.players):
            raise CommandError(
                f"That is a game of {game.name} for {game.players}, and this one is of "
                f"{self.game.name} for {self.game.players}; use `gemgrove play --load {name}`."
            )
        self.game = game
        self._saved = game.actions
        self._start()

    def undo(self) -> None:
        """Take back a person's last decision and the bots' moves since, or raise `CommandError`."""
        self.game = _before_last_decision(self.game, self.seating.humans)
        last = len(self.game.actions)
        for seat, missed in self._missed.items():
            self._missed[seat] = [entry for entry in missed if entry[0] <= last]
        self._hot_seat.has_secret = False
        self._position_changed()


def _before_last_decision(game: Game, humans: Collection[int]) -> Game:
    """Return the game before a person's last decision, if no person has seen a new card since.

    What bots have seen does not matter: a bot decides from its view and remembers nothing.
    """
    before = game.copy()
    while before.actions:
        before.undo()
        if before.to_move in humans:
            if cards_revealed_since(game, len(before.actions), by=humans):
                raise CommandError("A new card was seen since then, so it cannot be taken back.")
            return before
    raise CommandError("You have no decision to take back.")
