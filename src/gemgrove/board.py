"""The base of all games' boards: a position as a value that can be edited.

    board = replace(game.board, bank=(4, 4, 4, 4, 4, 5), players=...)
    game = gg.from_board(board)

`Variant.read_board` makes a board from a position. In JSON, a board consists of the rules and the
table, which is written as in a view (`view_json`), except that known decks are lists of cards.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from gemgrove.json_reader import JsonReader, differences
from gemgrove.variant import FORM_ERRORS, PositionError, Rules, shown

if TYPE_CHECKING:
    from gemgrove.variant import Variant

_FORM = "it must have the form it has in a game's board"


class Board(ABC):
    """A position with named fields. Each game defines its own subclass, a frozen dataclass."""

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
        """Return the rules and the table as JSON values, which `from_dict` reads."""
        variant = _variant_class(self.game).of_board(self)
        return {
            "game": self.game,
            **variant.to_dict(),
            "to_move": self.to_move,
            **variant.table_to_dict(self),
        }

    def to_json(self) -> str:
        """Return the board as JSON text, which `from_json` reads."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a board that `to_dict` wrote; a `PositionError` says what cannot be read.

        Derived values, such as points, must agree with the rest. Whether the board is a valid
        position is checked by `from_board`.
        """
        values = JsonReader(data, "board")
        values["game"].choice([cls.game])
        try:
            variant = _variant_class(cls.game).from_dict(values.members())
        except ValueError as error:
            raise PositionError(f"The rules of the board cannot be read. {error}") from error
        board = variant.read_board(variant.table_from_dict(values))
        assert isinstance(board, cls)
        board._check_written_as(data)
        return board

    def fields(self) -> dict[str, Any]:
        """Return the position's fields; `Variant.from_fields` checks whether they are valid."""
        data = self.to_dict()
        variant = _variant_class(self.game).of_board(self)
        fields = variant.table_from_dict(JsonReader(data, "board"))
        variant.read_board(fields)._check_written_as(data)
        return fields

    def _check_written_as(self, data: Mapping[str, Any]) -> None:
        for difference in differences(data, self.to_dict(), "board"):
            raise PositionError(difference)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a board that `to_json` wrote; a `PositionError` says what cannot be read."""
        if not isinstance(text, str):
            raise TypeError(f"A board in JSON is text, not {shown(text)}.")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PositionError(f"The board is not JSON: {error}.") from None
        return cls.from_dict(data)


class UnfitError(ValueError):
    """An invalid part of a board; the message says what it must be, without a full stop."""


def written(board: Any, parts: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """Write parts of a board as JSON values; a `PositionError` names an invalid part."""
    values: dict[str, Any] = {}
    for name, write in parts.items():
        try:
            values[name] = write(board)
        except PositionError:
            raise
        except FORM_ERRORS as error:
            right = str(error) if isinstance(error, UnfitError) else _FORM
            raise PositionError(f"{name} is {shown(getattr(board, name))}; {right}.") from None
    return values


def deck_to_dict(deck: Sequence[Any], write: Callable[[Any], Any]) -> int | list[dict[str, Any]]:
    """Write a deck as a list of its cards, or as their number if all are hidden."""
    if not any(deck):
        return len(deck)
    return [write(card) if card else {"hidden": True} for card in deck]


def _variant_class(game: str) -> "type[Variant]":
    from gemgrove.game import variant_class

    return variant_class(game)
