"""A prompt with editing, history and completion, if Python has readline."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

from gemgrove.cli.console import Console


class Prompt:
    """Asks for a line. `completions` returns the texts that the Tab key can complete."""

    def __init__(self, console: Console, completions: Callable[[], Sequence[str]]) -> None:
        self._screen = console
        self._completions = completions
        self._readline: Any = None
        # An invalid byte must not end the game.
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        if console.plain:
            return
        try:
            import readline
        except ImportError:
            return
        self._readline = readline
        self._offer_completion(readline)

    def ask(self, text: str) -> str:
        """Return the line typed; raise `EOFError` at the end of the input."""
        if not self._screen.plain:
            return input(text).strip()
        self._screen.print(text.rstrip())
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        return line.strip()

    def forget(self) -> None:
        """Clear the history that the arrow keys show."""
        if self._readline is not None:
            self._readline.clear_history()

    def _offer_completion(self, readline: Any) -> None:
        def complete(_: str, number: int) -> str | None:
            line = readline.get_line_buffer()[: readline.get_endidx()].lower()
            before = line[: readline.get_begidx()]
            words = {
                candidate[len(before) :].split(" ")[0]
                for candidate in self._completions()
                if candidate.lower().startswith(line)
            }
            found = sorted(words)
            return found[number] + " " if number < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        uses_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if uses_libedit else "tab: complete")
