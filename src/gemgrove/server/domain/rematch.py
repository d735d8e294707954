"""Rematches.

A rematch needs everybody who played to a result, including players who resigned or ran out of time,
but not those who left at no cost or were deleted. Everybody moves up one seat, so another player
begins if the first seat does; bots keep playing, and other seats are free. Everybody must get ready
again, since every deal needs its own nonces. The rematch of a game that began in the middle of
another one begins from the start, with a sealed deal.
"""

import msgspec

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.decider import decides, seat_of
from gemgrove.server.domain.events import EventBody
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.setup import deal_terms
from gemgrove.server.domain.table import Table


@decides(commands.Rematch)
def rematch(table: Table, _command: commands.Rematch, context: CommandContext) -> list[EventBody]:
    if not table.ended:
        seat_of(table, context.by)
        raise Refused("not_over", "There is no rematch before the game is over.")
    players = {table.seats[seat].player: seat for seat in _needed(table)}
    if context.by not in players:
        raise Refused("not_seated", "Only players who played at this table can do that.")
    seat = players[context.by]
    if table.rematch is not None:
        raise Refused("rematch_made", f"The rematch is at table {table.rematch}.")
    if seat in table.rematch_wanted:
        raise Refused("already_agreed", "You have asked for a rematch already.")
    wanted = events.RematchWanted(seat)
    waiting = set(_needed(table)) - table.rematch_wanted - {seat}
    return [wanted] if waiting else [wanted, events.Rematch(context.new_table)]


def _needed(table: Table) -> list[int]:
    """Return the seats of the players who must agree to a rematch."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.player is not None and (seat.person or number in table.losers)
        if seat.gone != "withdrawn"
    ]


def rematched(table: Table, new: Table, *, deal: str | None = None) -> list[EventBody]:
    """Return the first events of the new table, given as a `Table` with only an id and a secret.

    `deal` is the id of an open deal; with None, an open deal deals the same cards again.
    """
    assert table.terms is not None
    again = "sealed" if table.concealed else deal or table.terms.deal.id or ""
    bodies: list[EventBody] = [
        msgspec.structs.replace(table.terms, deal=deal_terms(new, again), origin=None)
    ]
    players = _needed(table)
    for number, seat in enumerate(table.seats):
        moved = (number - 1) % table.players
        if seat.player is not None and number in players:
            bodies.append(events.Joined(moved, seat.player, seat.name))
        elif seat.player is None and seat.bot is not None:
            bodies.append(events.BotAdded(moved, seat.bot))
    return bodies
