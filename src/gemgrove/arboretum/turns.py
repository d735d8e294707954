"""Complete turns: the card to plant, its cell and the card to discard, after the two draws.

A turn is played as three decisions. Bots that choose whole turns, such as another engine's, can
list and play them here.
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
    """A player's three decisions after the two draws."""

    play_card: Card
    placement: Cell
    discard_card: Card

    @property
    def moves(self) -> tuple[Move, Move, Move]:
        """The three decisions as moves."""
        return (
            Move("pick", card=Card(*self.play_card)),
            Move("plant", cell=self.placement),
            Move("discard", card=Card(*self.discard_card)),
        )


def turns(position: Decision) -> list[Turn]:
    """Return every legal turn, for a view those of its seat; none except in the phase `pick`."""
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
    """Play a turn's decisions; if one of them is not legal, play none."""
    game.play_all(Turn(*turn).moves)
