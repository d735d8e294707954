"""Reads the state that a player of that engine receives in play as a `View`, and writes it.

The deck is a count, and unknown cards in the opponent's hand are null. The state does not say which
of the player's own cards the opponent knows, so a view that is read shows none of them.

With `strict=False`, values that are missing or do not fit are derived from the rest as far as
possible, and warnings say so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gemgrove.arboretum.validation import HAND
from gemgrove.arboretum_engine.card_counts import check_cards, expected_deck_size
from gemgrove.arboretum_engine.moves import EngineMove, Planted, move_json, read_previous
from gemgrove.arboretum_engine.reader import PLAYERS, Reader, Source, is_count, read_as
from gemgrove.arboretum_engine.state import SIDES, check_game, check_type, read_state_values
from gemgrove.arboretum_engine.table import (
    CARDS,
    DISCARD,
    DRAWN,
    PHASES,
    Names,
    Side,
    Table,
    check_counts,
    read_side,
    read_sub_turn,
    side_values,
    sub_turn_of,
    turn_problems,
)
from gemgrove.arboretum_engine.types import Card, FormatError
from gemgrove.english import counted
from gemgrove.game import View
from gemgrove.variant import shown

OWN = Names("hand", "discard", "playArea")
OTHER = Names("opponentHand", "opponentDiscard", "opponentPlayArea")
NEEDED = (*OWN, *OTHER, "activeTurn", "deck", "subTurn")
"""The fields that the view itself needs; `turn` and `previousTurn` may be missing."""

_EMPTY: Mapping[str, Any] = {
    OWN.discard: [],
    OWN.play_area: {},
    OTHER.discard: [],
    OTHER.play_area: {},
}
"""The default values of these fields."""


@dataclass(frozen=True, slots=True)
class ImportedView:
    """An imported view, with warnings."""

    view: View[Any]
    warnings: tuple[str, ...]
    previous: EngineMove | None
    """The previous move, according to the state."""


def read_view(source: Source, *, seat: int | None = None, strict: bool = True) -> ImportedView:
    """Read the view of the player who received this JSON text, or its parsed values.

    The engine does not say which seat that is; by default it is the first. A full game state is
    also accepted and read as that seat sees it; if one hand is hidden, the seat is the other one.
    """
    if seat is not None and seat not in range(PLAYERS):
        raise ValueError(f"There is no seat {seat}; seats are 0 and 1.")
    values = Reader.parse(source, "player's view")
    if all(side.hand in values for side in SIDES):
        return read_as(strict, lambda strict: _of_state(values, seat, strict))
    return read_as(strict, lambda strict: _read(values, seat or 0, strict))


def _read(values: Reader, seat: int, strict: bool) -> ImportedView:
    done: list[str] = []
    deck_missing = values.member("deck").value is None
    if not strict:
        # The deck's size is known once all the other cards are.
        values = Reader({"deck": 0} | _completed(values.members(), done))
    own = read_side(values, OWN)
    other = read_side(values, OTHER, hidden=True)
    other.shown = other.known
    active = values["activeTurn"].flag()
    table = Table(
        (own, other) if seat == 0 else (other, own),
        deck=values["deck"].whole(0, len(CARDS)),
        to_move=seat if active else 1 - seat,
        sub_turn=read_sub_turn(values),
    )
    previous = read_previous(values)
    if not strict:
        _complete_hand(table, other, [card for card, _ in own.places()], done)
        if deck_missing:
            table.deck = max(0, expected_deck_size(table))
            done.append(f"deck is missing; it was taken to be {table.deck}.")
    check_counts(table)
    warnings = done + check_cards(table, strict=strict)
    warnings += turn_problems(table, values)
    variant, position = table.position()
    return ImportedView(View(variant, position, seat, []), tuple(warnings), previous.move)


def write_view(
    view: View,
    *,
    previous: EngineMove | None = None,
    metadata: Any = False,
    opponent: str = "opponent",
) -> dict[str, Any]:
    """Write a player's view as that engine sends it; `previous` is the game's `last_move`."""
    check_type(view, View)
    check_game(view)
    if view.seat is None:
        raise ValueError("A spectator's view is not a player's view.")
    if not isinstance(opponent, str):
        raise TypeError(f"opponent is {shown(opponent)}; it must be a name.")
    fields = view.variant.fields(view)
    own, other = fields["players"][view.seat], fields["players"][1 - view.seat]
    values = {
        "activeTurn": view.to_move == view.seat,
        "deck": len(fields["deck"]),
        **side_values(own, OWN),
        **side_values(other, OTHER),
        "turn": fields["turns"],
        "subTurn": sub_turn_of(fields["phase"]),
        "previousTurn": {
            "move": False if previous is None else move_json(previous),
            "metaData": metadata,
        },
        "showPreviousTurn": previous is not None,
        "opponent": opponent,
    }
    read_view(values, seat=view.seat)  # what cannot be read is not written
    return values


def _of_state(values: Reader, seat: int | None, strict: bool) -> ImportedView:
    imported = read_state_values(values, strict)
    view = imported.view
    if view is None:
        hidden = [side.hand for side in SIDES if None in _listed(values[side.hand].value)]
        if hidden:
            raise FormatError(
                f"{hidden[0]} and {hidden[1]} both have hidden cards; in a player's view, that "
                "player's own hand is known."
            )
        view = imported.game.view(seat or 0)
    elif seat not in (None, view.seat):
        raise FormatError(
            f"{SIDES[1 - (view.seat or 0)].hand} is hidden, so this is not the view of seat {seat}."
        )
    return ImportedView(view, imported.warnings, imported.previous)


def _listed(hand: Any) -> list[Any]:
    return list(hand) if isinstance(hand, list | tuple) else [None]


def _completed(values: Mapping[str, Any], done: list[str]) -> dict[str, Any]:
    """Return the fields, adding missing ones as far as they follow from the others."""
    found = {name: value for name, value in values.items() if value is not None}

    def derive(name: str, value: Any) -> None:
        if name not in found:
            found[name] = value
            done.append(f"{name} is missing; it was taken to be {shown(value)}.")

    for name, empty in _EMPTY.items():
        derive(name, empty)
    sub_turn = likely_sub_turn(found)
    derive("subTurn", sub_turn)
    if not _is_sub_turn(found["subTurn"]):
        done.append(f"subTurn is {shown(found['subTurn'])}; it was taken to be {sub_turn}.")
        found["subTurn"] = sub_turn
    derive("activeTurn", sub_turn == 0 or len(_listed(found.get(OWN.hand))) > HAND)
    derive(OTHER.hand, HAND)
    return found


def likely_sub_turn(values: Mapping[str, Any]) -> int:
    """Return a view's `subTurn`; if it is missing or invalid, the one that fits the hand."""
    told: Any = values.get("subTurn")
    if _is_sub_turn(told):
        return int(told)
    held = len(_listed(values.get(OWN.hand)))
    if held == HAND + DRAWN[DISCARD]:
        try:
            planted = isinstance(read_previous(Reader(values)).move, Planted)
        except FormatError:
            planted = False
        return DISCARD if planted else DRAWN.index(1)
    return DRAWN.index(held - HAND) if held - HAND in DRAWN else 0


def _is_sub_turn(value: Any) -> bool:
    return is_count(value) and 0 <= value < len(PHASES)


def _complete_hand(table: Table, other: Side, own: list[Card], done: list[str]) -> None:
    """Make the opponent's hand fit: drop cards that are elsewhere, and add unknown ones."""
    wanted = HAND + (DRAWN[table.sub_turn] if table.sides[table.to_move] is other else 0)
    elsewhere = {*own, *other.pile, *other.planted.values()}
    known = [card for card in dict.fromkeys(other.known) if card not in elsewhere][:wanted]
    if (len(other.hand), len(other.known)) == (wanted, len(known)):
        return
    done.append(
        f"{other.names.hand} was taken to be {counted(wanted, 'card')}, {len(known)} of them known."
    )
    other.hand = [*known, *[None] * (wanted - len(known))]
    other.shown = known
