"""The notation shared by all games: commands for moves, and words for positions."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeVar

from gemgrove.variant import FORM_ERRORS, NotationError, PositionError, shown

SEATS = ("p1", "p2", "p3", "p4")
"""The keys of the players in a position, counted from 1."""

_LONGEST = 2000  # a position has about 500 characters
_ALIKE = 0.5  # of a word's letters: `p4` is similar to `p3`, and `by` and `buy` to `b`
_LONGEST_WORD = 20  # the longest text that may be a mistyped word

_Read = TypeVar("_Read")
Commands = Mapping[str, tuple[str, Callable[[Sequence[str]], _Read]]]
"""By a command's first word: its form, and the function that reads its arguments."""


class UnknownCommandError(NotationError):
    """Raised for text without a known command; `guesses` are commands it may mean."""

    def __init__(self, text: str, guesses: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.guesses = tuple(guesses)


def read_command(
    text: str,
    commands: Commands[_Read],
    usage: str,
    meaning: Mapping[str, Sequence[str]] | None = None,
) -> _Read:
    """Read a command with its arguments; a `NotationError` says how to write it.

    `meaning` maps words that people might try to the commands they may mean.
    """
    if not isinstance(text, str):
        raise NotationError(f"{shown(text)} is not text. {usage}")
    words = text.lower().replace(",", " ").split()
    if not words:
        raise NotationError(f"The move is empty. {usage}")
    command, arguments = words[0], words[1:]
    if command not in commands:
        guesses = (meaning or {}).get(command) or nearest(command, commands)
        advice = _advice(guesses, arguments, commands) if guesses else usage
        problem = f"{shown(text)}: there is no command {shown(command)}. {advice}"
        raise UnknownCommandError(problem, guesses)
    form, read = commands[command]
    try:
        return read(arguments)
    except ValueError as error:
        raise NotationError(f"{shown(text)}: {error}. Write it as {form}.") from None


def nearest(word: str, known: Collection[str]) -> list[str]:
    """Return the known words most similar to a mistyped one, if any is similar enough."""
    if not 0 < len(word) <= _LONGEST_WORD:
        return []
    likeness = {other: SequenceMatcher(None, word, other).ratio() for other in known}
    best = max(likeness.values(), default=0.0)
    return [other for other, how in likeness.items() if how == best >= _ALIKE]


def _advice(guesses: Sequence[str], arguments: Sequence[str], commands: Commands[_Read]) -> str:
    """Suggest the only guess that fits the arguments, or list the forms of all guesses."""
    fitting = [guess for guess in guesses if _reads(commands[guess][1], arguments)]
    if len(fitting) == 1:
        return f"Perhaps you mean {' '.join([*fitting, *arguments])}."
    return f"Possible commands are {'; '.join(commands[guess][0] for guess in guesses)}."


def _reads(read: Callable[[Sequence[str]], _Read], arguments: Sequence[str]) -> bool:
    try:
        read(arguments)
    except ValueError:
        return False
    return True


class Words:
    """The notation of a game's positions: words `key=value` in a fixed order."""

    def __init__(
        self,
        forms: Mapping[str, tuple[str, str]],
        *,
        optional: Collection[str],
        write: Callable[[Mapping[str, Any]], Iterator[str | None]],
        read: Callable[[Mapping[str, str]], dict[str, Any]],
    ) -> None:
        """Define the words: `forms` has each word's pattern and what it must be.

        Words in `optional` may be missing. `write` yields the words for fields, without their keys,
        and None for one that is left out; `read` makes fields from words of the right form.
        """
        self._forms = {key: (re.compile(pattern), right) for key, (pattern, right) in forms.items()}
        self._optional = optional
        self._write = write
        self._read = read

    def to_text(self, fields: Mapping[str, Any]) -> str:
        """Write the position that fields describe, full or as a view shows it, as one line."""
        pairs = zip(self._forms, self._write(fields), strict=False)
        return " ".join(f"{key}={text}" for key, text in pairs if text is not None)

    def normalized(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Return fields of any origin in canonical form; a `PositionError` names an invalid one.

        The words say what each field must look like, so writing and reading them checks the form.
        """
        words: dict[str, str | None] = {}
        try:
            words.update(zip(self._forms, self._write(fields), strict=False))
        except FORM_ERRORS:
            key = list(self._forms)[len(words)]
            expected = self._forms[key][1]
            raise PositionError(f"The fields do not give {key}=; it must be {expected}.") from None
        present = {key: text for key, text in words.items() if text is not None}
        return self._read(self._checked(present))

    def from_text(self, line: str) -> dict[str, Any]:
        """Read fields that `to_text` wrote; a `PositionError` names a word that cannot be read."""
        if len(line) > _LONGEST:
            raise PositionError(f"The position has {len(line)} characters; {_LONGEST} are enough.")
        words: dict[str, str] = {}
        for word in line.split():
            key, equals, value = word.partition("=")
            if not equals or key not in self._forms:
                known = ", ".join(f"{name}=" for name in self._forms)
                raise PositionError(
                    f"{shown(word)} is not a word of a position; the words are {known}."
                )
            if key in words:
                raise PositionError(f"{key}= appears twice; it must appear once.")
            words[key] = value
        return self._read(self._checked(words))

    def _checked(self, words: dict[str, str]) -> dict[str, str]:
        for key, (pattern, expected) in self._forms.items():
            if key not in words:
                if key not in self._optional or (key == "p3" and "p4" in words):
                    raise PositionError(f"{key}= is missing; it must be {expected}.")
            elif pattern.fullmatch(words[key]) is None:
                raise PositionError(f"{key}={shown(words[key])} is wrong; it must be {expected}.")
        return words


def many(item: str, count: int | None = None, between: str = ",") -> str:
    """Return the pattern of a list of `count` items, or of at least one."""
    more = "*" if count is None else f"{{{count - 1}}}"
    return f"(?:{item})(?:{between}(?:{item})){more}"
