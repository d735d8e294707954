"""A strict parser of JSON values: each error names the place, such as `playAreaA["1"]["0"]`."""

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from gemgrove.arboretum.cards import RANKS, species_in_play
from gemgrove.arboretum_engine.types import Card, Cell, FormatError
from gemgrove.english import listed
from gemgrove.variant import shown

Source: TypeAlias = str | bytes | bytearray | Mapping[str, Any]
"""JSON text, or the values it has been parsed to."""

PLAYERS = 2
"""The engine is for two players."""
SPECIES = species_in_play(PLAYERS)
"""The letters of the species in play."""
FURTHEST = 9999
"""The largest coordinate that is read as one."""

MOST = 1000
"""The most entries of an array or a tableau that are read; a game has far fewer of anything."""

_COORDINATE = re.compile("0|-?[1-9][0-9]{0,3}")
_LONGEST_KEY = 12

Item = TypeVar("Item")


def read_as(strict: bool, read: Callable[[bool], Item]) -> Item:
    """Call `read` with `strict`; its error says if `strict=False` would do."""
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


def parsed(source: Any, what: str) -> Mapping[str, Any]:
    """The JSON object that `source` is, or is the text of."""
    values = source if isinstance(source, Mapping) else from_json(source, what)
    if not isinstance(values, Mapping):
        raise FormatError(f"The {what} is {shown(values)}; it must be a JSON object.")
    return values


def from_json(text: Any, what: str) -> Any:
    """The value of a JSON text. A key that appears twice is an error, and so is NaN.

    So is a number that is too large: it would become infinite, which JSON cannot write.
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


def field(values: Mapping[str, Any], name: str, within: str = "") -> Any:
    """A field that must be there."""
    if name not in values:
        raise FormatError(f"{within}{name} is missing.")
    return values[name]


def whole(value: Any, place: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise FormatError(
            f"{place} is {shown(value)}; it must be a whole number from {least} to {most}."
        )
    return value


def truth(value: Any, place: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise FormatError(f"{place} is {shown(value)}; it must be true or false.")
    return value


def items(value: Any, place: str, what: str, read: Callable[[Any, str], Item]) -> list[Item]:
    """The items of an array, each read by `read`, which gets its place."""
    if not isinstance(value, list | tuple):
        raise FormatError(f"{place} is {shown(value)}; it must be an array of {what}.")
    check_number(len(value), place)
    return [read(item, f"{place}[{number}]") for number, item in enumerate(value)]


def check_number(entries: int, place: str) -> None:
    """Refuse more entries than can be read quickly."""
    if entries > MOST:
        raise FormatError(f"{place} has more than {MOST} entries; that is more than a game allows.")


def check_json(value: Any, place: str) -> None:
    """Raise a `FormatError` unless a value can be written as JSON."""
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise FormatError(f"{place} is {shown(value)}, which JSON cannot write.") from error


def card(value: Any, place: str) -> Card:
    """A card, `[species, rank]`."""
    if not isinstance(value, list | tuple) or len(value) != len(Card._fields):
        raise FormatError(f'{place} is {shown(value)}; it must be a card such as ["M", 5].')
    species, rank = value
    if not isinstance(species, str) or len(species) != 1 or species not in SPECIES:
        raise FormatError(
            f"{place}[0] is {shown(species)}; the species in play are {', '.join(SPECIES)}."
        )
    return Card(species, whole(rank, f"{place}[1]", 1, RANKS))


def card_or_null(value: Any, place: str) -> Card | None:
    """A card, or None for one that is not known."""
    return None if value is None else card(value, place)


def cards(value: Any, place: str) -> list[Card]:
    """An array of cards."""
    return items(value, place, "cards", card)


def cell(value: Any, place: str) -> Cell:
    """A cell, `[x, y]`."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise FormatError(f"{place} is {shown(value)}; it must be a cell such as [-1, 0].")
    x, y = (whole(value[i], f"{place}[{i}]", -FURTHEST, FURTHEST) for i in range(2))
    return x, y


def columns(value: Any, place: str) -> dict[int, dict[int, Card]]:
    """A tableau: columns by x, and in a column cards by y. A column may be empty."""
    found: dict[int, dict[int, Card]] = {}
    number = 0
    for x_key, column in _entries(value, place, "columns"):
        column_place = f"{place}{index(x_key)}"
        number += len(column) if isinstance(column, Mapping) else 0
        check_number(number, place)
        planted = found.setdefault(coordinate(x_key, column_place), {})
        for y_key, tree in _entries(column, column_place, "cards"):
            cell_place = f"{column_place}{index(y_key)}"
            y = coordinate(y_key, cell_place)
            if y in planted:
                raise FormatError(f"{cell_place}: there is another card in this cell.")
            planted[y] = card(tree, cell_place)
    return found


def coordinate(key: Any, place: str) -> int:
    """The number of a column or a row: a key of a tableau, or its text."""
    if isinstance(key, str) and _COORDINATE.fullmatch(key) is not None:
        key = int(key)
    return whole(key, f"{place}: the key", -FURTHEST, FURTHEST)


def index(key: Any) -> str:
    """A key as a place names it; a number as JSON writes it, in quotes."""
    try:
        plain = str(key) if isinstance(key, str | int) and not isinstance(key, bool) else None
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        plain = None
    return f'["{plain}"]' if plain and len(plain) <= _LONGEST_KEY else f"[{shown(key)}]"


def cards_named(cards: Iterable[tuple[str, int]]) -> str:
    """Cards as people list them: `C3, W5 and W6`."""
    return listed([f"{species}{rank}" for species, rank in cards])


def _entries(value: Any, place: str, what: str) -> Iterable[tuple[Any, Any]]:
    if not isinstance(value, Mapping):
        raise FormatError(f"{place} is {shown(value)}; it must be an object of {what}.")
    return value.items()


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
