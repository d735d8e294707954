"""The arena: bots play each other, every deal from every seat, and are rated.

`Run` plays the games of a `Plan` and saves each one in a file; `Results` reads such a file, and
`summarize` computes its statistics.
"""

from gemgrove.arena.outcome import GameOutcome, SeatOutcome
from gemgrove.arena.results import Block, Results
from gemgrove.arena.run import Plan, Run
from gemgrove.arena.run_file import RunFileError
from gemgrove.arena.settings import Bot, Settings, SettingsError
from gemgrove.arena.standings import Summary, summarize

__all__ = [
    "Block",
    "Bot",
    "GameOutcome",
    "Plan",
    "Results",
    "Run",
    "RunFileError",
    "SeatOutcome",
    "Settings",
    "SettingsError",
    "Summary",
    "summarize",
]
