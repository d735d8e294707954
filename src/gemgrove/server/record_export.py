"""A finished table as a record: what `gemgrove replay` reads, with what a server adds to it."""

import json
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from gemgrove.server.domain import Table
from gemgrove.server.domain.events import Origin
from gemgrove.server.domain.table import Departure

ExportedRecord = Annotated[
    dict[str, Any], Meta(description="A record for `gemgrove replay`, with the member `server`.")
]


class SeatRecord(Struct, frozen=True):
    """The occupant of a seat."""

    player: str | None
    bot: str | None
    gone: Departure | None


class SealedRecord(Struct, frozen=True):
    """Proves that the cards of a sealed deal were fixed beforehand."""

    commitment: str | None
    secret: str | None
    nonces: list[str]


class PositionRecord(Struct, frozen=True):
    """Proves that the position was fixed beforehand in which the game began."""

    commitment: str | None
    secret: str | None
    origin: Origin = field(name="from")


class ServerRecord(Struct, frozen=True, kw_only=True):
    """The server's part of a record: how the game ended at the table."""

    table: str
    ending: str | None
    aborted: bool
    scores: list[int] | None
    places: list[int] | None
    winners: list[int] | None
    seats: list[SeatRecord]
    sealed: SealedRecord | None
    position: PositionRecord | None


def exported(table: Table) -> dict[str, Any]:
    """The game as played, undone turns left out."""
    assert table.game is not None
    assert table.terms is not None
    names = [seat.name or seat.bot or "" for seat in table.seats]
    record: dict[str, Any] = json.loads(table.game.record(names=names).to_json())
    outcome, origin = table.outcome, table.terms.origin
    commitment, secret = table.terms.deal.commitment, table.published_secret
    server = ServerRecord(
        table=table.id,
        ending=table.aborted if outcome is None else outcome.ending,
        aborted=outcome is None,
        scores=None if outcome is None else outcome.scores,
        places=None if outcome is None else outcome.places,
        winners=None if outcome is None else outcome.winners,
        seats=[SeatRecord(seat.player, seat.bot, seat.gone) for seat in table.seats],
        sealed=SealedRecord(commitment, secret, [seat.nonce for seat in table.seats])
        if table.sealed
        else None,
        position=None if origin is None else PositionRecord(commitment, secret, origin),
    )
    record["server"] = msgspec.to_builtins(server)
    return record
