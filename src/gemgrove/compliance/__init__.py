"""Check whether a bot follows the bot protocol, and explain what is wrong.

`gemgrove check-bot` prints the findings of `examine` or, for a bot of another Arboretum engine, of
`examine_engine_bot`.
"""

from gemgrove.compliance.checks import Finding, Suite, examine
from gemgrove.compliance.engine_checks import examine_engine_bot

__all__ = ["Finding", "Suite", "examine", "examine_engine_bot"]
