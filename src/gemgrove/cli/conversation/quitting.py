"""Leaving a game: it is asked whether, and offered to save."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gemgrove.cli.conversation.lines import Line, refused

Decision = Literal["leave", "stay"]
_Save = Callable[[str], list[Line]]


@dataclass(slots=True)
class Quitting:
    """The questions before one leaves. `save` saves as a file, or, without a name, as planned."""

    save: _Save
    planned: str
    """Where the game will be saved anyhow; empty for nowhere."""
    is_saved: bool
    decision: Decision | None = None
    _asks_file: bool = False

    @property
    def prompt(self) -> str:
        """What is asked."""
        if self._asks_file:
            return "Save as which file> "
        if self.planned:
            return f"Quit? The game will be saved: {self.planned}. y/n> "
        if self.is_saved:
            return "Quit? The game is saved. y/n> "
        return "Quit? The game is not saved. y/n/s (save)> "

    def answer(self, text: str) -> list[Line]:
        """Take an answer; `decision` says what came of it, None that more is asked."""
        if self._asks_file:
            self._asks_file = False
            if text:
                return self._save_and_leave(text)
            return refused("Without the name of a file it is not saved.")
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
                return refused("Please answer y to quit, n to play on, or s to save and quit.")
        return []

    def _save_and_leave(self, name: str) -> list[Line]:
        lines = self.save(name)
        if all(line.kind != "refusal" for line in lines):
            self.decision = "leave"
        return lines
