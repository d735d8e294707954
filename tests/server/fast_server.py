"""A server with short intervals, which quickly takes over from another process."""

import sys
from functools import partial

from gemgrove.cli import main
from gemgrove.server import lifecycle
from gemgrove.server.background import BackgroundJobs
from gemgrove.server.background.jobs import Intervals
from gemgrove.server.bots.leases import SharedLeases

TERM_SECONDS = 1.5
PACE = Intervals(polling=0.5, still=1.0, pause=0.2)

if __name__ == "__main__":
    setattr(lifecycle, "leases_of", partial(SharedLeases, term=TERM_SECONDS))  # noqa: B010
    setattr(lifecycle, "BackgroundJobs", partial(BackgroundJobs, intervals=PACE))  # noqa: B010
    sys.exit(main())
