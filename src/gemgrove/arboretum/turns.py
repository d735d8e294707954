"""Complete turns: after the two draws, the card to plant, its cell and the card to discard at once.

A turn is played as three decisions. Bots that think in whole turns, those of another engine among
them, find all of them here.
"""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from gemgrove import _native
from gemgrove.arboretum.board import Cell, free_cells
from gemgrove.arboretum.cards import Card
from gemgrove.arboretum.moves import Move
from gemgrove.variant import Decision


class Playable(Protocol):
    """The part of `Game` that playing a turn needs."""

    def play_all(self, moves: Iterable[Move], /) -> None: ...


class Turn(NamedTuple):
    """The decisions of a player after the two draws."""

    play_card: Card
    placement: Cell
    discard_card: Card

    @property
    def moves(self) -> tuple[Move, Move, Move]:
        """The three decisions."""
        return (
            Move("pick", card=Card(*self.play_card)),
            Move("plant", cell=self.placement),
            Move("discard", card=Card(*self.discard_card)),
        )


def turns(position: Decision) -> list[Turn]:
    """Every legal turn, of a view those of its seat; none but in the phase `pick`."""
    if _native.arboretum.phase(position) != "pick" or not position.legal_actions():
        return []
    board = position.variant.board(position)
    hand, cells = board.player.hand, free_cells(board.player.arboretum)
    return [
        Turn(card, cell, other)
        for card in hand
        for cell in cells
        for other in hand
        if other != card
    ]


def play_turn(game: Playable, turn: Turn) -> None:
    """Play a turn's decisions: all of them or, where one is not legal, none."""
    game.play_all(Turn(*turn).moves)
