"""A position of Splendor as a value with named fields."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from gemgrove import _native, board
from gemgrove.splendor.cards import TIERS, Card, CardSet, Noble
from gemgrove.splendor.colors import COLORS, GOLD
from gemgrove.splendor.moves import MOVES, Move
from gemgrove.splendor.rule_options import Rules

Phase = Literal["play", "pay", "return", "noble", "over"]
Tokens = tuple[int, ...]
"""The numbers of white, blue, green, red, black and gold tokens."""

EMPTY = _native.splendor.EMPTY
"""The value for "no card" in a position's fields."""
_HIDDEN = {_native.splendor.hidden_card(tier): tier for tier in TIERS}


@dataclass(frozen=True, slots=True)
class Reserved:
    """A reserved card. `card` is None if only its tier may be known."""

    card: Card | None
    tier: int
    blind: bool
    """True if it was reserved unseen from a deck: only its owner knows it."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's tokens, cards and nobles."""

    tokens: Tokens
    bought: tuple[Card, ...]
    reserved: tuple[Reserved, ...]
    nobles: tuple[Noble, ...]

    @property
    def bonuses(self) -> tuple[int, ...]:
        """The number of bought cards by color."""
        counts = [0] * len(COLORS)
        for card in self.bought:
            counts[card.color] += 1
        return tuple(counts)

    @property
    def points(self) -> int:
        """The points of the bought cards and the nobles."""
        return sum(card.points for card in self.bought) + sum(n.points for n in self.nobles)

    def shortage(self, card: Card) -> list[int]:
        """Return the tokens missing to buy a card, by color, not counting gold."""
        stocks = zip(card.cost, self.bonuses, self.tokens[:GOLD], strict=True)
        return [max(0, cost - bonus - tokens) for cost, bonus, tokens in stocks]

    def missing_bonuses(self, noble: Noble) -> list[int]:
        """Return the bonuses missing for a noble's visit, by color."""
        pairs = zip(noble.requirement, self.bonuses, strict=True)
        return [max(0, need - have) for need, have in pairs]


@dataclass(frozen=True, slots=True)
class Escrow:
    """The tokens that a player has taken this turn and not returned."""

    seat: int
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Board(board.Board):
    """The table of a `Game`, or as a `View` shows it. `gg.from_board` accepts an edited one."""

    game: ClassVar[str] = "splendor"

    to_move: int
    phase: Phase
    first: int
    turns: int
    """Completed turns by all seats."""
    passes: int
    """The number of passes in a row."""
    bank: Tokens
    market: tuple[tuple[Card | None, ...], ...]
    """A row for each tier; None for an empty place."""
    decks: tuple[tuple[Card | None, ...], ...]
    """The cards left in each deck, the next one first; None for cards that a view hides."""
    nobles: tuple[Noble | None, ...]
    """Each noble in its place; None for nobles that have left."""
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
        """Return the card that a move would buy or reserve; None if it cannot be seen."""
        if move.slot is None:
            return None
        if move.tier is not None:
            return self.market[move.tier - 1][move.slot - 1]
        reserve = self.player.reserved
        return reserve[move.slot - 1].card if move.slot <= len(reserve) else None

    def can_buy(self, card: Card | None) -> bool:
        """Return True if the player to move can afford a card now."""
        if card is None or self.phase != "play":
            return False
        return sum(self.player.shortage(card)) <= self.player.tokens[GOLD]

    def can_receive(self, noble: Noble) -> bool:
        """Return True if the player to move may choose a noble now."""
        return self.phase == "noble" and not any(self.player.missing_bonuses(noble))


def read_board(fields: Mapping[str, Any], rules: Rules, cards: CardSet) -> Board:
    card = cards.by_id.get  # None for missing and hidden cards

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
    """Return the escrow as a table shows it: a turn's tokens lie apart until the next player acts.

    Return None if it is empty or the game is over. A position forgets the escrow when its turn
    ends, so the last decision is examined again.
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
