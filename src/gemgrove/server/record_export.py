"""Exports a finished table as a record for `gemgrove replay`, with a server's additions."""

import json
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gemgrove.server.domain import Table

ExportedRecord = Annotated[
    dict[str, Any], Meta(description="A record for `gemgrove replay`, with the member `server`.")
]


def exported(table: Table) -> dict[str, Any]:
    """Return the game as played, without undone turns. `server` tells how it ended at the table."""
    assert table.game is not None
    assert table.terms is not None
    names = [seat.name or seat.bot or "" for seat in table.seats]
    record: dict[str, Any] = json.loads(table.game.record(names=names).to_json())
    outcome, origin = table.outcome, table.terms.origin
    # Proves that the cards, or the position in which the game began, were fixed beforehand.
    proof = {"commitment": table.terms.deal.commitment, "secret": table.published_secret}
    record["server"] = {
        "table": table.id,
        "ending": table.aborted if outcome is None else outcome.ending,
        "aborted": outcome is None,
        "scores": None if outcome is None else outcome.scores,
        "places": None if outcome is None else outcome.places,
        "winners": None if outcome is None else outcome.winners,
        "seats": [
            {"player": seat.player, "bot": seat.bot, "gone": seat.gone} for seat in table.seats
        ],
        "sealed": {**proof, "nonces": [seat.nonce for seat in table.seats]}
        if table.sealed
        else None,
        "position": None if origin is None else {**proof, "from": msgspec.to_builtins(origin)},
    }
    return record
