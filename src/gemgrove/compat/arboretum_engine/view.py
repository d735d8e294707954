"""What a player of that engine receives in play, read as a `View` and written from one.

The deck is a count, and the cards of the opponent that the player does not know are null. Which of
one's own cards the opponent knows is not told, so a view that is read shows none of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gemgrove.compat.arboretum_engine import reading
from gemgrove.compat.arboretum_engine.moves import EngineMove, move_json, read_previous
from gemgrove.compat.arboretum_engine.reading import PLAYERS, Source
from gemgrove.compat.arboretum_engine.shapes import FormatError
from gemgrove.compat.arboretum_engine.state import check_game
from gemgrove.compat.arboretum_engine.table import (
    CARDS,
    PHASES,
    Names,
    Table,
    card_facts,
    check_counts,
    read_side,
    side_values,
    sub_turn_of,
    turn_facts,
)
from gemgrove.game import View

OWN = Names("hand", "discard", "playArea")
OTHER = Names("opponentHand", "opponentDiscard", "opponentPlayArea")
NEEDED = (*OWN, *OTHER, "activeTurn", "deck", "subTurn")
"""The fields that the view itself needs; `turn` and `previousTurn` may be missing."""


@dataclass(frozen=True, slots=True)
class ImportedView:
    """A view that was read, and what was odd about it."""

    view: View
    warnings: tuple[str, ...]
    previous: EngineMove | None
    """The move before, as it was told."""


def read_view(source: Source, *, seat: int = 0) -> ImportedView:
    """The view of the player who was sent this: JSON text, or what it has been parsed to.

    The engine does not say which seat that is; it is the first unless told otherwise.
    """
    if seat not in range(PLAYERS):
        raise ValueError(f"There is no seat {seat}; seats are 0 and 1.")
    values = reading.parsed(source, "player's view")
    own = read_side(values, OWN)
    other = read_side(values, OTHER, hidden=True)
    active = reading.truth(reading.field(values, "activeTurn"), "activeTurn")
    table = Table(
        (own, other) if seat == 0 else (other, own),
        deck=reading.whole(reading.field(values, "deck"), "deck", 0, len(CARDS)),
        to_move=seat if active else 1 - seat,
        sub_turn=reading.whole(reading.field(values, "subTurn"), "subTurn", 0, len(PHASES) - 1),
    )
    previous = read_previous(values.get("previousTurn"), "previousTurn")
    check_counts(table)
    facts = card_facts(table)
    if facts:
        raise FormatError(" ".join(facts))
    warnings = turn_facts(table, values)
    variant, position = table.position()
    return ImportedView(View(variant, position, seat, []), tuple(warnings), previous)


def write_view(
    view: View, *, previous: EngineMove | None = None, opponent: str = "opponent"
) -> Mapping[str, Any]:
    """A player's view as that engine sends it; `previous` is the move before (`last_move`)."""
    check_game(view)
    if view.seat is None:
        raise ValueError("A spectator's view is none of a player's.")
    fields = view.variant.fields(view)
    own, other = fields["players"][view.seat], fields["players"][1 - view.seat]
    return {
        "activeTurn": view.to_move == view.seat,
        "deck": len(fields["deck"]),
        **side_values(own, OWN),
        **side_values(other, OTHER),
        "turn": fields["turns"],
        "subTurn": sub_turn_of(fields["phase"]),
        "previousTurn": {
            "move": False if previous is None else move_json(previous),
            "metaData": False,
        },
        "showPreviousTurn": previous is not None,
        "opponent": opponent,
    }
