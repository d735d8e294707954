"""What many commands begin with: whether the table stands as they need it, and who asks."""

import gemgrove as gg
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Seat, Table


def open_for_seating(table: Table) -> None:
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


def seat_asking(table: Table, player: str | None) -> int:
    """Where the one who asks sits."""
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "Only who has a seat at this table can do that.")
    return seat


def seat_named(table: Table, seat: int) -> Seat:
    """The seat of a number that came with a command."""
    if not 0 <= seat < table.players:
        raise Refused(
            "bad_seat", f"There is no seat {seat}; the seats are 0 to {table.players - 1}."
        )
    return table.seats[seat]


def free_seat(table: Table, wanted: int | None) -> int:
    """The seat that is wanted, or the first, if it is free."""
    if wanted is not None:
        if not seat_named(table, wanted).free:
            raise Refused("seat_taken", f"Seat {wanted} is taken.")
        return wanted
    for number, seat in enumerate(table.seats):
        if seat.free:
            return number
    raise Refused("table_full", f"All {table.players} seats of this table are taken.")


def server_alone(player: str | None) -> None:
    """It is the server that asks."""
    if player is not None:
        raise Refused("server_only", "Only the server itself does that.")
