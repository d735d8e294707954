"""How a game is shown and spoken of to people. `Face` does for any game, plainly; a game's folder
may have a better one in its module `telling`.
"""
# ruff: noqa: ARG002 - a game's own face needs what the plain one does not

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from gemgrove.variant import Move


class Position(Protocol):
    """What telling needs of a `Game` or a `View`."""

    @property
    def to_move(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def players(self) -> int: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def winners(self) -> list[int]: ...
    @property
    def ending(self) -> str | None: ...
    @property
    def actions(self) -> list[int]: ...
    @property
    def variant(self) -> Any: ...
    @property
    def rules(self) -> Any: ...
    @property
    def board(self) -> Any: ...
    def legal_moves(self) -> list[Move]: ...


@dataclass(frozen=True, slots=True)
class Step:
    """What a person has to decide next."""

    prompt: str
    prefix: str = ""
    """The command that is meant where only its argument was typed."""
    note: str = ""
    """For a further step of the same turn, instead of the whole table."""


class Face:
    """What one needs to know to speak of a game. `names` are by seat; the person is "you"."""

    moves_help: str = "  The command `moves` lists the moves."
    rules_text: str = "There is no short text of the rules of this game."
    length_unit: str = "decisions"

    def __init__(self, *, words: bool = False) -> None:
        """With `words` everything is said in words, for pipes and for ears: nothing is drawn."""
        self.words = words

    def in_words(self) -> "Face":
        """The same face, in words only."""
        return type(self)(words=True)

    def table(self, position: Position, names: Sequence[str], *, color: bool) -> str:
        """The position, several lines."""
        if self.words:
            return "\n".join(self.spoken(position, names))
        return self.drawn(position, names, color=color)

    def drawn(self, position: Position, names: Sequence[str], *, color: bool) -> str:
        """The position in columns and boxes."""
        text: str = position.variant.render(position, color=color)
        return text

    def spoken(self, position: Position, names: Sequence[str]) -> list[str]:
        """The position as lines of words, each with a label of what it is about."""
        lines = [
            f"{subject(name)}: {counted(points, 'point')}."
            for name, points in zip(names, position.scores, strict=True)
        ]
        if not position.over:
            lines.append(to_move_told(names[position.to_move]))
            lines += [f"Move: {move}" for move in position.legal_moves()]
        return lines

    def pointed(self, table: str, row: int, column: int) -> str:
        """What a place of a table that was drawn without color means in the notation."""
        return ""

    def step(self, view: Position, *, color: bool = False) -> Step:
        """What the seat to move has to decide."""
        return Step("move> ")

    def described(self, position: Position, move: Move) -> str:
        """What a move does, beginning with its verb; empty where its text says it all."""
        return ""

    def told(
        self, before: Position, move: Move, after: Position, names: Sequence[str]
    ) -> list[str]:
        """What happened, in sentences that tell no more than the two positions show."""
        return [f"{subject(names[before.to_move])} played {move}."]

    def notation(self, move: Move, after: Position) -> str:
        """A move's text, as far as the position that it led to shows what was decided."""
        return move.text

    def grouped(self, position: Position, moves: Sequence[Move]) -> list[tuple[str, list[str]]]:
        """Moves under headings: the notation, and after two spaces what there is to say."""
        return [("moves", [move.text for move in moves])]

    def length(self, game: Position) -> int:
        """How long a game was, in `length_unit`."""
        return len(game.actions)

    def standing(self, game: Position, names: Sequence[str]) -> list[str]:
        """The players of a finished game, best first."""
        scores = game.scores
        order = sorted(
            range(game.players), key=lambda seat: (seat not in game.winners, -scores[seat])
        )
        return [f"{names[seat]:<12}{counted(scores[seat], 'point'):>10}" for seat in order]

    def account(self, game: Position, names: Sequence[str]) -> str:
        """How the points of a finished game came about, several lines; empty where it is plain."""
        return ""

    def ending(self, game: Position) -> str:
        """How a finished game ended, and who won."""
        how = {"turn limit": "The turn limit was reached", "dead end": "Nobody could move any more"}
        start = how.get(game.ending or "", "The game is over")
        return f"{start} after {self.length(game)} {self.length_unit}."


def face_of(game: str) -> Face:
    """The face of a game: its own, or the plain one."""
    if find_spec(f"gemgrove.{game}.telling") is None:
        return Face()
    own: Face = import_module(f"gemgrove.{game}.telling").FACE
    return own


def to_move_told(name: str) -> str:
    """Whose move it is, in a sentence."""
    return "It is your move." if name == "you" else f"{name} is to move."


def whose(name: str) -> str:
    """The word for what is somebody's, at the beginning of a sentence."""
    return "Your" if name == "you" else f"{name}'s"


def subject(name: str) -> str:
    """A name at the beginning of a sentence."""
    return "You" if name == "you" else name


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as people list them."""
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def counted(number: int, what: str) -> str:
    """A number of things."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def winners_told(game: Position, names: Sequence[str]) -> str:
    """Who has won, in a sentence."""
    winners = [names[seat] for seat in game.winners]
    if len(winners) > 1:
        return f"{subject(listed(winners))} share the win."
    return "You win!" if winners == ["you"] else f"{winners[0]} wins."
