"""Preconditions that many commands share: the state of the table, and the sender's seat."""

import gemgrove as gg
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Seat, Table


def before_start(table: Table) -> None:
    """The game has not started."""
    if table.ended:
        raise Refused("game_over", "This table has ended.")
    if table.phase == "playing":
        raise Refused("already_started", "The game has started; seats are fixed from then on.")


def game_in_play(table: Table) -> gg.Game:
    """The game, which has started and not ended."""
    if table.ended:
        raise Refused("game_over", "The game is over.")
    if table.game is None:
        raise Refused("not_started", "The game has not started; everybody must be ready first.")
    return table.game


def seat_of_sender(table: Table, context: CommandContext) -> int:
    """The seat of the player who sent the command."""
    return seat_of_player(table, context.by)


def seat_of_player(table: Table, player: str | None) -> int:
    """The seat of a player, who must have one."""
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "Only players who are seated at this table can do that.")
    return seat


def seat_at(table: Table, number: int) -> Seat:
    """The seat of that number."""
    if not 0 <= number < table.players:
        raise Refused(
            "bad_seat", f"There is no seat {number}; the seats are 0 to {table.players - 1}."
        )
    return table.seats[number]


def free_seat(table: Table, wanted: int | None) -> int:
    """The wanted seat, or the first one, if it is free."""
    if wanted is not None:
        if not seat_at(table, wanted).free:
            raise Refused("seat_taken", f"Seat {wanted} is taken.")
        return wanted
    for number, seat in enumerate(table.seats):
        if seat.free:
            return number
    raise Refused("table_full", f"All {table.players} seats of this table are taken.")
