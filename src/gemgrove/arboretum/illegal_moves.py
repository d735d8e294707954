"""The reasons why a move is not legal, as sentences without their full stop.

The reasons themselves are those of `native/arboretum/reasons.h`.
"""

from collections.abc import Callable, Sequence

from gemgrove import _native
from gemgrove.arboretum.cards import SPECIES, Card, species_in_play
from gemgrove.arboretum.moves import Move
from gemgrove.variant import Decision

ReasonCode = _native.arboretum.ReasonCode


def why_not(position: Decision, action: int) -> str:
    """Say why an action is not legal."""
    reason = _native.arboretum.reason(position, action)
    assert reason is not None, "the action is legal"
    return sentence(*reason)


def why_not_without_action(position: Decision, move: Move, first: int) -> str:
    """Say why a move that has no action number is not legal; `first` is the first of its kind.

    Such moves name a player or a card that is not in the game, or a cell outside the frame, where
    numbers end. A step that must come before this one must come before the first of its kind, too.
    """
    reason = _native.arboretum.reason(position, first)
    if reason is not None and reason[0] in _STEPS:
        return sentence(*reason)
    players = position.players
    if move.seat is not None:
        return f"There is no player {move.seat + 1}; players are 1 to {players}"
    if move.card is not None:
        assert move.card.species not in species_in_play(players)
        without = SPECIES[move.card.species]
        return f"{move.card} is not in the game: {players} players play without {without}"
    # The first cell is a corner of the frame: no card stands there or next to it.
    assert reason is not None
    assert move.cell is not None
    code, arguments = reason
    return sentence(code, move.cell if code == ReasonCode.NO_NEIGHBOR else arguments)


def sentence(code: _native.arboretum.ReasonCode, arguments: Sequence[int]) -> str:
    """Put a reason into words."""
    return _SENTENCES[code](*arguments)


_STEPS = (
    ReasonCode.GAME_OVER,
    ReasonCode.MUST_DRAW,
    ReasonCode.MUST_PICK,
    ReasonCode.MUST_PLANT,
    ReasonCode.MUST_DISCARD,
)

_SENTENCES: dict[_native.arboretum.ReasonCode, Callable[..., str]] = {
    ReasonCode.GAME_OVER: lambda: "The game is over",
    ReasonCode.MUST_DRAW: lambda number: (
        f"You must now draw your {'first' if number == 1 else 'second'} card"
    ),
    ReasonCode.MUST_PICK: lambda: "You must now pick the card to plant",
    ReasonCode.MUST_PLANT: lambda card: f"You must now plant {Card.of(card)}",
    ReasonCode.MUST_DISCARD: lambda: "You must now discard a card",
    ReasonCode.DECK_EMPTY: lambda: "The deck is empty",
    ReasonCode.OWN_PILE_EMPTY: lambda: "Your pile is empty",
    ReasonCode.PILE_EMPTY: lambda seat: f"The pile of player {seat + 1} is empty",
    ReasonCode.NOT_IN_HAND: lambda card: f"{Card.of(card)} is not in your hand",
    ReasonCode.FIRST_CELL: lambda x, y: f"The first card of an arboretum goes to {x} {y}",
    ReasonCode.CELL_TAKEN: lambda x, y, card: f"{Card.of(card)} stands at {x} {y}",
    ReasonCode.NO_NEIGHBOR: lambda x, y: f"No card of yours stands next to {x} {y}",
}
