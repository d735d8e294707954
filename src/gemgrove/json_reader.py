"""Strict reading of JSON values: errors say where a value is and what it must be."""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, NoReturn

from gemgrove.variant import PositionError, shown, whole


class JsonReader:
    """A JSON value and the place where it was found.

    >>> JsonReader({"bank": {"red": 4}}, "view")["bank"]["red"].whole(0, 7)
    4
    >>> JsonReader({"bank": {"red": "four"}}, "view")["bank"]["red"].whole(0, 7)
    Traceback (most recent call last):
    ...
    gemgrove.variant.PositionError: view.bank.red is 'four'; it must be a whole number from 0 to 7.
    """

    __slots__ = ("error", "place", "value")

    def __init__(self, value: Any, place: str, *, error: type[ValueError] = PositionError) -> None:
        """`error` is the exception that is raised for an invalid value."""
        self.value = value
        self.place = place
        self.error = error

    def __getitem__(self, name: str) -> "JsonReader":
        """Return the member with this name, which must exist."""
        members = self.members()
        if name not in members:
            raise self.error(f"{self.place}.{name} is missing.")
        return self._inner(members[name], f".{name}")

    def get(self, name: str) -> "JsonReader | None":
        """Return the member with this name; None if it is missing or null."""
        value = self.members().get(name)
        return None if value is None else self._inner(value, f".{name}")

    def members(self) -> Mapping[str, Any]:
        if not isinstance(self.value, Mapping):
            self.wrong("an object")
        return self.value

    def items(self, count: int | None = None) -> list["JsonReader"]:
        """Return the items of a list, which must have `count` items if that is given."""
        value = self.value
        if not isinstance(value, Sequence) or isinstance(value, str | bytes):
            self.wrong("a list")
        if count is not None and len(value) != count:
            raise self.error(f"{self.place} has {len(value)} items; it must have {count}.")
        return [self._inner(item, f"[{place}]") for place, item in enumerate(value)]

    def whole(self, low: int, high: int) -> int:
        """Return the value as a whole number within these bounds."""
        value = whole(self.value)
        if value is None or not low <= value <= high:
            self.wrong(f"a whole number from {low} to {high}")
        return value

    def number(self) -> float:
        value = self.value
        if not isinstance(value, int | float) or isinstance(value, bool):
            self.wrong("a number")
        try:
            number = float(value)
        except OverflowError:
            self.wrong("a number")
        if not isfinite(number):
            self.wrong("a number")
        return number

    def text(self, longest: int) -> str:
        """Return the value as a text of at most `longest` characters."""
        value = self.value
        if not isinstance(value, str) or len(value) > longest:
            self.wrong(f"a text of at most {longest} characters")
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            self.wrong("a text without lone surrogates, which no file can hold")
        return value

    def choice(self, choices: Sequence[str]) -> str:
        if not isinstance(self.value, str) or self.value not in choices:
            self.wrong(f"one of {', '.join(choices)}")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.wrong("true or false")
        return self.value

    def wrong(self, right: str) -> NoReturn:
        """Raise the error for an invalid value; `right` says what it must be."""
        raise self.error(f"{self.place} is {shown(self.value)}; it must be {right}.")

    def _inner(self, value: Any, step: str) -> "JsonReader":
        return JsonReader(value, self.place + step, error=self.error)


def differences(given: Any, right: Any, place: str) -> Iterator[str]:
    """Yield how a value differs from the right one, in sentences; unknown members are fine."""
    if isinstance(right, dict) and isinstance(given, Mapping):
        for name, value in right.items():
            if name not in given:
                yield f"{place}.{name} is missing; it must be {shown(value)}."
            else:
                yield from differences(given[name], value, f"{place}.{name}")
    elif isinstance(right, list) and isinstance(given, list | tuple) and len(given) == len(right):
        for number, (item, value) in enumerate(zip(given, right, strict=True)):
            yield from differences(item, value, f"{place}[{number}]")
    elif not _same(given, right):
        name = re.split(r"[.\[]", place)[0]
        yield f"{place} is {shown(given)}; the rest of the {name} makes it {shown(right)}."


def _same(given: Any, right: Any) -> bool:
    """Return True for equal values of one type; an integer may be numpy's, but not True or 1.0."""
    if whole(right) is not None:
        return bool(whole(given) == right)
    return type(given) is type(right) and bool(given == right)
