"""The questions before a game is left: whether to quit, and whether to save."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gemgrove.cli.errors import CommandError
from gemgrove.cli.session.messages import Message, refusal


@dataclass(slots=True)
class QuitDialog:
    """Asks until `decision` is set. `save` saves to a file, or, without a name, as planned."""

    save: Callable[[str], list[Message]]
    planned: str
    """The file to which the game will be saved anyway; empty for none."""
    is_saved: bool
    decision: Literal["leave", "stay"] | None = None
    _asks_file: bool = False

    @property
    def prompt(self) -> str:
        """The current question."""
        if self._asks_file:
            return "Save to which file> "
        if self.planned:
            return f"Quit? The game will be saved: {self.planned}. y/n> "
        if self.is_saved:
            return "Quit? The game is saved. y/n> "
        return "Quit? The game is not saved. y/n/s (save)> "

    def answer(self, text: str) -> list[Message]:
        """Process an answer; `decision` stays None if there is another question."""
        if self._asks_file:
            self._asks_file = False
            if text:
                return self._save_and_leave(text)
            return refusal("Not saved: no file was named.")
        word, _, rest = text.partition(" ")
        match word.lower():
            case "y" | "yes" | "q" | "quit":
                self.decision = "leave"
            case "" | "n" | "no":
                self.decision = "stay"
            case "s" | "save":
                if rest.strip() or self.planned:
                    return self._save_and_leave(rest.strip())
                self._asks_file = True
            case _:
                return refusal("Please answer y to quit, n to play on, or s to save and quit.")
        return []

    def _save_and_leave(self, name: str) -> list[Message]:
        try:
            messages = self.save(name)
        except CommandError as error:
            return refusal(str(error))
        self.decision = "leave"
        return messages
