"""A position of Splendor as a value with names for everything."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from gemgrove import _native, board
from gemgrove.splendor.cards import TIERS, Card, CardSet, Noble
from gemgrove.splendor.colors import COLORS, GOLD
from gemgrove.splendor.moves import MOVES, Move
from gemgrove.splendor.rules import Rules

Phase = Literal["play", "pay", "return", "noble", "over"]
Tokens = tuple[int, ...]
"""White, blue, green, red, black, gold."""

EMPTY = _native.splendor.EMPTY
"""Stands in a position's fields for no card."""
_HIDDEN = {_native.splendor.hidden_card(tier): tier for tier in TIERS}


@dataclass(frozen=True, slots=True)
class Reserved:
    """A reserved card. `card` is None where only its tier may be known."""

    card: Card | None
    tier: int
    blind: bool
    """It came unseen from a deck, and only its owner knows it."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's tokens, cards and nobles."""

    tokens: Tokens
    bought: tuple[Card, ...]
    reserved: tuple[Reserved, ...]
    nobles: tuple[Noble, ...]

    @property
    def bonuses(self) -> tuple[int, ...]:
        """Bought cards by color."""
        counts = [0] * len(COLORS)
        for card in self.bought:
            counts[card.color] += 1
        return tuple(counts)

    @property
    def points(self) -> int:
        """The points of the bought cards and the nobles."""
        return sum(card.points for card in self.bought) + sum(n.points for n in self.nobles)

    def shortage(self, card: Card) -> list[int]:
        """The tokens that are lacking for a card, by color, gold not counted."""
        stocks = zip(card.cost, self.bonuses, self.tokens[:GOLD], strict=True)
        return [max(0, cost - bonus - tokens) for cost, bonus, tokens in stocks]

    def missing_bonuses(self, noble: Noble) -> list[int]:
        """The bonuses that are lacking for a noble's visit, by color."""
        pairs = zip(noble.requirement, self.bonuses, strict=True)
        return [max(0, need - have) for need, have in pairs]


@dataclass(frozen=True, slots=True)
class Escrow:
    """Tokens that a player has taken this turn and not returned."""

    seat: int
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Board(board.Board):
    """The table, as a `Game` holds it or as a `View` shows it. An edited one: `gg.from_board`."""

    game: ClassVar[str] = "splendor"

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
    decks: tuple[tuple[Card | None, ...], ...]
    """The cards left in each deck, the next one first; None where a view hides them."""
    nobles: tuple[Noble | None, ...]
    """A noble keeps its place; None once it has left."""
    players: tuple[Player, ...]
    owed: tuple[int, ...]
    """In the phase `pay`: what is still owed, by color."""
    buying: Card | None
    """In the phase `pay`: the card that is being paid for."""
    escrow: Escrow | None
    """In the phases `return` and `noble`: the tokens taken this turn and not returned, if any."""
    rules: Rules
    cards: CardSet

    @property
    def round(self) -> int:
        """The round being played, counted from 1."""
        return self.turns // len(self.players) + 1

    @property
    def player(self) -> Player:
        return self.players[self.to_move]

    def card_at(self, move: Move) -> Card | None:
        """The card that a move of the player to move buys or reserves; None if it is not seen."""
        if move.slot is None:
            return None
        if move.tier is not None:
            return self.market[move.tier - 1][move.slot - 1]
        reserve = self.player.reserved
        return reserve[move.slot - 1].card if move.slot <= len(reserve) else None

    def can_buy(self, card: Card | None) -> bool:
        """True if the player to move can buy a card now, if it is there."""
        if card is None or self.phase != "play":
            return False
        return sum(self.player.shortage(card)) <= self.player.tokens[GOLD]

    def can_receive(self, noble: Noble) -> bool:
        """True if the player to move may choose a noble now."""
        return self.phase == "noble" and not any(self.player.missing_bonuses(noble))


def read_board(fields: Mapping[str, Any], rules: Rules, cards: CardSet) -> Board:
    card = cards.by_id.get  # None for those that are not there or not seen

    def reserved(number: int, blind: bool) -> Reserved:
        known = card(number)
        return Reserved(known, known.tier if known else _HIDDEN[number], blind)

    players = tuple(
        Player(
            tokens=tuple(seat["tokens"]),
            bought=tuple([cards.cards[number] for number in seat["bought"]]),
            reserved=tuple([reserved(*entry) for entry in seat["reserved"]]),
            nobles=tuple([cards.nobles[number] for number in seat["nobles"]]),
        )
        for seat in fields["players"]
    )
    board = Board(
        to_move=fields["to_move"],
        phase=fields["phase"],
        first=fields["first"],
        turns=fields["turns"],
        passes=fields["passes"],
        bank=tuple(fields["bank"]),
        market=tuple([tuple(map(card, row)) for row in fields["market"]]),
        decks=tuple([tuple(map(card, deck)) for deck in fields["decks"]]),
        nobles=tuple(cards.nobles[n] if n >= 0 else None for n in fields["nobles"]),
        players=players,
        owed=tuple(fields["owed"]),
        buying=None,
        escrow=read_escrow(fields),
        rules=rules,
        cards=cards,
    )
    if fields["pending"] == EMPTY:
        return board
    return replace(board, buying=board.card_at(MOVES[fields["pending"]]))


def read_escrow(fields: Mapping[str, Any]) -> Escrow | None:
    if not any(fields["escrow"]):
        return None
    return Escrow(fields["to_move"], tuple(fields["escrow"]))


def escrow_on_table(game: _native.Game) -> Escrow | None:
    """The escrow as a table shows it: a turn's tokens lie apart until the next player acts.

    None where nothing is in it, and once the game is over. A position forgets the escrow when its
    turn ends, so that the last decision is looked at again.
    """
    if game.over or not game.actions:
        return None
    before = game.copy()
    before._undo()
    seat = before.to_move
    then, now = (_native.splendor.tokens(each, seat) for each in (before, game))
    apart = _native.splendor.fields(before)["escrow"]
    left = tuple(max(0, n + b - a) for n, a, b in zip(apart, then, now, strict=True))
    return Escrow(seat, left) if any(left) else None
