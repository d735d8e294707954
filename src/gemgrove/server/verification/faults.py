"""Faults found by verification."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault."""

    table: str | None
    """None: the fault concerns no single table."""
    seq: int | None
    """The event; None: the table as a whole."""
    sentence: str

    def __str__(self) -> str:
        if self.table is None:
            return self.sentence
        event = "" if self.seq is None else f", event {self.seq}"
        return f"Table {self.table}{event}: {self.sentence}"
