"""Background jobs: bots' moves, clocks, ratings, cleanup, polling."""

from gemgrove.server.background.jobs import BackgroundJobs, Intervals
from gemgrove.server.background.uptime import Uptime

__all__ = ["BackgroundJobs", "Intervals", "Uptime"]
