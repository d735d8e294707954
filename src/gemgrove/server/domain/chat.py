"""Chat messages."""

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.decider import decides, seat_of
from gemgrove.server.domain.events import EventBody
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Table

MAX_MESSAGE_LENGTH = 500
"""In characters."""
MAX_MESSAGES = 1_000
"""Per table."""


@decides(commands.Say)
def say(table: Table, command: commands.Say, context: CommandContext) -> list[EventBody]:
    """Send a message from a seated player, or from the server."""
    seat = None if context.by is None else seat_of(table, context.by)
    text = command.text.strip()
    if not text or len(text) > MAX_MESSAGE_LENGTH or not text.isprintable():
        raise Refused(
            "bad_text", f"A message has 1 to {MAX_MESSAGE_LENGTH} characters, on a single line."
        )
    if table.said >= MAX_MESSAGES:
        raise Refused("too_much_said", f"A table has {MAX_MESSAGES} messages at most.")
    return [events.Said(seat, text)]
