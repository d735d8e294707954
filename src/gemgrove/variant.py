"""The interface between a game's folder and everything that works for any game.

A game plugs in through one object: `GAME` in its folder, a class derived from `Variant`. Every game
must implement the abstract methods. The others have a default that works, or that says in a
sentence what the game lacks. A game that overrides them imports heavy modules inside the method, so
that these are loaded on first use. Nothing outside the folder knows which game it deals with.
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
    """Raised for a move that is not legal now. The message says why; the game is unchanged."""


class NotationError(IllegalMove):
    """Raised for text that does not name a move, or a number that is not an action."""


class PositionError(ValueError):
    """Raised for text or values that do not describe a position of the game."""


FORM_ERRORS = (
    LookupError, TypeError, ValueError, AttributeError, RecursionError, OverflowError,
)  # fmt: skip
"""The errors that taking apart an arbitrary value may raise."""


class _Shown(reprlib.Repr):
    """Abbreviates any value; unlike its parent class, it keeps the order of dictionaries."""

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
    """Return a value's `repr`, abbreviated, for use in error messages."""
    try:
        return _shown.repr(value)
    except ValueError:  # Python refuses to write out integers with thousands of digits
        return "a number of thousands of digits"


def whole(value: Any) -> int | None:
    """Return an integer, possibly numpy's, as an int; None for anything else, even True."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


class Move(ABC):
    """One decision by one seat. Moves are values: equal moves are the same move."""

    __slots__ = ()

    @property
    @abstractmethod
    def text(self) -> str:
        """The move in notation, which `Game.play` accepts."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """Parse a move in notation; raise a `NotationError` if the text is not one."""
        raise TypeError("Each game has moves of its own; use its class, as in splendor.Move.parse.")

    @classmethod
    def parse_all(cls, text: str) -> Sequence[Self]:
        """Parse a text that may name several moves at once, if the game has such notation."""
        return (cls.parse(text),)

    def to_dict(self) -> dict[str, Any]:
        """Return the move as JSON values, the same in every message: its text as `move`."""
        return {"move": self.text}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a move that `to_dict` wrote, ignoring further members."""
        if not isinstance(data, Mapping) or "move" not in data:
            raise NotationError(f"{shown(data)} is not a move; it must have its text as 'move'.")
        return cls.parse(data["move"])

    def __str__(self) -> str:
        return self.text


class Rules(ABC):
    """The options of a game's rules. Each game defines its own subclass, a frozen dataclass."""

    __slots__ = ()

    players: int

    @classmethod
    @abstractmethod
    def parse(cls, spec: str) -> Self:
        """Parse a spec: a preset's name, optionally followed by a colon and options."""
        raise TypeError(
            "Each game has rules of its own; use its class, as in splendor.Rules.parse."
        )

    @property
    @abstractmethod
    def spec(self) -> str:
        """The rules as one word, such as `official:players=3,payment=choose`."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return every option by name, as JSON values."""


@dataclass(slots=True)
class Statistics:
    """Statistics of a game so far. A game may define its own subclass."""

    turns: int
    """Completed turns by all seats."""
    decisions: int

    def to_dict(self) -> dict[str, Any]:
        """Return the statistics as JSON values."""
        return asdict(self)


Position = _native.Game | _native.View | _native.Position
Decision = _native.Game | _native.View

if TYPE_CHECKING:
    Move_co = TypeVar("Move_co", bound=Move, covariant=True, default=Move)
    Board_co = TypeVar("Board_co", bound=Board, covariant=True, default=Board)
    Rules_co = TypeVar("Rules_co", bound=Rules, covariant=True, default=Rules)
    Statistics_co = TypeVar("Statistics_co", bound=Statistics, covariant=True, default=Statistics)
else:  # before Python 3.13, type variables have no defaults
    from typing import TypeVar

    Move_co, Board_co, Rules_co, Statistics_co = map(
        TypeVar, ("Move_co", "Board_co", "Rules_co", "Statistics_co")
    )


class Variant(ABC, Generic[Move_co, Board_co, Rules_co, Statistics_co]):
    """A game with a choice of rules and data.

    The type parameters are the game's own types: they tell type checkers that
    `Game[Splendor].board` is a `splendor.Board`.
    """

    name: ClassVar[str]
    """The name of the game, which is also that of its folder."""
    core: ClassVar[Any]
    """The game's part of the compiled core."""
    encoding: ClassVar[dict[str, int]]
    """The versions of the `action` and `observation` encodings."""
    data: ClassVar[tuple[str, ...]] = ()
    """The keyword arguments of `new` that are game data rather than rule options."""
    skip_move: ClassVar[Move | None] = None
    """The move that stands for a skipped turn in a history; None if turns cannot be skipped."""
    move_type: ClassVar[type[Move]]
    """The class of the game's moves."""
    words: ClassVar["Words"]
    """The notation of the game's positions."""
    table: ClassVar[Mapping[str, Callable[[Any], Any]]]
    """The members of the table in JSON, each with a function that computes it from a board."""
    native: _native.Variant

    if TYPE_CHECKING:

        @property
        def rules(self) -> Rules_co: ...

    # Rules and data

    @classmethod
    @abstractmethod
    def create(cls, rules: str | Rules, *, players: int | None, options: Mapping[str, Any]) -> Self:
        """Create a variant from a spec or rules; `players` and `options` override parts of it."""

    def to_dict(self) -> dict[str, Any]:
        """Return the rules and data as JSON values."""
        return {"rules": self.rules.to_dict()}

    @classmethod
    @abstractmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Read a variant that `to_dict` wrote."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)

    @property
    def spec(self) -> str:
        """The rules as one word, such as `official:players=3,payment=choose`."""
        return self.rules.spec

    @abstractmethod
    def keys(self, deal: Deal) -> bytes:
        """Return the keys of the deal's parts for this game."""

    # Moves

    @abstractmethod
    def move(self, position: Decision, action: int) -> Move_co:
        """Return the move that an action number stands for in this position."""

    def parse(self, text: str) -> Move_co:
        """Parse a move in notation; raise a `NotationError` if the text is not one."""
        return cast("Move_co", self.move_type.parse(text))

    def parse_all(self, text: str) -> Sequence[Move_co]:
        """Parse a text that may name several moves at once, if the game has such notation."""
        return cast("Sequence[Move_co]", self.move_type.parse_all(text))

    @abstractmethod
    def action(self, position: Decision, move: Move) -> int:
        """Return the action number of a move in this position; -1 if it cannot have one."""

    @abstractmethod
    def why_not(self, position: Decision, move: Move) -> str:
        """Say why a move is not legal in this position, without a full stop."""

    def known_actions(self, game: _native.Game, seat: int | None) -> list[int]:  # noqa: ARG002
        """Return the game's actions so far that a seat, or a spectator (None), knows."""
        return game.actions

    @abstractmethod
    def history(self, view: _native.View) -> Sequence[tuple[int, Move_co]]:
        """Return the moves that a view knows, each with the seat that made it."""

    # Positions

    def fields(self, position: Position) -> dict[str, Any]:
        """Return the position as plain lists and numbers."""
        fields: dict[str, Any] = self.core.fields(position)
        return fields

    def from_fields(self, fields: Mapping[str, Any], *, hidden: bool = False) -> _native.Position:
        """Return the position that `fields` describe; raise a `PositionError` if they are invalid.

        With `hidden`, they may describe a view's position, in which some cards are not known.
        """
        return self._position(self.checked_fields(fields, hidden=hidden))

    def checked_fields(self, fields: Mapping[str, Any], *, hidden: bool) -> dict[str, Any]:
        """Return the fields as the core takes them; raise a `PositionError` if they are invalid.

        The table and the next decision must be valid; whether the position can be reached by play
        is not checked.
        """
        values = self.completed_fields(self.words.normalized(fields))
        self._check(values, fields, hidden=hidden)
        return values

    def completed_fields(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return the fields, adding those that follow from the others and are not in the text."""
        return fields

    @abstractmethod
    def position_problems(
        self, values: Mapping[str, Any], fields: Mapping[str, Any], *, hidden: bool
    ) -> Iterator[str]:
        """Yield the reasons why `values`, read from `fields`, are not a position.

        They are sentences without a full stop; only the first is sure to make sense.
        """

    def position_text(self, position: Position) -> str:
        """Return the position as one line, without the rules."""
        return self.words.to_text(self.fields(position))

    def read_position(self, text: str) -> _native.Position:
        """Read a position that `position_text` wrote; raise a `PositionError` if it is invalid."""
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
        """Return the position as a value with named fields; for a view, what the view shows."""
        return self.read_board(self.fields(position))

    @classmethod
    def of_board(cls, board: "Board") -> Self:
        """Return the variant that a board belongs to."""
        data = {name: getattr(board, name) for name in cls.data}
        return cls.create(board.rules, players=None, options=data)

    @abstractmethod
    def read_board(self, fields: Mapping[str, Any]) -> Board_co:
        """Return the board that a position's `fields` describe."""

    def table_to_dict(self, board: "Board") -> dict[str, Any]:
        """Return the table that a board shows, as self-explanatory JSON values."""
        from gemgrove.board import written

        return written(board, self.table)

    @abstractmethod
    def table_from_dict(self, data: "JsonReader") -> dict[str, Any]:
        """Return the fields of a table from `table_to_dict`, or raise a `PositionError`."""

    # Events

    def event_payload(
        self, before: _native.Game, action: int, after: _native.Game, seat: int | None
    ) -> dict[str, Any]:
        """Return the event of one decision for a seat, or a spectator (None), as JSON values.

        A client that starts from a view and follows the events knows everything that the view
        after the decision shows: `now` contains members of `table_to_dict` with their new
        values, `actions` those that have only now become known, and the rest depends on the game.
        `revealed` lists the cards that could not be seen before.
        """
        # Apart from the move, the game's own part gets nothing that the seat may not know.
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
        """Return a move's effects, as far as they show in the fields of the positions a seat sees.

        They include at least the `move` in notation, the cards that were `revealed`, and `now`,
        with members of `table_to_dict`. They must not reveal more about the move than the fields.
        """

    def table_extras(self, game: _native.Game) -> dict[str, Any]:  # noqa: ARG002
        """Return further public facts that a table shows next to the position."""
        return {}

    # For people

    def render(self, position: Decision, *, color: bool, names: Sequence[str] = ()) -> str:
        """Draw the position as text, in several lines.

        Without `names`, players are numbered, and the player whose view it is is called "you".
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
        """Draw the table as `seat` sees it; for None, show everything that the board contains."""

    @classmethod
    def presenter(cls) -> "Presenter":
        """Return the presenter, which writes texts for people, on terminals and pages."""
        from gemgrove.presenter import Presenter

        return Presenter()

    def picture(self, view: "View", names: Sequence[str]) -> "Canvas":
        """Draw the table as a picture; by default the rendered text."""
        from gemgrove.canvas import page
        from gemgrove.text_layout import WIDTH

        return page(self.render(view, color=False, names=names).splitlines(), WIDTH)

    def statistics(self, game: _native.Game) -> Statistics_co:
        """Return statistics of a game so far."""
        figures = Statistics(self.board(game).turns, len(game.actions))
        return cast("Statistics_co", figures)

    # For learning

    def symmetry(self) -> "SymmetryMapper":
        """Return the exact symmetries of the rules; by default only the identity."""
        from gemgrove.symmetry import SymmetryMapper

        return SymmetryMapper(self)

    def chance(self) -> "Chance":
        """Return the game's chance nodes: draws that are made one at a time."""
        raise NotImplementedError(f"{self.name.capitalize()} has no chance nodes.")

    @classmethod
    def rewards(cls) -> "Mapping[str, Callable[[], Reward]]":
        """Return the rewards, by name, that exist only in this game."""
        return {}
