"""What the server does by itself: bots move, clocks run out, games are rated, and what nobody needs
any more is cleared away."""

from gemgrove.server.attending.attendants import Attendants, Pace
from gemgrove.server.attending.uptime import Uptime

__all__ = ["Attendants", "Pace", "Uptime"]
