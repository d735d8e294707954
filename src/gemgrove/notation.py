"""The notation of every game: the commands of moves and the words of positions."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeVar

from gemgrove.variant import FORM_ERRORS, NotationError, PositionError, shown

SEATS = ("p1", "p2", "p3", "p4")
"""The players of a position, who count from 1."""

_LONGEST = 2000  # a position has about 500 characters
_ALIKE = 0.5  # of a word's letters, so that `p4` is like `p3`, and `by` and `buy` are like `b`
_LONGEST_WORD = 20  # of one that might be a word mistyped

_Read = TypeVar("_Read")
Commands = Mapping[str, tuple[str, Callable[[Sequence[str]], _Read]]]
"""By its first word, how a move is written and what reads the words after it."""


class UnknownCommandError(NotationError):
    """Text that begins with no command of the game; `guesses` are those that it may mean."""

    def __init__(self, text: str, guesses: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.guesses = tuple(guesses)


def read_command(
    text: str,
    commands: Commands[_Read],
    usage: str,
    meaning: Mapping[str, Sequence[str]] | None = None,
) -> _Read:
    """Run a command on its arguments; a `NotationError` says how to write it.

    `meaning` has words that are no commands, but which people might try, with those they mean.
    """
    if not isinstance(text, str):
        raise NotationError(f"{shown(text)} is no text. {usage}")
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
    """The known words that are most like a mistyped one; none where none is like it."""
    if not 0 < len(word) <= _LONGEST_WORD:
        return []
    likeness = {other: SequenceMatcher(None, word, other).ratio() for other in known}
    best = max(likeness.values(), default=0.0)
    return [other for other, how in likeness.items() if how == best >= _ALIKE]


def _advice(guesses: Sequence[str], arguments: Sequence[str], commands: Commands[_Read]) -> str:
    """A suggestion: the text with the only command that fits it, or the form of each guess."""
    fitting = [guess for guess in guesses if _reads(commands[guess][1], arguments)]
    if len(fitting) == 1:
        return f"Perhaps you mean {' '.join([*fitting, *arguments])}."
    return f"Possible are {'; '.join(commands[guess][0] for guess in guesses)}."


def _reads(read: Callable[[Sequence[str]], _Read], arguments: Sequence[str]) -> bool:
    try:
        read(arguments)
    except ValueError:
        return False
    return True


class Words:
    """The notation of a game's positions: words `key=value`, in the order they are written in."""

    def __init__(
        self,
        forms: Mapping[str, tuple[str, str]],
        *,
        optional: Collection[str],
        write: Callable[[Mapping[str, Any]], Iterator[str | None]],
        read: Callable[[Mapping[str, str]], dict[str, Any]],
    ) -> None:
        """`forms` has the pattern of each word and what it must be; `optional` ones may be missing.

        `write` makes the words of fields, without their keys and None for one that is left out;
        `read` makes fields of words that have the right form.
        """
        self._forms = {key: (re.compile(pattern), right) for key, (pattern, right) in forms.items()}
        self._optional = optional
        self._write = write
        self._read = read

    def to_text(self, fields: Mapping[str, Any]) -> str:
        """The position that fields describe, a full one or that of a view, as one line."""
        pairs = zip(self._forms, self._write(fields), strict=False)
        return " ".join(f"{key}={text}" for key, text in pairs if text is not None)

    def normalized(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Fields of any origin in their usual form; `PositionError` names one that is wrong.

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
        """The fields that `to_text` wrote; `PositionError` names the word that cannot be read."""
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
                raise PositionError(f"{key}= is there twice; it must be there once.")
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
    """The pattern of a list of items: so many, or one and more."""
    more = "*" if count is None else f"{{{count - 1}}}"
    return f"(?:{item})(?:{between}(?:{item})){more}"
