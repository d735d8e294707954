"""The value of complete turns to `greedy@1`, turn by turn and term by term.

All numbers are in thousandths of a point, and of the player to move, who knows no more than a view
shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gemgrove import _native
from gemgrove.arboretum.board import Cell
from gemgrove.arboretum.cards import RANKS, SPECIES, Card
from gemgrove.arboretum.turns import Turn
from gemgrove.variant import Decision

MOST_TREES = _native.arboretum.MAX_TREES
"""The most cards of one arboretum that `evaluate_position` has room for before a planting."""
WIDEST = _native.arboretum.MAX_GROVE_WIDTH
"""The most columns or rows that it has room for."""
FURTHEST = _native.arboretum.MAX_COORDINATE
"""The largest coordinate that it has room for."""

# There are thousands of turns, and each card is in many of them.
_CARDS = [Card.of(number) for number in range(len(SPECIES) * RANKS)]

_Native = tuple[int, int, int, int, int, int, int, int, int, int]


class Terms(NamedTuple):
    """The terms of a turn's value."""

    gain: int
    """The rise of the best paths' points."""
    potential: int
    """The points that further cards can add to them."""
    right: int
    """The right to score that the hand gives up."""
    discard_cost: int
    """The value of the discard to the others; never above 0."""
    ends: int
    """The 1s and 8s, beyond what they do in the other terms."""


class EvaluatedTurn(NamedTuple):
    """A turn and its value."""

    turn: Turn
    total: int
    """The sum of the terms."""
    terms: Terms


@dataclass(frozen=True, slots=True)
class Known:
    """The known cards of one player."""

    hand: Sequence[Card] = ()
    """The known cards of the hand."""
    hidden: int = 0
    """The number of further cards in the hand."""
    arboretum: Mapping[Cell, Card] | None = None
    pile: Sequence[Card] = ()
    """Its top last."""


def evaluate_turns(position: Decision) -> list[EvaluatedTurn]:
    """Every turn of the player to move, the best first; `ValueError` before the two draws."""
    return [_read(values) for values in _native.arboretum.evaluate_turns(position)]


def best_turn(position: Decision) -> EvaluatedTurn:
    """The first of `evaluate_turns`."""
    return _read(_native.arboretum.best_turn(position))


def evaluate_position(players: Sequence[Known], seat: int, deck: int) -> list[EvaluatedTurn]:
    """`evaluate_turns` for a seat of a position that need not come from a game.

    A card may lie with two players; it then counts as seen, whoever has it.
    """
    return [_read(values) for values in _evaluate(players, seat, deck)]


def best_turn_of(players: Sequence[Known], seat: int, deck: int) -> EvaluatedTurn:
    """The first of `evaluate_position`."""
    return _read(_evaluate(players, seat, deck)[0])


def _evaluate(players: Sequence[Known], seat: int, deck: int) -> list[_Native]:
    return _native.arboretum.evaluate_position(
        players=len(players),
        seat=seat,
        hands_known=[[card.number for card in known.hand] for known in players],
        hidden=[known.hidden for known in players],
        arboretums=[
            [(card.number, x, y) for (x, y), card in (known.arboretum or {}).items()]
            for known in players
        ],
        piles=[[card.number for card in known.pile] for known in players],
        deck_left=deck,
    )


def _read(values: _Native) -> EvaluatedTurn:
    card, x, y, discard, total, gain, potential, right, discard_cost, ends = values
    return EvaluatedTurn(
        Turn(_CARDS[card], (x, y), _CARDS[discard]),
        total,
        Terms(gain, potential, right, discard_cost, ends),
    )
