"""The commands that every game has beside its moves: their names, their help, what is mistyped."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gemgrove.notation import nearest
from gemgrove.telling import listed


@dataclass(frozen=True, slots=True)
class Command:
    """A command's name, what may follow it, and what it does."""

    name: str
    about: str
    argument: str = ""
    others: tuple[str, ...] = ()
    """Other words for it."""

    @property
    def usage(self) -> str:
        """How it is written."""
        written = f"{self.name} {self.argument}".rstrip()
        return ", ".join([written, *self.others])


_ALL = (
    Command("moves", "list what is possible now"),
    Command("hint", "what a search of the computer would do in your place"),
    Command("undo", "take back your last decision, if no card was seen since"),
    Command("board", "show the table again"),
    Command("rules", "the rules of the game, in short"),
    Command("save", "save the game so far; `gemgrove replay FILE` shows it", "FILE"),
    Command("load", "go on with a game that was saved", "FILE"),
    Command("help", "this text", others=("?",)),
    Command("q", "quit; you are asked, and can save", others=("quit", "exit")),
)
COMMANDS: Mapping[str, Command] = MappingProxyType({command.name: command for command in _ALL})
"""The commands by name."""
_WORDS = {word: command for command in _ALL for word in (command.name, *command.others)}
_ABOUT = 20


def help_text(moves: str) -> str:
    """All that can be typed; `moves` is a game's own part."""
    lines = [f"  {command.usage:<{_ABOUT}}{command.about}" for command in _ALL]
    return "\n".join(["Moves:", moves, "Commands:", *lines])


def exact(word: str) -> Command | None:
    """The command that a word names."""
    return _WORDS.get(word.lower())


def shortened(word: str) -> list[Command]:
    """The commands that a word may be the beginning of."""
    start = word.lower()
    return list({c.name: c for known, c in _WORDS.items() if known.startswith(start)}.values())


def advice(word: str) -> str:
    """Which command was perhaps meant, in a sentence; empty if none is like the word."""
    alike = nearest(word.lower(), _WORDS)
    return f"Perhaps you mean {listed(alike, 'or')}." if alike else ""
