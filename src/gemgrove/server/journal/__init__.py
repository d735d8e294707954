"""The journal: the events of every table, committed before anyone hears of them.

Many writers wait at once and syncing the disk takes milliseconds, so waiting entries are committed
together, each in a savepoint: one that is refused does not fail its neighbors.
"""

from gemgrove.server.journal.entry import (
    Change,
    Committed,
    Conflict,
    Entry,
    StoredEvent,
    StoredRequest,
    StoredTable,
    packed,
)
from gemgrove.server.journal.journal import (
    Journal,
    JournalClosedError,
    JournalFullError,
    NotStoredError,
)
from gemgrove.server.journal.listener import CommitListener

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
