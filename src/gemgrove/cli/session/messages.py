"""The messages of a session to its people; a user interface decides how to show them."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Kind = Literal["table", "note", "event", "answer", "heading", "entries", "refusal", "clear"]


class Message(NamedTuple):
    """Something to show, of one or several lines of text.

    `table` is the whole position; `note` asks for a further step of a turn; `event` is a sentence
    about what happened; `answer` is the output of a command; `heading` and `entries` make a list;
    `refusal` is a sentence about something that was mistyped or cannot be done, and costs nothing;
    `clear` asks to erase the screen, so that the next person sees nobody's hand.
    """

    kind: Kind
    text: str = ""


def events(sentences: Iterable[str]) -> list[Message]:
    """Sentences about what happened."""
    return [Message("event", sentence) for sentence in sentences]


def refusal(sentence: str) -> list[Message]:
    """A sentence about something that cannot be done."""
    return [Message("refusal", sentence)]


def answer(text: str) -> list[Message]:
    """The output of a command."""
    return [Message("answer", text)]
