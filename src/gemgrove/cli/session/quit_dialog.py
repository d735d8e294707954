"""The questions before leaving a game: whether to quit, and whether to save."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gemgrove.cli.errors import CommandError
from gemgrove.cli.session.messages import Message, refusal

Decision = Literal["leave", "stay"] | None
"""None while there is another question."""


@dataclass(slots=True)
class QuitDialog:
    """Asks whether to quit. `save` saves to a file or, without a name, to the planned one."""

    save: Callable[[str], list[Message]]
    planned: str
    """The file in which the game will be saved anyway; empty for none."""
    is_saved: bool
    _asks_file: bool = False

    @property
    def prompt(self) -> str:
        if self._asks_file:
            return "Save to which file> "
        if self.planned:
            return f"Quit? The game will be saved: {self.planned}. y/n> "
        if self.is_saved:
            return "Quit? The game is saved. y/n> "
        return "Quit? The game is not saved. y/n/s (save)> "

    def answer(self, text: str) -> tuple[Decision, list[Message]]:
        """Process an answer to the current question."""
        if self._asks_file:
            self._asks_file = False
            if text:
                return self._save_and_leave(text)
            return None, refusal("Not saved: no file was named.")
        word, _, rest = text.partition(" ")
        match word.lower():
            case "y" | "yes" | "q" | "quit":
                return "leave", []
            case "" | "n" | "no":
                return "stay", []
            case "s" | "save" if rest.strip() or self.planned:
                return self._save_and_leave(rest.strip())
            case "s" | "save":
                self._asks_file = True
                return None, []
        sentence = "Please answer y to quit, n to play on, or s to save and quit."
        return None, refusal(sentence)

    def _save_and_leave(self, name: str) -> tuple[Decision, list[Message]]:
        try:
            return "leave", self.save(name)
        except CommandError as error:
            return None, refusal(str(error))
