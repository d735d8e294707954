"""Moves as that engine writes them, and as ours.

0, 1, 2                                  draw: the deck, one's own pile, the opponent's
{"card": ["J", 3], "coord": [-1, 0]}     plant, which for us are two decisions: pick and plant
["O", 3]                                 discard
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from gemgrove.arboretum.cards import Card as OwnCard
from gemgrove.arboretum.moves import Move as OwnMove
from gemgrove.compat.arboretum_engine import reading
from gemgrove.compat.arboretum_engine.conversion import card_to_json
from gemgrove.compat.arboretum_engine.shapes import Card, Cell, FormatError
from gemgrove.game import Game
from gemgrove.variant import shown

DECK, OWN_PILE, OTHER_PILE = range(3)


class Planted(NamedTuple):
    """A card that was planted, and where."""

    card: Card
    coord: Cell


EngineMove: TypeAlias = int | Planted | Card
"""A move of that engine: a draw, a plant or a discard."""


def read_move(value: Any, place: str) -> EngineMove:
    """The move that a JSON value is."""
    if isinstance(value, Mapping):
        card = reading.card(reading.field(value, "card", f"{place}."), f"{place}.card")
        coord = reading.field(value, "coord", f"{place}.")
        return Planted(card, reading.cell(coord, f"{place}.coord"))
    if isinstance(value, list | tuple):
        return reading.card(value, place)
    # False is no draw from the deck, although Python finds it equal to 0.
    if isinstance(value, int) and not isinstance(value, bool):
        return reading.whole(value, place, DECK, OTHER_PILE)
    raise FormatError(
        f"{place} is {shown(value)}; a move is 0, 1 or 2 for a draw, "
        '{"card": ["J", 3], "coord": [-1, 0]} for a plant or ["O", 3] for a discard.'
    )


def read_previous(value: Any, place: str) -> EngineMove | None:
    """The move that `previousTurn` tells of; None where it is false, for there was none.

    In the full state it is the move itself, in a player's view `{"move": ..., "metaData": ...}`.
    """
    if isinstance(value, Mapping) and "move" in value:
        value, place = value["move"], f"{place}.move"
    return None if value is False or value is None else read_move(value, place)


def move_json(move: EngineMove) -> Any:
    """A move as JSON has it."""
    if isinstance(move, Planted):
        return {"card": card_to_json(move.card), "coord": list(move.coord)}
    return move if isinstance(move, int) else card_to_json(move)


def to_own(move: EngineMove, seat: int) -> list[OwnMove]:
    """Our decisions for a move that a seat makes."""
    if isinstance(move, Planted):
        return [
            OwnMove("pick", card=OwnCard(*move.card)),
            OwnMove("plant", cell=move.coord),
        ]
    if isinstance(move, int):
        return [OwnMove("draw", seat=(None, seat, 1 - seat)[move])]
    return [OwnMove("discard", card=OwnCard(*move))]


def from_own(moves: Sequence[OwnMove], seat: int) -> EngineMove:
    """The move that a decision of a seat is, or two of them: pick and plant."""
    match moves:
        case [OwnMove(kind="draw", seat=None)]:
            return DECK
        case [OwnMove(kind="draw", seat=owner)]:
            return OWN_PILE if owner == seat else OTHER_PILE
        case [OwnMove(kind="discard", card=OwnCard() as card)]:
            return Card(*card)
        case [OwnMove(kind="pick", card=OwnCard() as card), OwnMove(kind="plant", cell=(x, y))]:
            return Planted(Card(*card), (x, y))
    raise ValueError(f"{shown(moves)} is no move of that engine.")


def last_move(game: Game) -> EngineMove | None:
    """The last complete move of a game; None at its beginning."""
    earlier = game.copy()
    decisions: list[OwnMove] = []
    while earlier.actions:
        decision = earlier.undo()
        assert isinstance(decision, OwnMove)
        decisions.insert(0, decision)
        if decision.kind == "pick" and len(decisions) == 1:
            # Picked and not planted yet: there, that is still to be done.
            decisions.clear()
        elif decision.kind != "plant":
            return from_own(decisions, earlier.to_move)
    return None
