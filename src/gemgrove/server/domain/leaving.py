"""Going before the game has ended.

Before the first move of one's own it costs nothing: with two players, or where no other person is
left, the table is aborted; else a bot plays on in that seat as if it had always sat there. After
that move one has given up: who is left alone has won, and as long as there are more, a bot plays
on and whoever gave up is last, whatever becomes of the seat. Where no person is left, nobody plays
on: the others share the win.

A resignation, a time-out and a deletion differ in nothing but their names.
"""

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.asking import game_in_play, seat_asking, seat_named, server_alone
from gemgrove.server.domain.commands import Occasion
from gemgrove.server.domain.events import Happening
from gemgrove.server.domain.outcomes import given_up
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.seating import leave_before_start
from gemgrove.server.domain.table import Table

LONGEST_WHY = 200
_TWO = 2


def leave(table: Table, _command: commands.Leave, occasion: Occasion) -> list[Happening]:
    """Without a loss, and only where there is none."""
    seat = seat_asking(table, occasion.by)
    if table.phase != "playing":
        return leave_before_start(table, seat)
    if table.has_moved(seat):
        raise Refused(
            "resign_instead", "You have made a move, so leaving loses the game; resign to do so."
        )
    return _gone(table, seat, events.Left(seat), "left", occasion)


def resign(table: Table, _command: commands.Resign, occasion: Occasion) -> list[Happening]:
    """Give up."""
    seat = seat_asking(table, occasion.by)
    game_in_play(table)
    return _gone(table, seat, events.Resigned(seat), "resigned", occasion)


def time_out(table: Table, _command: commands.TimeOut, occasion: Occasion) -> list[Happening]:
    """The time of the seat to move is up. A move that comes before this was in time."""
    server_alone(occasion.by)
    seat = game_in_play(table).to_move
    deadline = table.deadline(occasion.credited)
    if deadline is None:
        raise Refused("no_clock", f"There is no clock for the turn of player {seat + 1}.")
    if occasion.now < deadline:
        left = deadline - occasion.now
        raise Refused("time_left", f"Player {seat + 1} has {left:.1f} seconds left.")
    return _gone(table, seat, events.TimedOut(seat), "timed out", occasion)


def withdraw(table: Table, command: commands.Withdraw, occasion: Occasion) -> list[Happening]:
    """A player is no more."""
    server_alone(occasion.by)
    seat = seat_asking(table, command.player)
    if table.phase != "playing":
        return leave_before_start(table, seat)
    return _gone(table, seat, events.Withdrawn(seat), "withdrawn", occasion)


def take_over(table: Table, command: commands.TakeOver, occasion: Occasion) -> list[Happening]:
    """Another bot, where the one that plays is not allowed any more."""
    server_alone(occasion.by)
    game_in_play(table)
    if seat_named(table, command.seat).person:
        raise Refused("no_bot_there", f"There is no bot in seat {command.seat}.")
    return [events.TakenOver(command.seat, command.bot)]


def abort(table: Table, command: commands.Abort, occasion: Occasion) -> list[Happening]:
    """The host ends it."""
    server_alone(occasion.by)
    if table.ended:
        raise Refused("game_over", "This table has ended.")
    return [events.Aborted(command.why[:LONGEST_WHY], table.published_secret)]


def archive(table: Table, _command: commands.Archive, occasion: Occasion) -> list[Happening]:
    """Nobody cares for it any more."""
    server_alone(occasion.by)
    if table.ended:
        return [events.Archived()]
    abandoned = "Nobody has done anything here for a long time."
    return [events.Aborted(abandoned, table.published_secret), events.Archived()]


def _gone(
    table: Table, seat: int, leaving: Happening, how: str, occasion: Occasion
) -> list[Happening]:
    others = [other for other in table.persons() if other != seat]
    stand_in = events.TakenOver(seat, occasion.stand_in)
    if not table.has_moved(seat):
        if others and table.players > _TWO:
            return [leaving, stand_in]
        why = f"Player {seat + 1} went before their first move."
        return [leaving, events.Aborted(why, table.published_secret)]
    contenders = [other for other in table.contenders() if other != seat]
    if others and len(contenders) > 1:
        return [leaving, stand_in]
    return [leaving, given_up(table, how, seat)]
