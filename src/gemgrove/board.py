"""The base of all games' boards: a position as a value that can be edited.

    board = replace(game.board, bank=(4, 4, 4, 4, 4, 5), players=...)
    game = gg.from_board(board)

A board is what `Variant.read_board` makes of a position. As JSON it is the rules and the table, the
table as in a view (`view_json`), except that known decks are lists of cards.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from gemgrove.json_reader import JsonReader, differences
from gemgrove.variant import PositionError, Rules, shown, whole

if TYPE_CHECKING:
    from gemgrove.variant import Variant


class Board(ABC):
    """A position with names for everything. Each game has its own, a frozen dataclass."""

    __slots__ = ()

    game: ClassVar[str]
    """The name of the game."""
    rules: Rules
    to_move: int
    phase: str
    first: int
    turns: int
    players: tuple[Any, ...]

    @property
    @abstractmethod
    def player(self) -> Any:
        """The player to move."""

    def to_dict(self) -> dict[str, Any]:
        """The rules and the table, as JSON can hold them; `from_dict` reads them."""
        variant = _variant_class(self.game).of_board(self)
        return {
            "game": self.game,
            **variant.to_dict(),
            "to_move": self.to_move,
            **variant.table_to_dict(self),
        }

    def to_json(self) -> str:
        """The board as JSON text."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The board that `to_dict` wrote; `PositionError` says what cannot be read.

        What follows from the rest, such as points, must agree with it. Whether the board is a
        position of the game is for `from_board` to say.
        """
        values = JsonReader(data, "board")
        values["game"].choice([cls.game])
        try:
            variant = _variant_class(cls.game).from_dict(values.members())
        except ValueError as error:
            raise PositionError(f"The rules of the board cannot be read. {error}") from error
        board = variant.read_board(variant.table_from_dict(values))
        assert isinstance(board, cls)
        for difference in differences(data, board.to_dict(), values.place):
            raise PositionError(difference)
        return board

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The board that `to_json` wrote."""
        if not isinstance(text, str):
            raise TypeError(f"A board in JSON is text, not {shown(text)}.")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PositionError(f"The board is not JSON: {error}.") from None
        return cls.from_dict(data)


class UnfitError(ValueError):
    """A part of a board that cannot be one; its text says what it must be, without a full stop."""


def converted(board: Any, parts: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """Parts of a board by name, each made into plain numbers; `PositionError` names a wrong one."""
    fields: dict[str, Any] = {}
    for name, convert in parts.items():
        value = getattr(board, name)
        try:
            fields[name] = convert(value)
        except PositionError:
            raise
        except UnfitError as error:
            raise PositionError(f"{name} is {shown(value)}; {error}.") from None
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError, OverflowError):
            raise PositionError(
                f"{name} is {shown(value)}; it must have the form it has in a game's board."
            ) from None
    return fields


def number(value: object) -> int:
    """A whole number; `TypeError` for anything else."""
    found = whole(value)
    if found is None:
        raise TypeError
    return found


def count(value: object) -> int:
    """A whole number, 0 or more."""
    found = whole(value)
    if found is None or found < 0:
        raise UnfitError("it must be a whole number, 0 or more")
    return found


def seat_of(players: int) -> Callable[[object], int]:
    """A reader of seats."""

    def read(value: object) -> int:
        found = whole(value)
        if found is None or not 0 <= found < players:
            raise UnfitError(f"it must be a seat, 0 to {players - 1}")
        return found

    return read


def one_of(choices: Sequence[str]) -> Callable[[object], str]:
    """A reader of a few words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise UnfitError(f"it must be one of {', '.join(choices)}")
        return value

    return read


def each_of(players: int, read: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    """A reader of what every player has."""

    def read_all(values: Any) -> list[Any]:
        if len(values) != players:
            raise UnfitError(f"there must be {players} of them, as the rules say")
        return [read(value) for value in values]

    return read_all


def _variant_class(game: str) -> "type[Variant]":
    from gemgrove.game import variant_class

    return variant_class(game)
