"""What each game's folder provides, and what the public API is built on.

A game lives in the folder of its name. Its `__init__` offers `GAME`, a class derived from
`Variant`: the rules chosen for a game, with everything that depends on them. Nothing outside the
folder knows which game it deals with.
"""

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from gemgrove import _native
from gemgrove.chance import Chance
from gemgrove.deal import Deal

if TYPE_CHECKING:
    from gemgrove.plain import Plain


class IllegalMove(ValueError):  # noqa: N818 - the word the API is known by
    """A move that is not legal now. Its text says why; the game is as it was before."""


class NotationError(IllegalMove):
    """Text that names no move, or a number that is no action."""


class PositionError(ValueError):
    """Text or values that describe no position of the game."""


class _Shown(reprlib.Repr):
    """Short texts of any value; unlike its parent it keeps the order of dictionaries."""

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        if level <= 0 and x:
            return "{...}"
        pairs = [
            f"{self.repr1(key, level - 1)}: {self.repr1(value, level - 1)}"
            for key, value in islice(x.items(), self.maxdict)
        ]
        more = ["..."] if len(x) > self.maxdict else []
        return "{" + ", ".join(pairs + more) + "}"


_shown = _Shown()


def shown(value: object) -> str:
    """A value as errors quote it: its `repr`, not too long."""
    try:
        return _shown.repr(value)
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        return "a number of thousands of digits"


def whole(value: Any) -> int | None:
    """A whole number, numpy's included; None for anything else, True and False too."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


class Move(ABC):
    """One decision of one seat. Moves are values: equal ones are the same move."""

    __slots__ = ()

    @property
    @abstractmethod
    def text(self) -> str:
        """The move in notation, as `Game.play` reads it."""

    def __str__(self) -> str:
        return self.text


class Rules(Protocol):
    """The options of a game's rules. Each game has its own, a frozen dataclass."""

    @property
    def players(self) -> int: ...

    def to_dict(self) -> dict[str, Any]:
        """Every option by name, as JSON can hold it."""


Position = _native.Game | _native.View | _native.Position
Decision = _native.Game | _native.View


class Variant(ABC):
    """A game with its rules and its data chosen."""

    name: ClassVar[str]
    """The name of the game, which is that of its folder."""
    encoding: ClassVar[dict[str, int]]
    """The versions of the `action` and `observation` encodings."""
    skips: ClassVar[bool] = False
    """Whether a turn can be ended by hand."""
    rules: Rules
    native: _native.Variant

    @classmethod
    @abstractmethod
    def create(cls, rules: str | Rules, *, players: int | None, options: Mapping[str, Any]) -> Self:
        """From a spec (a preset's name and its options) or rules; `options` replace some."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Rules and data, as JSON can hold them."""

    @classmethod
    @abstractmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The variant that `to_dict` described."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)

    @property
    @abstractmethod
    def spec(self) -> str:
        """The rules as one word, such as `official:players=3,payment=choose`."""

    @abstractmethod
    def keys(self, deal: Deal) -> bytes:
        """The keys of the deal's parts, for this game."""

    @abstractmethod
    def move(self, position: Decision, action: int) -> Move:
        """The move that an action number means in this position."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The move that a text names; `NotationError` if it names none."""

    def parse_all(self, text: str) -> Sequence[Move]:
        """The moves that a text names, where a game has words for several at once."""
        return (self.parse(text),)

    @abstractmethod
    def action(self, position: Decision, move: Move) -> int:
        """The action number of a move in this position; -1 where it can have none."""

    @abstractmethod
    def why_not(self, position: Decision, move: Move) -> str:
        """Why a move is not legal in this position, in words without a full stop."""

    def seen_actions(self, game: _native.Game, seat: int | None) -> list[int]:  # noqa: ARG002
        """The actions of a game that a seat (None: a spectator) knows of, up to now."""
        return game.actions

    @abstractmethod
    def board(self, position: Position) -> Any:
        """The position as a value with names for everything; of a view, what it shows."""

    @abstractmethod
    def render(self, position: Decision, *, color: bool) -> str:
        """The position for people, several lines."""

    @abstractmethod
    def fields(self, position: Position) -> dict[str, Any]:
        """The position as plain lists and numbers."""

    @abstractmethod
    def from_fields(self, fields: Mapping[str, Any], *, hidden: bool = False) -> _native.Position:
        """The position that `fields` described; `PositionError` if it is none.

        With `hidden` it may be that of a view, where some cards are not known.
        """

    @abstractmethod
    def position_text(self, position: Position) -> str:
        """The position in one line, without the rules."""

    @abstractmethod
    def read_position(self, text: str) -> _native.Position:
        """The position that `position_text` described; `PositionError` if it is none."""

    @abstractmethod
    def to_wire(self, view: _native.View) -> dict[str, Any]:
        """The table that a view shows, as JSON can hold it and anybody can read it."""

    @abstractmethod
    def from_wire(self, data: "Plain") -> dict[str, Any]:
        """The fields of the position that `to_wire` described; `PositionError` if it is none."""

    def told_move(
        self, before: _native.Game, action: int, after: _native.Game, seat: int | None
    ) -> dict[str, Any]:
        """What a seat (None: a spectator) is told of one decision, as JSON can hold it.

        Who has followed a game by what it was told, from a view on, knows what the view after the
        decision shows: `now` has members of `to_wire` as they have become, `actions` those that
        are known only now, and the rest is the game's own. `revealed` is not empty where cards
        were seen that could not be seen before.
        """
        # But for the move, a game's own part gets nothing that the seat may not know.
        sights = [self.fields(game._seen_by(seat)) for game in (before, after)]
        told = self.changes(self.move(before, action), *sights)
        known = len(self.seen_actions(before, seat))
        told["now"] |= {
            "to_move": after.to_move,
            "over": after.over,
            "ending": after.ending,
            "scores": after.scores,
            "winners": after.winners,
        }
        return {
            "seat": before.to_move,
            **told,
            "actions": self.seen_actions(after, seat)[known:],
        }

    @abstractmethod
    def changes(self, move: Move, before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
        """What a move did, as far as a seat's `fields` before and after it show it.

        At least its `move` in notation, what was `revealed`, and `now`, members of `to_wire`. Of
        the move itself nothing may be told that the fields do not show.
        """

    def extras(self, game: _native.Game) -> dict[str, Any]:  # noqa: ARG002
        """What a table shows beside the position: the same to all, and nothing hidden."""
        return {}

    @abstractmethod
    def history(self, view: _native.View) -> Sequence[tuple[int, Move]]:
        """The moves that a view tells of, each with its seat."""

    @abstractmethod
    def chance(self) -> Chance:
        """The game as draws that are made one at a time."""

    @abstractmethod
    def statistics(self, game: _native.Game) -> Any:
        """What has happened in a game so far, in figures."""
