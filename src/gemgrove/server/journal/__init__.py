"""The journal: what happened at every table, committed before anyone hears of it.

Many writers wait at once and a sync of the disk takes milliseconds, so that whoever waits is
committed together, each entry in a savepoint: one that is refused does not fail its neighbors.
"""

from gemgrove.server.journal.entry import (
    Change,
    Committed,
    Conflict,
    Entry,
    StoredEvent,
    StoredRequest,
    packed,
)
from gemgrove.server.journal.journal import (
    Journal,
    JournalClosedError,
    JournalFullError,
    NotStoredError,
)
from gemgrove.server.journal.listener import CommitListener
from gemgrove.server.journal.queries import StoredTable

__all__ = [
    "Change",
    "CommitListener",
    "Committed",
    "Conflict",
    "Entry",
    "Journal",
    "JournalClosedError",
    "JournalFullError",
    "NotStoredError",
    "StoredEvent",
    "StoredRequest",
    "StoredTable",
    "packed",
]
