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
from gemgrove.variant import FORM_ERRORS, PositionError, Rules, shown

if TYPE_CHECKING:
    from gemgrove.variant import Variant

_FORM = "it must have the form it has in a game's board"


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
        board._check_written_as(data)
        return board

    def fields(self) -> dict[str, Any]:
        """The fields of the position; `Variant.from_fields` says whether it is one."""
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


def written(board: Any, parts: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """Parts of a board as JSON can hold them; `PositionError` names one that is wrong."""
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
    """A deck: its cards, or how many there are where all are hidden."""
    if not any(deck):
        return len(deck)
    return [write(card) if card else {"hidden": True} for card in deck]


def _variant_class(game: str) -> "type[Variant]":
    from gemgrove.game import variant_class

    return variant_class(game)
