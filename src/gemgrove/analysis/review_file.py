"""Reviews as JSON: written whole, read strictly."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from gemgrove.analysis.review import Decision, Judgement, Review
from gemgrove.record import Record, RecordError, sentence
from gemgrove.variant import shown, whole

FORMAT = "gemgrove review"
VERSION = 1


class ReviewError(ValueError):
    """A review that cannot be read."""


def to_json(review: Review) -> str:
    """The review as JSON text, the record included."""
    found = asdict(review) | {"record": json.loads(review.record.to_json())}
    return json.dumps({"format": FORMAT, "version": VERSION} | found, indent=1)


def from_json(text: str) -> Review:
    """The review that `to_json` wrote; `ReviewError` says what is wrong with any other text."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReviewError(f"The review is not JSON: {error}.") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise ReviewError(f'This is no review: it has no "format": "{FORMAT}".')
    if whole(values.get("version")) != VERSION:
        raise ReviewError(
            f"The review's version is {shown(values.get('version'))}; "
            f"this program reads version {VERSION}."
        )
    return _read_review(_Fields(values, "The review"))


class _Fields:
    """An object of the review; `where` names it in errors."""

    def __init__(self, values: Mapping[str, Any], where: str) -> None:
        self._values = values
        self._where = where

    def wrong(self, name: str, expected: str) -> ReviewError:
        """The error for a field that is not as it must be."""
        return ReviewError(
            f"{self._where}: {name} is {shown(self._values.get(name))}; it must be {expected}."
        )

    def take(self, name: str, kind: type, expected: str) -> Any:
        """A field of this type."""
        value = self._values.get(name)
        if not isinstance(value, kind):
            raise self.wrong(name, expected)
        return value

    def inner(self, name: str) -> "_Fields | None":
        """A field that is an object or null."""
        if self._values.get(name) is None:
            return None
        return _Fields(self.take(name, dict, "an object or null"), f"{self._where}, {name}")

    def objects(self, name: str) -> list["_Fields"]:
        """A field that is a list of objects."""
        found = self.take(name, list, "a list of objects")
        if not all(isinstance(entry, dict) for entry in found):
            raise self.wrong(name, "a list of objects")
        return [
            _Fields(entry, f"{self._where}, {name} {number}")
            for number, entry in enumerate(found, 1)
        ]

    def count(self, name: str) -> int:
        """A field that is a whole number and not negative."""
        number = whole(self._values.get(name))
        if number is None or number < 0:
            raise self.wrong(name, "a whole number, 0 or more")
        return number

    def share(self, name: str) -> float:
        """A field that is a number from 0 to 1."""
        value: Any = self._values.get(name)
        if not _is_share(value):
            raise self.wrong(name, "a number from 0 to 1")
        return float(value)

    def shares(self, name: str, players: int) -> tuple[float, ...]:
        """A field with a number from 0 to 1 for each player."""
        found = self.take(name, list, "a list of numbers")
        if len(found) != players or not all(map(_is_share, found)):
            raise self.wrong(name, f"{players} numbers from 0 to 1")
        return tuple(map(float, found))

    def text(self, name: str) -> str:
        """A field that is a text."""
        found: str = self.take(name, str, "a text")
        return found

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that is a list of texts."""
        found = self.take(name, list, "a list of texts")
        if not all(isinstance(entry, str) for entry in found):
            raise self.wrong(name, "a list of texts")
        return tuple(found)


def _is_share(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 0 <= value <= 1


def _read_review(fields: _Fields) -> Review:
    try:
        record = Record.from_json(json.dumps(fields.take("record", dict, "a record")))
    except RecordError as error:
        raise ReviewError(f"The review's record cannot be read: {sentence(error)}") from error
    players = len(record.result.scores)
    found = tuple(_read_decision(entry, players) for entry in fields.objects("decisions"))
    made = list(enumerate(record.moves, 1))[: len(found)]
    if [(decision.number, decision.move) for decision in found] != made:
        raise ReviewError("The review's decisions are not those of its record.")
    return Review(record, fields.count("iterations"), found)


def _read_decision(fields: _Fields, players: int) -> Decision:
    judgement = fields.inner("judgement")
    seat = fields.count("seat")
    if seat >= players:
        raise fields.wrong("seat", f"below {players}")
    return Decision(
        number=fields.count("number"),
        turn=fields.count("turn"),
        seat=seat,
        move=fields.text("move"),
        choices=fields.count("choices"),
        judgement=None if judgement is None else _read_judgement(judgement, players),
    )


def _read_judgement(fields: _Fields, players: int) -> Judgement:
    return Judgement(
        before=fields.shares("before", players),
        after=fields.shares("after", players),
        best=fields.text("best"),
        line=fields.texts("line"),
        loss=fields.share("loss"),
        error=fields.share("error"),
    )
