"""Records: games as values that can be saved as JSON, loaded, replayed and verified."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gemgrove.atomic_write import write_atomically
from gemgrove.variant import IllegalMove, Variant, shown

if TYPE_CHECKING:
    from gemgrove.game import Game

FORMAT = "gemgrove record"
VERSION = 1


class RecordError(ValueError):
    """Raised for a record that cannot be read or replayed, or does not lead to its result."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game, or its standing if it was not finished."""

    ending: str | None
    """`finished`, `dead end` or `turn limit`; None for a game that was not finished."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def __str__(self) -> str:
        scores, winners = (", ".join(map(str, part)) for part in (self.scores, self.winners))
        ending = "not finished" if self.ending is None else shown(self.ending)
        return f"{ending} (scores: {scores}; winning seats: {winners or 'none'})"


@dataclass(frozen=True, slots=True)
class Record:
    """A game's rules, its deal or starting position, its moves in notation, and its result."""

    game: str
    variant: Mapping[str, Any] = field(hash=False)
    encoding: Mapping[str, int] = field(hash=False)
    deal: str | None
    position: str | None
    moves: tuple[str, ...]
    result: Result
    names: tuple[str, ...] = field(default=())
    """The players' names by seat; empty if they are not known."""

    def __post_init__(self) -> None:
        if (self.deal is None) == (self.position is None):
            raise RecordError("A record has a deal or a position, and not both.")

    def to_json(self) -> str:
        """Return the record as JSON text, which `from_json` reads."""
        # Field by field, because `asdict` would copy every move.
        values = {part.name: getattr(self, part.name) for part in fields(self)}
        values |= {"result": asdict(self.result)}
        return json.dumps({"format": FORMAT, "version": VERSION} | values, indent=1)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record to a file; an existing file is replaced completely or not at all."""
        write_atomically(path, f"{self.to_json()}\n".encode())

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Record":
        """Load a record that `save` wrote; raise a `RecordError` if the file is not one."""
        try:
            text = Path(path).read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise RecordError(f"The file {path} is not a record: it is not UTF-8 text.") from error
        return cls.from_json(text)

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """Read a record that `to_json` wrote, strictly. The moves are checked only by `replay`."""
        if not isinstance(text, str):
            raise TypeError(f"A record in JSON is text, not {shown(text)}.")
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"The record is not JSON: {error}.") from None
        if not isinstance(values, dict) or values.get("format") != FORMAT:
            raise RecordError(f'This is not a record: it has no "format": "{FORMAT}".')
        if not _is_number(values.get("version")) or values["version"] != VERSION:
            raise RecordError(
                f"The record's version is {shown(values.get('version'))}; "
                f"this program reads version {VERSION}."
            )
        return _read(cls, values)

    def replay(self) -> "Game[Any]":
        """Replay the game move by move and return it; a `RecordError` names a move that fails."""
        from gemgrove.game import replay

        return replay(self)

    def verify(self) -> None:
        """Replay the game and raise a `RecordError` if its result is not the recorded one."""
        game = self.replay()
        found = Result(game.ending, tuple(game.scores), tuple(game.winners))
        if found != self.result:
            raise RecordError(f"The record says {self.result}, but its moves lead to {found}.")

    def checked_variant(self, kind: type[Variant]) -> Variant:
        """Return the variant; raise a `RecordError` if this program's encodings differ."""
        for name in {**kind.encoding, **self.encoding}:
            made, known = self.encoding.get(name), kind.encoding.get(name)
            if made != known:
                raise RecordError(
                    f"The record was made with version {made} of the encoding {shown(name)}; "
                    f"this program has version {known}."
                )
        try:
            variant = kind.from_dict(self.variant)
        except ValueError as error:
            raise RecordError(f"The record's rules cannot be read: {sentence(error)}") from error
        if len(self.names) not in (0, variant.rules.players):
            raise RecordError(
                f"The record has {len(self.names)} names for {variant.rules.players} players."
            )
        return variant

    def play_on(self, game: "Game") -> None:
        """Play the record's moves in a game that is at the record's starting position."""
        for number, text in enumerate(self.moves, 1):
            try:
                game.play(game.variant.parse(text))
            except IllegalMove as error:
                raise RecordError(f"Move {number} of the record, {shown(text)}: {error}") from error


def sentence(error: ValueError) -> str:
    """Return an error's message, ending in a full stop."""
    text = str(error)
    return text if text.endswith(".") else f"{text}."


def _read(cls: type[Record], values: Mapping[str, Any]) -> Record:
    def take(name: str, kind: type | tuple[type, ...], what: str) -> Any:
        value = values.get(name)
        if not isinstance(value, kind):
            raise RecordError(f"The record's {name} is {shown(value)}; it must be {what}.")
        return value

    def texts(name: str) -> tuple[str, ...]:
        found = take(name, list, "a list of texts")
        if not all(isinstance(text, str) for text in found):
            raise RecordError(f"The record's {name} must all be texts.")
        return tuple(found)

    nothing = type(None)
    encoding = take("encoding", dict, "an object")
    if not all(map(_is_number, encoding.values())):
        raise RecordError("The versions in the record's encoding must be numbers.")
    return cls(
        game=take("game", str, "the name of a game"),
        variant=take("variant", dict, "an object"),
        encoding=encoding,
        deal=take("deal", (str, nothing), "a deal's id or null"),
        position=take("position", (str, nothing), "a position or null"),
        moves=texts("moves"),
        result=_read_result(take("result", dict, "an object")),
        names=texts("names"),
    )


def _read_result(values: Mapping[str, Any]) -> Result:
    ending, scores, winners = (values.get(name) for name in ("ending", "scores", "winners"))
    if not isinstance(ending, str | None):
        raise RecordError(f"The result's ending is {shown(ending)}; it must be a text or null.")
    for name, numbers in (("scores", scores), ("winners", winners)):
        if not isinstance(numbers, list) or not all(map(_is_number, numbers)):
            raise RecordError(
                f"The result's {name} is {shown(numbers)}; it must be a list of numbers."
            )
    return Result(ending, tuple(scores or ()), tuple(winners or ()))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
