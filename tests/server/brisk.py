"""A server that soon takes over what another one has begun: as it is, only faster."""

import sys
from functools import partial

from gemgrove.cli import main
from gemgrove.server import running
from gemgrove.server.attending import Attendants
from gemgrove.server.attending.attendants import Pace
from gemgrove.server.bots.leases import SharedLeases

TERM_SECONDS = 1.5
PACE = Pace(rounds=0.5, still=1.0, pause=0.2)

if __name__ == "__main__":
    setattr(running, "leases_of", partial(SharedLeases, term=TERM_SECONDS))  # noqa: B010
    setattr(running, "Attendants", partial(Attendants, pace=PACE))  # noqa: B010
    sys.exit(main())
