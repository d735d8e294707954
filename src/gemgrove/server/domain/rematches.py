"""Talking, and playing again.

A rematch needs all who have played to a result: also those who resigned or ran out of time, but not
those who left at no cost or are no more. Everybody moves up one seat, so that another begins where
the first seat does; bots keep playing, and other seats are free. Everybody says ready once more,
since every deal needs its own nonces. Where a game began in the middle of another one, the rematch
is one from the beginning, by a sealed deal.
"""

import msgspec

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.asking import seat_asking
from gemgrove.server.domain.commands import Occasion
from gemgrove.server.domain.events import Happening
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.seating import terms_of_deal
from gemgrove.server.domain.table import Table

LONGEST_SAYING = 500
"""In characters."""
MOST_SAID = 1_000
"""At one table."""


def say(table: Table, command: commands.Say, occasion: Occasion) -> list[Happening]:
    """Of a player at the table, or the server."""
    seat = None if occasion.by is None else seat_asking(table, occasion.by)
    text = command.text.strip()
    if not text or len(text) > LONGEST_SAYING or not text.isprintable():
        raise Refused(
            "bad_text", f"One says 1 to {LONGEST_SAYING} characters at once, on a single line."
        )
    if table.said >= MOST_SAID:
        raise Refused("too_much_said", f"At one table {MOST_SAID} things can be said.")
    return [events.Said(seat, text)]


def rematch(table: Table, command: commands.Rematch, occasion: Occasion) -> list[Happening]:
    """One who wants to; with the last one it is made."""
    if not table.ended:
        seat_asking(table, occasion.by)
        raise Refused("not_over", "A rematch can be asked for when the game is over.")
    players = {table.seats[seat].player: seat for seat in asked(table)}
    if occasion.by not in players:
        raise Refused("not_seated", "Only who has played at this table can do that.")
    seat = players[occasion.by]
    if table.rematch is not None:
        raise Refused("rematch_made", f"The rematch is at table {table.rematch}.")
    if seat in table.rematch_wanted:
        raise Refused("already_agreed", "You have asked for a rematch.")
    wanted = events.RematchWanted(seat)
    waiting = set(asked(table)) - table.rematch_wanted - {seat}
    return [wanted] if waiting else [wanted, events.Rematch(command.table)]


def asked(table: Table) -> list[int]:
    """The seats of those whom a rematch needs."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.player is not None and (seat.person or number in table.losers)
        if seat.gone != "withdrawn"
    ]


def rematched(table: Table, new: Table, *, deal: str | None = None) -> list[Happening]:
    """What happens first at the new table, which is `Table.begin` of its id and its secret.

    `deal` is the id of an open deal; None: where the deal was open, the same cards again.
    """
    assert table.terms is not None
    again = "sealed" if table.concealed else deal or table.terms.deal.id or ""
    happenings: list[Happening] = [
        msgspec.structs.replace(table.terms, deal=terms_of_deal(new, again), origin=None)
    ]
    players = asked(table)
    for number, seat in enumerate(table.seats):
        moved = (number - 1) % table.players
        if seat.player is not None and number in players:
            happenings.append(events.Joined(moved, seat.player, seat.name))
        elif seat.player is None and seat.bot is not None:
            happenings.append(events.BotAdded(moved, seat.bot))
    return happenings
