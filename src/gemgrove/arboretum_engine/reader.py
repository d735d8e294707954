"""A strict reader of that engine's JSON. Errors name a place, as in `playAreaA["1"]["0"]`."""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from gemgrove.arboretum.cards import RANKS, species_in_play
from gemgrove.arboretum_engine.types import Card, Cell, FormatError
from gemgrove.json_reader import JsonReader
from gemgrove.variant import shown

Source: TypeAlias = str | bytes | bytearray | Mapping[str, Any]
"""JSON text, or its parsed values."""

PLAYERS = 2
"""The engine is for two players."""
SPECIES = species_in_play(PLAYERS)
"""The letters of the species in play."""
FURTHEST = 9999
"""The largest coordinate that is accepted."""

MOST = 1000
"""The most entries that an array or a tableau may have; a game has far fewer."""

_COORDINATE = re.compile("0|-?[1-9][0-9]{0,3}")
_LONGEST_KEY = 12

Result = TypeVar("Result")


class Reader(JsonReader):
    """A JSON value of that engine and its place. Invalid values raise a `FormatError`."""

    __slots__ = ()

    def __init__(self, value: Any, place: str = "") -> None:
        super().__init__(value, place, error=FormatError)

    @classmethod
    def parse(cls, source: Any, what: str) -> "Reader":
        """Return a reader of a JSON object, given as text or parsed values."""
        values = source if isinstance(source, Mapping) else from_json(source, what)
        if not isinstance(values, Mapping):
            raise FormatError(f"The {what} is {shown(values)}; it must be a JSON object.")
        return cls(values)

    def __contains__(self, name: str) -> bool:
        return name in self.members()

    def __getitem__(self, name: str) -> "Reader":
        """Return a member, which must exist."""
        found = self.member(name)
        if name not in self:
            raise FormatError(f"{found.place} is missing.")
        return found

    def member(self, name: str, default: Any = None) -> "Reader":
        """Return a member, or `default` if it is missing."""
        return self._inner(self.members().get(name, default), f".{name}")

    def array(self, what: str) -> list["Reader"]:
        """Return the items of an array; `what` names them in errors."""
        if not isinstance(self.value, list | tuple):
            self.wrong(f"an array of {what}")
        self.check_number(len(self.value))
        return [self._inner(item, f"[{number}]") for number, item in enumerate(self.value)]

    def card(self) -> Card:
        """Read a card, `[species, rank]`."""
        if not isinstance(self.value, list | tuple) or len(self.value) != len(Card._fields):
            self.wrong('a card such as ["M", 5]')
        species, rank = self.array("a card")
        if not isinstance(species.value, str) or species.value not in tuple(SPECIES):
            raise FormatError(
                f"{species.place} is {shown(species.value)}; the species in play are "
                f"{', '.join(SPECIES)}."
            )
        return Card(species.value, rank.whole(1, RANKS))

    def cards(self) -> list[Card]:
        """Read an array of cards."""
        return [item.card() for item in self.array("cards")]

    def cards_or_nulls(self, what: str = "cards") -> list[Card | None]:
        """Read an array of cards, with null for each unknown card."""
        return [None if item.value is None else item.card() for item in self.array(what)]

    def cell(self) -> Cell:
        """Read a cell, `[x, y]`."""
        if not isinstance(self.value, list | tuple) or len(self.value) != 2:
            self.wrong("a cell such as [-1, 0]")
        x, y = (item.whole(-FURTHEST, FURTHEST) for item in self.array("a cell"))
        return x, y

    def columns(self) -> Iterator[tuple[int, "Reader"]]:
        """Yield the columns of a tableau with their x."""
        return self._entries("columns")

    def cells(self) -> dict[Cell, "Reader"]:
        """Return the cells of a tableau, written as columns by x and cards by y."""
        found: dict[Cell, Reader] = {}
        for x, column in self.columns():
            for y, card in column._entries("cards"):
                if (x, y) in found:
                    raise FormatError(f"{card.place}: there is another card in this cell.")
                found[x, y] = card
                self.check_number(len(found))
        return found

    def check_json(self) -> None:
        """Raise a `FormatError` unless the value can be written as JSON."""
        try:
            json.dumps(self.value, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise FormatError(
                f"{self.place} is {shown(self.value)}, which JSON cannot write."
            ) from error

    def _inner(self, value: Any, step: str) -> "Reader":
        return Reader(value, f"{self.place}{step}".removeprefix("."))

    def check_number(self, entries: int) -> None:
        """Raise a `FormatError` for more entries than can be read quickly."""
        if entries > MOST:
            raise FormatError(
                f"{self.place} has more than {MOST} entries; that is more than a game allows."
            )

    def _entries(self, what: str) -> Iterator[tuple[int, "Reader"]]:
        """Yield the entries of a tableau or a column; keys are coordinates or their texts."""
        if not isinstance(self.value, Mapping):
            self.wrong(f"an object of {what}")
        for key, value in self.value.items():
            entry = self._inner(value, _index(key))
            if isinstance(key, str) and _COORDINATE.fullmatch(key) is not None:
                key = int(key)
            yield Reader(key, f"{entry.place}: the key").whole(-FURTHEST, FURTHEST), entry


def read_as(strict: bool, read: Callable[[bool], Result]) -> Result:
    """Call `read` with `strict`; an error says if `strict=False` would help."""
    try:
        return read(strict)
    except FormatError as error:
        if not strict:
            raise
        try:
            read(False)
        except FormatError:
            raise error from None
        raise FormatError(f"{error} With strict=False this is a warning.") from error


def from_json(text: Any, what: str) -> Any:
    """Parse a JSON text. A duplicate key is an error, and so is NaN.

    So is a number that is too large: it would become infinite, which JSON cannot represent.
    """
    if not isinstance(text, str | bytes | bytearray):
        raise FormatError(f"The {what} is {shown(text)}; it must be a JSON object or its text.")
    try:
        if not isinstance(text, str):
            text = text.decode("utf-8-sig")
        return json.loads(
            text,
            object_pairs_hook=_no_key_twice,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except FormatError:
        raise
    except UnicodeDecodeError:
        raise FormatError(f"The {what} is not UTF-8 text.") from None
    except RecursionError:
        raise FormatError(f"The {what} is nested too deeply.") from None
    except ValueError as error:
        raise FormatError(f"The {what} is not JSON: {error}.") from None


def is_count(value: Any) -> bool:
    """Return True if a value is a number of cards rather than a list."""
    return isinstance(value, int) and not isinstance(value, bool)


def _index(key: Any) -> str:
    """Write a key as part of a place; a number in quotes, as in JSON."""
    try:
        plain = str(key) if isinstance(key, str) or is_count(key) else ""
    except ValueError:  # Python refuses to write out integers with thousands of digits
        plain = ""
    return f'["{plain}"]' if 0 < len(plain) <= _LONGEST_KEY else f"[{shown(key)}]"


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise FormatError(f"An object has the key {shown(key)} twice.")
        values[key] = value
    return values


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise FormatError(f"{shown(text)} is too large a number.")
    return number


def _refuse_constant(name: str) -> Any:
    raise FormatError(f"{name} is not a JSON number.")
