"""Checking what a server has stored, or tells: every game decided again from its first event.

`log` checks a database, `public` one finished game by what its server tells everybody.
"""

from gemgrove.server.verifying.faults import Fault
from gemgrove.server.verifying.log import Report, verify
from gemgrove.server.verifying.source import Source

__all__ = ["Fault", "Report", "Source", "verify"]
