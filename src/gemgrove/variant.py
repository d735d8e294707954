"""The interface between a game's folder and everything that works for any game.

A game plugs in by one object: `GAME` in its folder, a class derived from `Variant`. Its abstract
methods are what every game has to provide. The others have a default that works, or that says in a
sentence what the game lacks. A game overrides them with imports of its own, so that heavy parts are
loaded when they are first used. Nothing outside the folder knows which game it deals with.
"""

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, cast

from gemgrove import _native
from gemgrove.deal import Deal
from gemgrove.english import default_names

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from gemgrove.board import Board
    from gemgrove.canvas import Canvas
    from gemgrove.chance import Chance
    from gemgrove.game import View
    from gemgrove.json_reader import JsonReader
    from gemgrove.notation import Words
    from gemgrove.presenter import Presenter
    from gemgrove.reward import Reward
    from gemgrove.symmetry import SymmetryMapper


class IllegalMove(ValueError):  # noqa: N818 - the word the API is known by
    """A move that is not legal now. Its text says why; the game is as it was before."""


class NotationError(IllegalMove):
    """Text that names no move, or a number that is not an action."""


class PositionError(ValueError):
    """Text or values that describe no position of the game."""


FORM_ERRORS = (
    LookupError, TypeError, ValueError, AttributeError, RecursionError, OverflowError,
)  # fmt: skip
"""The errors of taking apart a value that may be anything."""


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

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """The move that a text names; `NotationError` if it names none."""
        raise TypeError("Each game has moves of its own; use its class, as in splendor.Move.parse.")

    @classmethod
    def parse_all(cls, text: str) -> Sequence[Self]:
        """The moves that a text names, where a game has words for several at once."""
        return (cls.parse(text),)

    def to_dict(self) -> dict[str, Any]:
        """The move as JSON holds it, here and in every message: its text, as `move`."""
        return {"move": self.text}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The move that `to_dict` wrote; further members do not count."""
        if not isinstance(data, Mapping) or "move" not in data:
            raise NotationError(f"{shown(data)} is not a move; it must have its text as 'move'.")
        return cls.parse(data["move"])

    def __str__(self) -> str:
        return self.text


class Rules(ABC):
    """The options of a game's rules. Each game has its own, a frozen dataclass."""

    __slots__ = ()

    players: int

    @classmethod
    @abstractmethod
    def parse(cls, spec: str) -> Self:
        """The rules of a spec: a preset's name and, after a colon, options."""
        raise TypeError(
            "Each game has rules of its own; use its class, as in splendor.Rules.parse."
        )

    @property
    @abstractmethod
    def spec(self) -> str:
        """The rules as one word, such as `official:players=3,payment=choose`."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Every option by name, as JSON can hold it."""


@dataclass(slots=True)
class Statistics:
    """The statistics of a game so far. A game may derive its own."""

    turns: int
    """Completed turns, of all seats."""
    decisions: int

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON can hold them."""
        return asdict(self)


Position = _native.Game | _native.View | _native.Position
Decision = _native.Game | _native.View

if TYPE_CHECKING:
    Move_co = TypeVar("Move_co", bound=Move, covariant=True, default=Move)
    Board_co = TypeVar("Board_co", bound=Board, covariant=True, default=Board)
    Rules_co = TypeVar("Rules_co", bound=Rules, covariant=True, default=Rules)
    Statistics_co = TypeVar("Statistics_co", bound=Statistics, covariant=True, default=Statistics)
else:  # before Python 3.13 a type variable has no default
    from typing import TypeVar

    Move_co, Board_co, Rules_co, Statistics_co = map(
        TypeVar, ("Move_co", "Board_co", "Rules_co", "Statistics_co")
    )


class Variant(ABC, Generic[Move_co, Board_co, Rules_co, Statistics_co]):
    """A game with its rules and its data chosen.

    Its parameters are the game's own types, by which `Game[Splendor].board` is known to be a
    `splendor.Board`.
    """

    name: ClassVar[str]
    """The name of the game, which is that of its folder."""
    core: ClassVar[Any]
    """The game's part of the compiled core."""
    encoding: ClassVar[dict[str, int]]
    """The versions of the `action` and `observation` encodings."""
    data: ClassVar[tuple[str, ...]] = ()
    """The keywords of `new` that are the game's data and no options of its rules."""
    skip_move: ClassVar[Move | None] = None
    """The move in a history for a turn ended by hand, where a game has that."""
    move_type: ClassVar[type[Move]]
    """The class of its moves."""
    words: ClassVar["Words"]
    """The notation of its positions."""
    table: ClassVar[Mapping[str, Callable[[Any], Any]]]
    """The members of the table in JSON, each with the function that makes it from a board."""
    native: _native.Variant

    if TYPE_CHECKING:

        @property
        def rules(self) -> Rules_co: ...

    # Rules and data

    @classmethod
    @abstractmethod
    def create(cls, rules: str | Rules, *, players: int | None, options: Mapping[str, Any]) -> Self:
        """From a spec (a preset's name and its options) or rules; `options` replace some."""

    def to_dict(self) -> dict[str, Any]:
        """Rules and data, as JSON can hold them."""
        return {"rules": self.rules.to_dict()}

    @classmethod
    @abstractmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The variant that `to_dict` described."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)

    @property
    def spec(self) -> str:
        """The rules as one word, such as `official:players=3,payment=choose`."""
        return self.rules.spec

    @abstractmethod
    def keys(self, deal: Deal) -> bytes:
        """The keys of the deal's parts, for this game."""

    # Moves

    @abstractmethod
    def move(self, position: Decision, action: int) -> Move_co:
        """The move that an action number means in this position."""

    def parse(self, text: str) -> Move_co:
        """The move that a text names; `NotationError` if it names none."""
        return cast("Move_co", self.move_type.parse(text))

    def parse_all(self, text: str) -> Sequence[Move_co]:
        """The moves that a text names, where a game has words for several at once."""
        return cast("Sequence[Move_co]", self.move_type.parse_all(text))

    @abstractmethod
    def action(self, position: Decision, move: Move) -> int:
        """The action number of a move in this position; -1 where it can have none."""

    @abstractmethod
    def why_not(self, position: Decision, move: Move) -> str:
        """The reason why a move is not legal in this position, without a full stop."""

    def known_actions(self, game: _native.Game, seat: int | None) -> list[int]:  # noqa: ARG002
        """The actions of a game that a seat (None: a spectator) knows of, up to now."""
        return game.actions

    @abstractmethod
    def history(self, view: _native.View) -> Sequence[tuple[int, Move_co]]:
        """The moves that a view knows of, each with its seat."""

    # Positions

    def fields(self, position: Position) -> dict[str, Any]:
        """The position as plain lists and numbers."""
        fields: dict[str, Any] = self.core.fields(position)
        return fields

    def from_fields(self, fields: Mapping[str, Any], *, hidden: bool = False) -> _native.Position:
        """The position that `fields` described; `PositionError` if it is none.

        With `hidden` it may be that of a view, where some cards are not known.
        """
        return self._position(self.checked_fields(fields, hidden=hidden))

    def checked_fields(self, fields: Mapping[str, Any], *, hidden: bool) -> dict[str, Any]:
        """The fields as the core takes them; `PositionError` if they are no position.

        The table must be right, and so must the next decision; whether any course of play leads
        there is not asked.
        """
        values = self.completed_fields(self.words.normalized(fields))
        self._check(values, fields, hidden=hidden)
        return values

    def completed_fields(self, fields: dict[str, Any]) -> dict[str, Any]:
        """The fields with those added that follow from the others and are not in their text."""
        return fields

    @abstractmethod
    def position_problems(
        self, values: Mapping[str, Any], fields: Mapping[str, Any], *, hidden: bool
    ) -> Iterator[str]:
        """The reasons why `values`, read from `fields`, are no position, as sentences.

        The sentences have no full stop; only the first is sure to make sense.
        """

    def position_text(self, position: Position) -> str:
        """The position in one line, without the rules."""
        return self.words.to_text(self.fields(position))

    def read_position(self, text: str) -> _native.Position:
        """The position that `position_text` described; `PositionError` if it is none."""
        values = self.completed_fields(self.words.from_text(text))
        self._check(values, values, hidden=False)
        return self._position(values)

    def _check(self, values: dict[str, Any], fields: Mapping[str, Any], *, hidden: bool) -> None:
        for problem in self.position_problems(values, fields, hidden=hidden):
            raise PositionError(f"{problem}.")

    def _position(self, fields: dict[str, Any]) -> _native.Position:
        position: _native.Position = self.core.position(self.native, fields)
        return position

    # Boards

    def board(self, position: Position) -> Board_co:
        """The position as a value with names for everything; of a view, what it shows."""
        return self.read_board(self.fields(position))

    @classmethod
    def of_board(cls, board: "Board") -> Self:
        """The variant that a board belongs to."""
        data = {name: getattr(board, name) for name in cls.data}
        return cls.create(board.rules, players=None, options=data)

    @abstractmethod
    def read_board(self, fields: Mapping[str, Any]) -> Board_co:
        """The board of a position's `fields`."""

    def table_to_dict(self, board: "Board") -> dict[str, Any]:
        """The table that a board shows, as JSON can hold it and anybody can read it."""
        from gemgrove.board import written

        return written(board, self.table)

    @abstractmethod
    def table_from_dict(self, data: "JsonReader") -> dict[str, Any]:
        """The fields of the position that `table_to_dict` wrote; `PositionError` if it is none."""

    # Events

    def event_payload(
        self, before: _native.Game, action: int, after: _native.Game, seat: int | None
    ) -> dict[str, Any]:
        """The event of one decision for a seat (None: a spectator), as JSON can hold it.

        A client that has followed a game by its events from a view on knows what the view after
        the decision shows: `now` has members of `table_to_dict` as they have become, `actions`
        those that are known only now, and the rest is the game's own. `revealed` is not empty where
        cards were seen that could not be seen before.
        """
        # But for the move, a game's own part gets nothing that the seat may not know.
        seen = [self.fields(game._seen_by(seat)) for game in (before, after)]
        payload = self.changes(self.move(before, action), *seen)
        known = len(self.known_actions(before, seat))
        payload["now"] |= {
            "to_move": after.to_move,
            "over": after.over,
            "ending": after.ending,
            "scores": after.scores,
            "winners": after.winners,
        }
        return {
            "seat": before.to_move,
            **payload,
            "actions": self.known_actions(after, seat)[known:],
        }

    @abstractmethod
    def changes(self, move: Move, before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
        """The effects of a move, as far as the fields of the positions that a seat sees show them.

        At least its `move` in notation, the cards that were `revealed`, and `now`, members of
        `table_to_dict`. Nothing of the move may be revealed that the fields do not show.
        """

    def table_extras(self, game: _native.Game) -> dict[str, Any]:  # noqa: ARG002
        """Facts that a table shows beside the position: the same to all, and nothing hidden."""
        return {}

    # For people

    def render(self, position: Decision, *, color: bool, names: Sequence[str] = ()) -> str:
        """The position for people, several lines.

        Without `names` players are numbered, and the one whose view it is is "you".
        """
        seat = position.seat if isinstance(position, _native.View) else None
        board = self.board(position)
        names = names or default_names(len(board.players), seat)
        lines = self.table_lines(board, names, seat=seat, color=color)
        return "\n".join(line.rstrip() for line in lines)

    @abstractmethod
    def table_lines(
        self, board: "Board", names: Sequence[str], *, seat: int | None, color: bool
    ) -> Iterator[str]:
        """The table as `seat` sees it; None is a spectator, or everything if the board holds it."""

    @classmethod
    def presenter(cls) -> "Presenter":
        """The texts about the game for people, in the terminal and on pages."""
        from gemgrove.presenter import Presenter

        return Presenter()

    def picture(self, view: "View", names: Sequence[str]) -> "Canvas":
        """The table as a picture; by default the rendered text on a page."""
        from gemgrove.canvas import page
        from gemgrove.text_layout import WIDTH

        return page(self.render(view, color=False, names=names).splitlines(), WIDTH)

    def statistics(self, game: _native.Game) -> Statistics_co:
        """The events of a game so far, in figures."""
        figures = Statistics(self.board(game).turns, len(game.actions))
        return cast("Statistics_co", figures)

    # For learning

    def symmetry(self) -> "SymmetryMapper":
        """The exact symmetries of the rules; by default there is only the identity."""
        from gemgrove.symmetry import SymmetryMapper

        return SymmetryMapper(self)

    def chance(self) -> "Chance":
        """The game with chance nodes: draws that are made one at a time."""
        raise NotImplementedError(f"{self.name.capitalize()} has no chance nodes.")

    @classmethod
    def rewards(cls) -> "Mapping[str, Callable[[], Reward]]":
        """The rewards, by name, that only this game has."""
        return {}
