"""Verifies a server's games: every command is decided again from the first event on.

`log` checks a database, `public_game` a finished game from its public events, `record` a record.
"""

from gemgrove.server.verification.log import Report, verify
from gemgrove.server.verification.reader import DatabaseReader
from gemgrove.server.verification.replay import Fault

__all__ = ["DatabaseReader", "Fault", "Report", "verify"]
