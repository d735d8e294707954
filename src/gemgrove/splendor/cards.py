"""The development cards and nobles: the built-in set, and custom sets from CSV files.

The cards' file has the columns `Tier,Color,Prestige,White,Blue,Green,Red,Black`, the nobles' file
`Name,Prestige,White,Blue,Green,Red,Black`, in any order and any case; further columns are ignored.
An empty number is 0, and blank lines are skipped. A card's id is its place in the file, counted
from 0.
"""

import csv
import hashlib
import io
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from reprlib import repr as shown
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from gemgrove import _native
from gemgrove.splendor.colors import COLORS, GOLD, Color, parse_color

MAX_CARDS = _native.splendor.MAX_CARDS
MAX_NOBLES = _native.splendor.MAX_NOBLES
TIERS = (1, 2, 3)
MIN_CARDS_PER_TIER = 4  # the market shows four cards of each tier
MIN_NOBLES = 5  # one more than the number of players, which is at most four

_GEM_COLUMNS = tuple(color.capitalize() for color in COLORS)
_CARD_COLUMNS = ("Tier", "Color", "Prestige", *_GEM_COLUMNS)
_NOBLE_COLUMNS = ("Name", "Prestige", *_GEM_COLUMNS)
_ALL_GEMS = f"{_GEM_COLUMNS[0]} to {_GEM_COLUMNS[-1]}"
_BOUNDS = {"Tier": (TIERS[0], TIERS[-1]), "Prestige": (0, 20)} | dict.fromkeys(
    _GEM_COLUMNS, (0, 15)
)
_MAX_NAME = 80
_MAX_DIGITS = 4
_FINGERPRINT_DIGITS = 16
_DATA = Path(__file__).with_name("data")

Gems = tuple[int, int, int, int, int]
Source = str | os.PathLike[str] | Iterable[str]
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Problem:
    """An error in a card set and its place. Lines count from 1, as in editors."""

    file: str
    line: int | None
    field: str | None
    message: str

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line is not None else ""
        field = f", {self.field}" if self.field is not None else ""
        return f"{self.file}{line}{field}: {self.message}"


class CardSetError(ValueError):
    """Raised for a card set, or a line of its files, that cannot be used."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Card:
    """A development card. `color` is the color of its bonus; `cost` is in the order of the colors.

    The color may be given as a name or a number.
    """

    id: int
    tier: int
    color: Color
    points: int
    cost: Gems

    if TYPE_CHECKING:

        def __init__(
            self,
            id: int,  # noqa: A002 - the name of the field
            tier: int,
            color: Color | int | str,
            points: int,
            cost: Gems,
        ) -> None: ...

    def __post_init__(self) -> None:
        where = f"card {self.id}"
        _check_id(where, self.id)
        _check_number(where, "Tier", self.tier)
        object.__setattr__(self, "color", _checked_color(where, self.color))
        _check_number(where, "Prestige", self.points)
        _check_gems(where, self.cost)

    def __str__(self) -> str:
        points = f" {self.points}pt" if self.points else ""
        return f"{self.color}{points}: {_gems_text(self.cost) or 'free'}"


@dataclass(frozen=True, slots=True)
class Noble:
    """A noble, who visits a player with at least the bonuses in `requirement`."""

    id: int
    name: str
    points: int
    requirement: Gems

    def __post_init__(self) -> None:
        where = f"noble {self.id}"
        _check_id(where, self.id)
        name = self.name
        if not name.isprintable() or name != name.strip() or len(name) > _MAX_NAME:
            right = f"at most {_MAX_NAME} printable UTF-8 characters, no space at either end"
            raise _unexpected(where, "Name", name, right)
        _check_number(where, "Prestige", self.points)
        _check_gems(where, self.requirement)
        if not any(self.requirement):
            message = "the noble requires nothing; at least one color must be 1 or more"
            raise CardSetError(Problem(where, None, _ALL_GEMS, message))

    def __str__(self) -> str:
        return f"{self.name or 'noble'} {self.points}pt: {_gems_text(self.requirement)}"


class CsvTexts(NamedTuple):
    """The texts of a card set's two files."""

    cards: str
    nobles: str


@dataclass(frozen=True, slots=True, repr=False)
class CardSet:
    """The cards and nobles of a game. Sets are equal if their cards and nobles are.

    >>> CardSet.builtin()
    CardSet('builtin', 90 cards, 10 nobles, fingerprint='45423a5e99ccb854')
    >>> print(CardSet.builtin().cards[7])
    white 1pt: 4 green
    """

    cards: tuple[Card, ...]
    nobles: tuple[Noble, ...]
    name: str = field(default="custom", compare=False)
    problems: tuple[Problem, ...] = field(default=(), compare=False, kw_only=True)
    """The lines that `load` skipped."""
    fingerprint: str = field(init=False, compare=False)
    """Identifies the card set in records: hexadecimal digits of a hash of the canonical texts."""
    by_id: dict[int, Card] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        for item, message in self._faults():
            skipped = ""
            if self.problems:
                skipped = f"; lines skipped: {len(self.problems)}, the first: {self.problems[0]}"
            where = f"card set {shown(self.name)}"
            raise CardSetError(Problem(where, None, item, message + skipped))
        digest = hashlib.sha256("\n".join(self.to_csv()).encode()).hexdigest()
        object.__setattr__(self, "fingerprint", digest[:_FINGERPRINT_DIGITS])
        object.__setattr__(self, "by_id", {card.id: card for card in self.cards})

    @classmethod
    def builtin(cls) -> "CardSet":
        """Return the cards and nobles of the published game."""
        return _builtin()

    @classmethod
    def load(
        cls,
        cards: Source,
        nobles: Source | None = None,
        *,
        name: str | None = None,
        on_error: Literal["raise", "skip"] = "raise",
    ) -> "CardSet":
        """Load a card set from CSV files: paths, files opened as text, or any lines of text.

        Without `nobles`, the built-in ones are used. An invalid line raises a `CardSetError`; with
        `on_error="skip"` it is left out and listed in the set's `problems`. A file without a
        usable header, and a set too small or too large to play with, are always refused.
        """
        if on_error not in ("raise", "skip"):
            raise ValueError(f"on_error is 'raise' or 'skip', not {shown(on_error)}")
        cards_file = _CsvFile(cards, "cards", _CARD_COLUMNS)
        problems: list[Problem] | None = [] if on_error == "skip" else None
        loaded_cards = _items(cards_file, _read_card, problems)
        if nobles is None:
            loaded_nobles = cls.builtin().nobles
        else:
            loaded_nobles = _items(
                _CsvFile(nobles, "nobles", _NOBLE_COLUMNS), _read_noble, problems
            )
        return cls(
            loaded_cards, loaded_nobles, name or cards_file.name, problems=tuple(problems or ())
        )

    def to_csv(self) -> CsvTexts:
        """Return both files' canonical texts, which `load` reads as an equal set."""
        cards = ((c.tier, str(c.color), c.points or "", *_blank_zeros(c.cost)) for c in self.cards)
        nobles = ((n.name, n.points, *n.requirement) for n in self.nobles)
        return CsvTexts(_csv_text(_CARD_COLUMNS, cards), _csv_text(_NOBLE_COLUMNS, nobles))

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return (
            f"CardSet({self.name!r}, {len(self.cards)} cards, {len(self.nobles)} nobles, "
            f"fingerprint={self.fingerprint!r})"
        )

    def _faults(self) -> Iterator[tuple[str | None, str]]:
        groups: tuple[Sequence[Card | Noble], ...] = (self.cards, self.nobles)
        for items in groups:
            for place, item in enumerate(items):
                if item.id != place:
                    yield "id", f"{item!r} is at place {place}; an id must be the item's place"
        sizes = Counter(card.tier for card in self.cards)
        for tier in TIERS:
            if sizes[tier] < MIN_CARDS_PER_TIER:
                least = f"at least {MIN_CARDS_PER_TIER} are needed to fill the market"
                yield None, f"cards of tier {tier}: {sizes[tier]}, {least}"
        if len(self.cards) > MAX_CARDS:
            yield None, f"cards: {len(self.cards)}, at most {MAX_CARDS} are possible"
        if len(self.nobles) < MIN_NOBLES:
            least = f"at least {MIN_NOBLES} are needed for a game of four"
            yield None, f"nobles: {len(self.nobles)}, {least}"
        if len(self.nobles) > MAX_NOBLES:
            yield None, f"nobles: {len(self.nobles)}, at most {MAX_NOBLES} are possible"


@cache
def _builtin() -> CardSet:
    return CardSet.load(_DATA / "cards.csv", _DATA / "nobles.csv", name="builtin")


class _Line(NamedTuple):
    """One line of a CSV file, with its values by column."""

    file: str
    number: int
    values: dict[str, str]

    def whole(self, column: str, *, empty: int | None = 0) -> int:
        text = self.values[column]
        if not text and empty is not None:
            return empty
        if not (text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS):
            raise _unexpected(self.file, column, text, _right_number(column))
        return int(text)

    def gems(self) -> Gems:
        white, blue, green, red, black = (self.whole(column) for column in _GEM_COLUMNS)
        return white, blue, green, red, black

    def color(self) -> Color:
        try:
            return parse_color(self.values["Color"], COLORS)
        except ValueError as error:
            raise CardSetError(Problem(self.file, None, "Color", str(error))) from None


def _read_card(place: int, line: _Line) -> Card:
    tier = line.whole("Tier", empty=None)
    return Card(place, tier, line.color(), line.whole("Prestige"), line.gems())


def _read_noble(place: int, line: _Line) -> Noble:
    return Noble(place, line.values["Name"], line.whole("Prestige"), line.gems())


class _CsvFile:
    """A CSV file with a header, read line by line; values may not contain line breaks."""

    def __init__(self, source: Source, what: str, columns: Sequence[str]) -> None:
        self.columns = columns
        if isinstance(source, str | os.PathLike):
            path = Path(source)
            self.label, self.name = str(path), path.stem
            # A byte that is not UTF-8 becomes a value that no column accepts: one bad line.
            text = path.read_bytes().decode("utf-8", "surrogateescape")
        else:
            named = getattr(source, "name", None)
            self.label, self.name = f"<{what}>", "custom"
            if isinstance(named, str):
                self.label, self.name = named, Path(named).stem
            text = self._joined(source)
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._lines = text.split("\n")

    def lines(self, reject: Callable[[CardSetError], None]) -> Iterator[_Line]:
        """Yield the lines after the header; reject those that are not CSV, or too short or long."""
        places: dict[str, int] | None = None
        width = 0
        for number, text in enumerate(self._lines, 1):
            try:
                cells = next(csv.reader([text], skipinitialspace=True, strict=True), [])
            except csv.Error as error:
                message = f"{shown(text)} is not a line of comma-separated values: {error}"
                if places is None:
                    raise self._error(message, number) from None
                reject(self._error(message, number))
                continue
            cells = [cell.strip() for cell in cells]
            if not any(cells):
                continue
            if places is None:
                places, width = self._header(number, cells), len(cells)
                continue
            if len(cells) != width:
                columns = f"the header's {width} columns"
                message = f"{len(cells)} values for {columns}; every comma counts"
                reject(self._error(message, number))
                continue
            values = {column: cells[place] for column, place in places.items()}
            yield _Line(self.label, number, values)
        if places is None:
            first = ",".join(self.columns)
            raise self._error(f"the file is empty; its first line must be {first}")

    def _header(self, number: int, cells: Sequence[str]) -> dict[str, int]:
        names = [cell.lower() for cell in cells]
        for column in self.columns:
            count = names.count(column.lower())
            if count != 1:
                fault = "is missing" if count == 0 else f"is there {count} times"
                message = (
                    f"the column {fault}; the header is {shown(','.join(cells))}, "
                    f"it must have {','.join(self.columns)} in any order"
                )
                raise self._error(message, number, column)
        return {column: names.index(column.lower()) for column in self.columns}

    def _joined(self, source: Iterable[str]) -> str:
        lines = []
        try:
            for line in source:
                if not isinstance(line, str):
                    raise self._error("its lines are bytes; the file must be opened as text")
                lines.append(line.removesuffix("\n").removesuffix("\r"))
        except UnicodeDecodeError as error:
            message = f"not {error.encoding} text ({error.reason}); save the file as UTF-8"
            raise self._error(message, len(lines) + 1) from None
        return "\n".join(lines)

    def _error(
        self, message: str, line: int | None = None, column: str | None = None
    ) -> CardSetError:
        return CardSetError(Problem(self.label, line, column, message))


def _items(
    file: _CsvFile, read: Callable[[int, _Line], _Item], problems: list[Problem] | None
) -> tuple[_Item, ...]:
    """Read an item from each line; errors go to `problems`, or are raised if that is None."""

    def reject(error: CardSetError) -> None:
        if problems is None:
            raise error
        problems.append(error.problem)

    items: list[_Item] = []
    for line in file.lines(reject):
        try:
            items.append(read(len(items), line))
        except CardSetError as error:
            reject(CardSetError(replace(error.problem, file=line.file, line=line.number)))
    return tuple(items)


def _check_gems(where: str, gems: Gems) -> None:
    if not isinstance(gems, tuple) or len(gems) != len(COLORS):
        raise _unexpected(where, _ALL_GEMS, gems, f"a tuple of {len(COLORS)} numbers")
    for column, number in zip(_GEM_COLUMNS, gems, strict=True):
        _check_number(where, column, number)


def _check_id(where: str, number: object) -> None:
    if not _is_whole(number):
        raise _unexpected(where, "id", number, "a whole number")


def _checked_color(where: str, color: object) -> Color:
    try:
        if (found := Color(color)) != GOLD:  # type: ignore[arg-type]
            return found
    except ValueError:
        pass
    right = f"{', '.join(COLORS)} or a number from 0 to {len(COLORS) - 1}"
    raise _unexpected(where, "Color", color, right)


def _check_number(where: str, column: str, number: int) -> None:
    low, high = _BOUNDS[column]
    if not _is_whole(number) or not low <= number <= high:
        raise _unexpected(where, column, number, _right_number(column))


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def _right_number(column: str) -> str:
    low, high = _BOUNDS[column]
    return f"a whole number from {low} to {high}"


def _unexpected(where: str, column: str, value: object, right: str) -> CardSetError:
    seen = "nothing" if value == "" else shown(value)
    return CardSetError(Problem(where, None, column, f"found {seen}, expected {right}"))


def _gems_text(gems: Gems) -> str:
    return ", ".join(
        f"{number} {color}" for number, color in zip(gems, COLORS, strict=True) if number
    )


def _blank_zeros(gems: Gems) -> Iterator[int | str]:
    return (number or "" for number in gems)


def _csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()
