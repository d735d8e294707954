"""The commands that every game has beside its moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gemgrove.english import listed
from gemgrove.notation import nearest


@dataclass(frozen=True, slots=True)
class Command:
    """A command's name, description and argument."""

    name: str
    about: str
    argument: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """The command as it is typed."""
        return ", ".join([f"{self.name} {self.argument}".rstrip(), *self.aliases])


_ALL = (
    Command("moves", "list the legal moves"),
    Command("hint", "suggest a move, found by a search"),
    Command("undo", "take back your last decision, if no card was seen since"),
    Command("board", "show the table again"),
    Command("rules", "the rules of the game, in short"),
    Command("save", "save the game so far; `gemgrove replay FILE` shows it", "FILE"),
    Command("load", "continue a saved game", "FILE"),
    Command("help", "this text", aliases=("?",)),
    Command("q", "quit, with a chance to save", aliases=("quit", "exit")),
)
COMMANDS: Mapping[str, Command] = MappingProxyType({command.name: command for command in _ALL})
"""The commands by name."""
_WORDS = {word: command for command in _ALL for word in (command.name, *command.aliases)}
_ABOUT = 20


def help_text(moves: str) -> str:
    """Everything that can be typed; `moves` is the game's own part."""
    lines = [f"  {command.usage:<{_ABOUT}}{command.about}" for command in _ALL]
    return "\n".join(["Moves:", moves, "Commands:", *lines])


def find(word: str) -> Command | None:
    """The command with this name or alias."""
    return _WORDS.get(word.lower())


def starting_with(prefix: str) -> list[Command]:
    """The commands that a prefix may stand for."""
    start = prefix.lower()
    return list({c.name: c for word, c in _WORDS.items() if word.startswith(start)}.values())


def suggestion(word: str) -> str:
    """A question about the command that was probably meant; empty if none is similar."""
    alike = nearest(word.lower(), _WORDS)
    return f"Did you mean {listed(alike, 'or')}?" if alike else ""
