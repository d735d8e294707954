"""Departures: leaving, resigning, timing out; and the ends that the server decides.

Before their first move players leave at no cost: with two players, or without another person, the
table is aborted; else a bot plays on in that seat as if it had always sat there. After that move
they have lost: a single remaining player wins; with more of them, a bot plays on, and the player
who left is ranked last whatever happens to the seat. If no person is left, nobody plays on: the
others share the win.

A resignation, a time-out and a deletion differ only in name.
"""

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.decider import decides, game_in_play, seat_at, seat_of
from gemgrove.server.domain.events import EventBody
from gemgrove.server.domain.ranking import given_up
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.setup import leave_before_start
from gemgrove.server.domain.table import DEPARTURES, Table

MAX_REASON_LENGTH = 200
_TWO = 2
_Departure = events.Left | events.Resigned | events.TimedOut | events.Withdrawn


@decides(commands.Leave)
def leave(table: Table, _command: commands.Leave, context: CommandContext) -> list[EventBody]:
    seat = seat_of(table, context.by)
    if table.phase == "playing" and table.has_moved(seat):
        raise Refused(
            "resign_instead", "You have made a move, so leaving loses the game; resign to do so."
        )
    return _departed(table, events.Left(seat), context)


@decides(commands.Resign)
def resign(table: Table, _command: commands.Resign, context: CommandContext) -> list[EventBody]:
    seat = seat_of(table, context.by)
    game_in_play(table)
    return _departed(table, events.Resigned(seat), context)


@decides(commands.TimeOut)
def time_out(table: Table, _command: commands.TimeOut, context: CommandContext) -> list[EventBody]:
    """Record that the seat to move is out of time. A move that came before this was in time."""
    seat = game_in_play(table).to_move
    deadline = table.deadline(context.credited)
    if deadline is None:
        raise Refused("no_clock", f"There is no clock for the turn of player {seat + 1}.")
    if context.now < deadline:
        left = deadline - context.now
        raise Refused("time_left", f"Player {seat + 1} has {left:.1f} seconds left.")
    return _departed(table, events.TimedOut(seat), context)


@decides(commands.Withdraw)
def withdraw(table: Table, command: commands.Withdraw, context: CommandContext) -> list[EventBody]:
    return _departed(table, events.Withdrawn(seat_of(table, command.player)), context)


@decides(commands.TakeOver)
def take_over(
    table: Table, command: commands.TakeOver, _context: CommandContext
) -> list[EventBody]:
    game_in_play(table)
    if seat_at(table, command.seat).person:
        raise Refused("no_bot_there", f"There is no bot in seat {command.seat}.")
    return [events.TakenOver(command.seat, command.bot)]


@decides(commands.Abort)
def abort(table: Table, command: commands.Abort, _context: CommandContext) -> list[EventBody]:
    if table.ended:
        raise Refused("game_over", "This table has ended.")
    return [events.Aborted(command.why[:MAX_REASON_LENGTH], table.published_secret)]


@decides(commands.Archive)
def archive(table: Table, _command: commands.Archive, _context: CommandContext) -> list[EventBody]:
    if table.ended:
        return [events.Archived()]
    abandoned = "Nobody has done anything here for a long time."
    return [events.Aborted(abandoned, table.published_secret), events.Archived()]


def _departed(table: Table, departure: _Departure, context: CommandContext) -> list[EventBody]:
    seat = departure.seat
    if table.phase != "playing":
        return leave_before_start(table, seat)
    others = [other for other in table.persons() if other != seat]
    stand_in = events.TakenOver(seat, context.stand_in)
    if not table.has_moved(seat):
        if others and table.players > _TWO:
            return [departure, stand_in]
        why = f"Player {seat + 1} left before their first move."
        return [departure, events.Aborted(why, table.published_secret)]
    contenders = set(range(table.players)).difference(table.losers, [seat])
    if others and len(contenders) > 1:
        return [departure, stand_in]
    return [departure, given_up(table, DEPARTURES[type(departure)], seat)]
