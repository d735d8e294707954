"""All that a client needs to draw a table as it stands, for one seat or those who look on."""

from typing import Any

import msgspec

from gemgrove.server.domain.table import Table
from gemgrove.wire import to_wire


def snapshot(table: Table, seat: int | None, *, credited: float = 0.0) -> dict[str, Any]:
    """The table as a seat (None: a spectator) may know it, as plain JSON."""
    return {
        "table": table.id,
        "last_seq": table.last_seq,
        "position": table.position_seq,
        "phase": table.phase,
        "archived": table.archived,
        "frozen": table.frozen,
        **_terms(table),
        "seats": seats(table),
        "seat": seat,
        "to_move": table.to_move,
        "clock": clock(table, credited),
        "undo": _offer(table),
        "rematch": {"wanted": sorted(table.rematch_wanted), "table": table.rematch},
        **_ending(table),
        "view": view(table, seat),
        "extras": extras(table),
        "legal": legal_moves(table, seat),
    }


def view(table: Table, seat: int | None) -> dict[str, Any] | None:
    """What lies on the table; None before the start."""
    return None if table.game is None else to_wire(table.game.view(seat))


def extras(table: Table) -> dict[str, Any]:
    """What the table shows beside the position, such as tokens that were just taken."""
    return {} if table.game is None else table.game.variant.extras(table.game)


def legal_moves(table: Table, seat: int | None) -> list[dict[str, Any]]:
    """The moves that a seat can make now; none for those who look on."""
    if seat is None or table.to_move != seat or table.game is None:
        return []
    own = table.game.view(seat)
    return [{"action": action, "move": own.move(action).text} for action in own.legal_actions()]


def seats(table: Table) -> list[dict[str, Any]]:
    """Who sits where."""
    return [
        {
            "seat": number,
            "player": seat.player,
            "name": seat.name or seat.bot,
            "bot": seat.bot,
            "ready": seat.ready,
            "gone": seat.gone,
        }
        for number, seat in enumerate(table.seats)
    ]


def clock(table: Table, credited: float = 0.0) -> dict[str, Any] | None:
    """Since when the seat to move thinks and until when it may; None without a clock."""
    if table.terms is None or table.terms.turn_seconds is None:
        return None
    return {
        "turn_seconds": table.terms.turn_seconds,
        "turn_began": table.turn_began if table.to_move is not None else None,
        "deadline": table.deadline(credited),
    }


def _terms(table: Table) -> dict[str, Any]:
    """What was agreed when the table was set up."""
    terms = table.terms
    if terms is None:
        return {}
    return {
        "game": terms.game,
        "players": terms.players,
        **terms.variant,
        "deal": {
            "kind": terms.deal.kind,
            "id": terms.deal.id,
            "commitment": terms.deal.commitment,
            "deck_knowable": not table.concealed,
        },
        "from": None if terms.origin is None else msgspec.to_builtins(terms.origin),
        "public": terms.public,
        "practice": terms.practice,
        "created": table.created_at,
    }


def _offer(table: Table) -> dict[str, Any] | None:
    offer = table.offer
    if offer is None:
        return None
    return {"seat": offer.seat, "to": offer.to, "agreed": sorted(offer.agreed)}


def _ending(table: Table) -> dict[str, Any]:
    """How it ended, once it has."""
    over = table.outcome
    outcome = None
    if over is not None:
        outcome = {
            "ending": over.ending,
            "scores": over.scores,
            "places": over.places,
            "winners": over.winners,
        }
    dealt = table.game.deal if table.game is not None and table.ended else None
    return {
        "outcome": outcome,
        "aborted": table.aborted,
        "secret": table.published_secret if table.ended else None,
        "dealt": dealt.id if dealt is not None else None,
    }
