"""A position of Splendor as a value with names for everything."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from gemgrove.splendor.cards import Card, CardSet, Noble
from gemgrove.splendor.moves import MOVES

Phase = Literal["play", "pay", "return", "noble", "over"]
Tokens = tuple[int, ...]
"""White, blue, green, red, black, gold."""

EMPTY = -1
_HIDDEN = {-2: 1, -3: 2, -4: 3}


@dataclass(frozen=True, slots=True)
class Reserved:
    """A reserved card. `card` is None where only its tier may be known."""

    card: Card | None
    tier: int
    blind: bool
    """It came unseen from a deck, and only its owner knows it."""


@dataclass(frozen=True, slots=True)
class Player:
    """What lies before one seat."""

    tokens: Tokens
    bonuses: tuple[int, ...]
    """Bought cards by color."""
    points: int
    bought: tuple[Card, ...]
    reserved: tuple[Reserved, ...]
    nobles: tuple[Noble, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The table, as a `Game` holds it or as a `View` shows it."""

    to_move: int
    phase: Phase
    first: int
    turns: int
    """Completed turns, of all seats."""
    passes: int
    """Passes in a row."""
    bank: Tokens
    market: tuple[tuple[Card | None, ...], ...]
    """A row for each tier; None is an empty place."""
    decks: tuple[int, ...]
    """How many cards each deck has left."""
    nobles: tuple[Noble | None, ...]
    """A noble keeps its place; None once it has left."""
    players: tuple[Player, ...]
    owed: tuple[int, ...]
    """In the phase `pay`: what is still owed, by color."""
    buying: Card | None
    """In the phase `pay`: the card that is being paid for."""

    @property
    def round(self) -> int:
        """The round being played, counted from 1."""
        return self.turns // len(self.players) + 1

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.players[self.to_move]


def read_board(fields: Mapping[str, Any], cards: CardSet) -> Board:
    """The board of a position's fields."""

    def card(number: int) -> Card | None:
        return cards.cards[number] if number >= 0 else None

    def reserved(number: int, blind: bool) -> Reserved:
        known = card(number)
        return Reserved(known, known.tier if known else _HIDDEN[number], blind)

    players = tuple(
        Player(
            tokens=tuple(seat["tokens"]),
            bonuses=tuple(seat["bonuses"]),
            points=seat["points"],
            bought=tuple(cards.cards[number] for number in seat["bought"]),
            reserved=tuple(reserved(*entry) for entry in seat["reserved"]),
            nobles=tuple(cards.nobles[number] for number in seat["nobles"]),
        )
        for seat in fields["players"]
    )
    market = tuple(tuple(card(number) for number in row) for row in fields["market"])
    return Board(
        to_move=fields["to_move"],
        phase=fields["phase"],
        first=fields["first"],
        turns=fields["turns"],
        passes=fields["passes"],
        bank=tuple(fields["bank"]),
        market=market,
        decks=tuple(len(deck) for deck in fields["decks"]),
        nobles=tuple(cards.nobles[n] if n >= 0 else None for n in fields["nobles"]),
        players=players,
        owed=tuple(fields["owed"]),
        buying=_card_in_sale(fields["pending"], market, players[fields["to_move"]]),
    )


def _card_in_sale(
    pending: int, market: tuple[tuple[Card | None, ...], ...], buyer: Player
) -> Card | None:
    if pending == EMPTY:
        return None
    move = MOVES[pending]
    assert move.slot is not None
    if move.tier is None:
        return buyer.reserved[move.slot - 1].card
    return market[move.tier - 1][move.slot - 1]
