"""The engine's move evaluator: which card to play, where, and which to discard.

>>> from gemgrove.compat.arboretum_engine import Card
>>> hand = [Card("J", 8), Card("R", 5), Card("C", 7), Card("M", 2), Card("M", 6)]
>>> hand += [Card("O", 1), Card("O", 8), Card("W", 4), Card("W", 7)]
>>> find_best_move(hand, {}).placement
(0, 0)

The position need not come from a game. Anything impossible in a game causes a warning, or an error
with `strict=True`: a card in two places, planted cards that are not connected, a hand that does not
have the nine cards after two draws. Anything invalid in itself, such as a card of rank 9, always
raises a `FormatError`.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gemgrove.arboretum import turn_value
from gemgrove.arboretum.cards import Card as OwnCard
from gemgrove.arboretum.turn_value import EvaluatedTurn, Known, Terms
from gemgrove.arboretum.validation import HAND
from gemgrove.arboretum_engine.card_counts import duplicate_cards
from gemgrove.arboretum_engine.json_values import any_cells
from gemgrove.arboretum_engine.reader import Reader
from gemgrove.arboretum_engine.table import CARDS, Names, Side, planting_fault
from gemgrove.arboretum_engine.types import Card, FormatError, Move
from gemgrove.english import counted
from gemgrove.variant import shown

OWN = Names("hand", "discards", "tableau")
OTHER = Names("opponent_hand", "opponent_discards", "opponent_tableau")

_HAND_AFTER_DRAWS = HAND + 2
_CARD_OF = {OwnCard(*card): card for card in CARDS}


class EvaluatedMove(NamedTuple):
    """A move and its value, in thousandths of a point."""

    move: Move
    total: int
    """The sum of the terms."""
    terms: Terms
    """`gain`, `potential`, `right`, `discard_cost` and `ends`."""


def find_best_move(
    hand: Sequence[Any],
    tableau: Mapping[Any, Any],
    opponent_tableau: Mapping[Any, Any] | None = None,
    discards: Sequence[Any] = (),
    opponent_discards: Sequence[Any] = (),
    *,
    opponent_hand: Sequence[Any] = (),
    deck: int | None = None,
    strict: bool = False,
) -> Move:
    """Return the best move for a hand of nine cards, after the two draws.

    Piles end with their top card. `opponent_hand` contains the known cards, and may contain None
    for others. `deck` is the number of cards left to draw; by default, all cards that are nowhere
    else.
    """
    own = _side(hand, discards, tableau, OWN)
    other = _side(opponent_hand, opponent_discards, opponent_tableau, OTHER)
    position = _position(own, other, deck, strict=strict)
    return _move(turn_value.best_turn_of(*position)).move


def evaluate_moves(
    hand: Sequence[Any],
    tableau: Mapping[Any, Any],
    opponent_tableau: Mapping[Any, Any] | None = None,
    discards: Sequence[Any] = (),
    opponent_discards: Sequence[Any] = (),
    *,
    opponent_hand: Sequence[Any] = (),
    deck: int | None = None,
    strict: bool = False,
) -> list[EvaluatedMove]:
    """Return every move with its terms, the best first. Arguments are as in `find_best_move`."""
    own = _side(hand, discards, tableau, OWN)
    other = _side(opponent_hand, opponent_discards, opponent_tableau, OTHER)
    position = _position(own, other, deck, strict=strict)
    return [_move(evaluated) for evaluated in turn_value.evaluate_position(*position)]


def _side(
    hand: Any, discards: Sequence[Any], tableau: Mapping[Any, Any] | None, names: Names
) -> Side:
    cells = any_cells(tableau, names.play_area)
    held = Reader(hand, names.hand)
    cards: list[Card | None] = [*held.cards()] if names is OWN else held.cards_or_nulls()
    if names is OTHER:
        cards += [None] * (HAND - len(cards))
    planted = {cell: card.card() for cell, card in cells.items()}
    return Side(names, cards, Reader(discards, names.discard).cards(), planted)


def _position(
    own: Side, other: Side, deck: int | None, *, strict: bool
) -> tuple[tuple[Known, Known], int, int]:
    """Return the two players, the seat to move and the deck for the evaluation."""
    for side, most in ((own, _HAND_AFTER_DRAWS), (other, HAND)):
        _check_size(side, most)
    facts = list(_problems(own, other))
    if strict and facts:
        raise FormatError(" ".join(facts))
    for fact in facts:
        warnings.warn(fact, stacklevel=3)
    if deck is None:
        elsewhere = len([*own.places(), *other.places()]) + other.unknown
        deck = max(0, len(CARDS) - elsewhere)
    return (_known(own), _known(other)), 0, Reader(deck, "deck").whole(0, len(CARDS))


def _check_size(side: Side, most: int) -> None:
    """Check that the evaluation has room for a side, and that no place has a card twice."""
    hand, _, area = side.names
    if len(side.hand) > most:
        raise FormatError(f"{hand} has {len(side.hand)} cards; it can have {most}.")
    if side.names is OWN and len(side.hand) < 2:
        raise FormatError(f"{hand} has {counted(len(side.hand), 'card')}; a move needs two.")
    for cards, place in zip(
        (side.known, side.pile, [*side.planted.values()]), side.names, strict=True
    ):
        if len(set(cards)) != len(cards):
            twin = next(card for card in cards if cards.count(card) > 1)
            raise FormatError(f"{twin} appears twice in {place}.")
    if len(side.planted) > turn_value.MOST_TREES:
        raise FormatError(f"{area} has {len(side.planted)} cards; that is more than a game allows.")
    for axis in zip(*side.planted, strict=True):
        if max(axis) - min(axis) >= turn_value.WIDEST or max(map(abs, axis)) > turn_value.FURTHEST:
            raise FormatError(f"{area} reaches from {shown(min(axis))} to {shown(max(axis))}.")


def _problems(own: Side, other: Side) -> Iterator[str]:
    """Describe what is impossible in a game, in sentences."""
    if len(own.hand) != _HAND_AFTER_DRAWS:
        yield (
            f"hand has {counted(len(own.hand), 'card')}; after the two draws it has "
            f"{_HAND_AFTER_DRAWS}, of which one is played and another discarded."
        )
    yield from duplicate_cards([*own.places(), *other.places()])
    for side in (own, other):
        fault = planting_fault(side)
        if fault is not None:
            yield fault


def _known(side: Side) -> Known:
    return Known(
        hand=[OwnCard(*card) for card in side.known],
        hidden=side.unknown,
        arboretum={cell: OwnCard(*card) for cell, card in side.planted.items()},
        pile=[OwnCard(*card) for card in side.pile],
    )


def _move(evaluated: EvaluatedTurn) -> EvaluatedMove:
    (play_card, placement, discard_card), total, terms = evaluated
    return EvaluatedMove(Move(_CARD_OF[play_card], placement, _CARD_OF[discard_card]), total, terms)
