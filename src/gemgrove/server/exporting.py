"""A finished table as a record: what `gemgrove replay` reads, with what a server adds to it."""

import json
from typing import Any

import msgspec

from gemgrove.server.domain import Table


def exported(table: Table) -> dict[str, Any]:
    """The game as played, undone turns left out; `server` tells how it ended at the table.

    Of a sealed deal it has all that shows that the cards were fixed beforehand: the commitment
    that was published first, the secret, and the nonces that the players added. Of a game that
    began in the middle of another one it has the same, and which one that was.
    """
    assert table.game is not None
    names = [seat.name or seat.bot or "" for seat in table.seats]
    record: dict[str, Any] = json.loads(table.game.record(names=names).to_json())
    outcome = table.outcome
    assert table.terms is not None
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
        "sealed": None
        if not table.sealed
        else {
            "commitment": table.terms.deal.commitment,
            "secret": table.published_secret,
            "nonces": [seat.nonce for seat in table.seats],
        },
        "position": None
        if table.terms.origin is None
        else {
            "commitment": table.terms.deal.commitment,
            "secret": table.published_secret,
            "from": msgspec.to_builtins(table.terms.origin),
        },
    }
    return record
