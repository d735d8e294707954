"""Interprets what people type: moves, commands, and abbreviations or misspellings of both."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gemgrove.cli.errors import CommandError
from gemgrove.cli.record_files import user_path
from gemgrove.cli.session import commands
from gemgrove.cli.session.bot_turn import hint
from gemgrove.cli.session.commands import Command
from gemgrove.cli.session.messages import Message, answer, refusal
from gemgrove.english import listed
from gemgrove.notation import UnknownCommandError
from gemgrove.variant import IllegalMove, Move, NotationError, Variant

if TYPE_CHECKING:
    from gemgrove.cli.session.session import GameSession

_NOTHING_TO_DECIDE = "There is nothing for you to decide now."


class Interpreter:
    """Runs commands and moves on a session."""

    def __init__(self, session: "GameSession") -> None:
        self._session = session
        self._handlers: Mapping[str, Callable[[str], list[Message]]] = {
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "board": lambda _: [session.table()],
            "rules": lambda _: answer(session.presenter.rules_text(session.game.rules)),
            "save": self.save,
            "load": self._load,
            "help": self._help,
            "q": lambda _: session.ask_to_quit(),
        }
        assert self._handlers.keys() == commands.COMMANDS.keys()

    def run(self, line: str) -> list[Message]:
        """Run a line: a command, a move, or else a refusal."""
        text = " ".join(line.split())
        word = text.split(" ")[0]
        command = commands.find(word)
        if command is not None:
            return self._run_command(command, line)
        try:
            return self._play(text)
        except UnknownCommandError as error:
            return self._guess(word, line, error)
        except NotationError as error:
            # If an argument alone is enough, a single letter is an argument, not a command.
            if len(word) > 1 and self._session.waits_for == "person" and self._prefix():
                return self._guess(word, line, error)
            return refusal(str(error))
        except IllegalMove as error:
            return refusal(str(error))

    def save(self, name: str) -> list[Message]:
        """Save to a file, or, without a name, to the planned one."""
        path = user_path(name) if name else self._session.save
        if path is None:
            return refusal("Save needs the name of a file: save game.json")
        try:
            self._session.save_to(path)
        except CommandError as error:
            return refusal(str(error))
        return answer(f"Saved: {path}")

    def _run_command(self, command: Command, line: str) -> list[Message]:
        argument = " ".join(line.split(maxsplit=1)[1:]).strip()
        if argument and not command.argument:
            return refusal(f"{command.name} takes no argument.")
        session = self._session
        if command.name in ("undo", "load") and session.waits_for == "bot":
            name = session.names[session.game.to_move]
            return refusal(f"Wait until {name} has moved; then {command.name}.")
        return self._handlers[command.name](argument)

    def _guess(self, word: str, line: str, error: NotationError) -> list[Message]:
        """Take what is not a move for an abbreviated or misspelled command."""
        meant = commands.starting_with(word)
        if len(meant) == 1:
            return self._run_command(meant[0], line)
        if len(meant) > 1:
            return refusal(f"{word} could be {listed([c.name for c in meant], 'or')}.")
        if isinstance(error, UnknownCommandError) and not error.guesses:
            suggestion = commands.suggestion(word)
            if suggestion:
                return refusal(f"There is no command {word!r}. {suggestion}")
        return refusal(str(error))

    def _play(self, text: str) -> list[Message]:
        session = self._session
        if session.waits_for == "person":
            return session.play(read_moves(session.game.variant, text, self._prefix()))
        session.game.variant.parse_all(text)
        if not session.seating.humans:
            return refusal("Only bots play here.")
        return refusal(f"It is not your turn: {session.names[session.game.to_move]} is to move.")

    def _prefix(self) -> str:
        return self._session.step().prefix

    def _moves(self, _: str) -> list[Message]:
        view = self._session.view
        moves = view.legal_moves()
        if not moves:
            return refusal(_NOTHING_TO_DECIDE)
        messages = []
        for heading, entries in self._session.presenter.group_moves(view, moves):
            messages += [Message("heading", heading), Message("entries", "\n".join(entries))]
        return messages

    def _hint(self, _: str) -> list[Message]:
        if self._session.waits_for != "person":
            return refusal(_NOTHING_TO_DECIDE)
        return answer(hint(self._session.view, self._session.presenter))

    def _undo(self, _: str) -> list[Message]:
        try:
            self._session.undo()
        except CommandError as error:
            return refusal(str(error))
        name = self._session.names[self._session.game.to_move]
        whose = "your" if name == "you" else f"{name}'s"
        return answer(f"Back to {whose} last decision. The record will not show what was undone.")

    def _help(self, _: str) -> list[Message]:
        moves = self._session.presenter.moves_help(self._session.game.rules)
        return answer(commands.help_text(moves))

    def _load(self, name: str) -> list[Message]:
        if not name:
            return refusal("Load needs the name of a file: load game.json")
        try:
            self._session.load(name)
        except CommandError as error:
            return refusal(str(error))
        return answer(f"Loaded: {name}")


def read_moves(variant: Variant, text: str, prefix: str) -> Sequence[Move]:
    """Return the moves that a text names; raise `NotationError` if it names none.

    If `prefix` is not empty, it is the expected command, and its argument alone is enough.
    """
    try:
        return variant.parse_all(text)
    except NotationError as error:
        if not prefix:
            raise
        try:
            return variant.parse_all(f"{prefix} {text}")
        except NotationError:
            # A text that begins with a command is meant as one, unless it is a single letter.
            if len(text) > 1 and not isinstance(error, UnknownCommandError):
                raise error from None
            raise
