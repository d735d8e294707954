"""What a conversation has to say. Whoever shows it decides how."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Kind = Literal["table", "note", "told", "answer", "heading", "entries", "refusal", "cover"]


class Line(NamedTuple):
    """Something to show, of one or several lines of text.

    `table` is the whole position; `note` what is to be decided in a further step of a turn; `told`
    a sentence of what happened; `answer` what a command has to say; `heading` and `entries`
    belong to a list; `refusal` is a sentence on what was mistyped or cannot be done, and has cost
    nothing; `cover` asks to clear all that can be seen, so that the next person finds no hand.
    """

    kind: Kind
    text: str = ""


def told(sentences: Iterable[str]) -> list[Line]:
    """Sentences of what happened."""
    return [Line("told", sentence) for sentence in sentences]


def refused(sentence: str) -> list[Line]:
    """A sentence on what cannot be done."""
    return [Line("refusal", sentence)]


def answered(text: str) -> list[Line]:
    """What a command has to say."""
    return [Line("answer", text)]
