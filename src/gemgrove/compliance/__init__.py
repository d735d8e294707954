"""Whether a bot keeps to the bot protocol: a suite of checks that explain themselves.

`gemgrove check-bot` prints what `examine` finds.
"""

from gemgrove.compliance.checks import Suite, examine
from gemgrove.compliance.finding import Finding

__all__ = ["Finding", "Suite", "examine"]
