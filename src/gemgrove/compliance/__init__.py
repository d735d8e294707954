"""Checks of a bot against the bot protocol, which explain what is wrong.

`gemgrove check-bot` prints what `examine` finds, or `examine_engine_bot` for a bot of another
Arboretum engine.
"""

from gemgrove.compliance.checks import Finding, Suite, examine
from gemgrove.compliance.engine_checks import examine_engine_bot

__all__ = ["Finding", "Suite", "examine", "examine_engine_bot"]
