"""What is wrong, and where."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not as it should be."""

    table: str | None
    """None: of no table."""
    seq: int | None
    """Of the event; None: of the table as a whole."""
    sentence: str

    def __str__(self) -> str:
        if self.table is None:
            return self.sentence
        event = "" if self.seq is None else f", event {self.seq}"
        return f"Table {self.table}{event}: {self.sentence}"
