"""Who waits to be committed, in lines that take turns."""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class WaitingFull(Exception):  # noqa: N818  (internal: it becomes a JournalFullError)
    """No more may wait."""


class Waiting(Generic[T]):
    """A bounded queue of lines. Every round takes one from each line, first come first served.

    The order within a line is kept; a long line delays the others by one item a round.
    """

    def __init__(self, limit: int, longest_line: int) -> None:
        """At most `limit` items wait, and at most `longest_line` of them in one line."""
        self._limit = limit
        self._longest_line = longest_line
        self._lines: dict[str, deque[T]] = {}
        self._waiting = 0

    def __len__(self) -> int:
        """How many wait."""
        return self._waiting

    def put(self, line: str, item: T) -> None:
        """Let an item wait at the end of its line; `WaitingFull` where it may not."""
        others = self._lines.get(line)
        if self._waiting >= self._limit or (others and len(others) >= self._longest_line):
            raise WaitingFull
        if others is None:
            self._lines[line] = deque([item])
        else:
            others.append(item)
        self._waiting += 1

    def take(self, most: int) -> list[T]:
        """Take up to so many, in turn."""
        taken: list[T] = []
        while self._lines and len(taken) < most:
            line = next(iter(self._lines))
            items = self._lines.pop(line)
            taken.append(items.popleft())
            if items:
                self._lines[line] = items  # behind all others
        self._waiting -= len(taken)
        return taken
