"""Splendor with chance nodes.

Outcomes are first the cards' ids, then the nobles', then the seats. The deal draws the market row
by row, then the nobles, then the starting player, if the rules leave that to chance.
"""

import random
from collections.abc import Sequence
from typing import Any

from gemgrove import _native
from gemgrove.chance import Chance, Draw, Effect, Retelling, without
from gemgrove.deal import Deal
from gemgrove.splendor.cards import TIERS
from gemgrove.splendor.game import Splendor
from gemgrove.splendor.moves import MOVES, SLOTS, TOKEN_LIMIT

_MARKET = len(TIERS) * SLOTS
_MOST_TAKEN = max(len(move.colors) for move in MOVES if move.kind == "take")
_REFILLED = {
    move.action: move.tier - 1 for move in MOVES if move.tier is not None and move.slot is not None
}
"""The row from which an action takes a card, to be replaced from its deck."""
_BLIND = {
    move.action: move.tier - 1
    for move in MOVES
    if move.kind == "reserve" and move.tier is not None and move.slot is None
}
"""The deck whose unseen card an action reserves."""
_RESERVED = {
    move.action: move.slot - 1
    for move in MOVES
    if move.kind == "buy" and move.tier is None and move.slot is not None
}
"""The place of the reserved card that an action buys."""


class SplendorChance(Chance):
    """The draws of Splendor with given rules and cards."""

    def __init__(self, variant: Splendor) -> None:
        rules, cards = variant.rules, variant.cards
        self._rules = rules
        self._native = variant.native
        self._any_start = variant.fields(variant.native.deal(variant.keys(Deal.from_seed(0))))
        self._tiers = [[card.id for card in cards.cards if card.tier == tier] for tier in TIERS]
        self._tier_of = [card.tier - 1 for card in cards.cards]
        self._first_noble = len(cards.cards)
        self._first_seat = self._first_noble + len(cards.nobles)
        self._nobles = range(self._first_noble, self._first_seat)
        self._seats = range(self._first_seat, self._first_seat + rules.players)
        self._noble_slots = len(self._any_start["nobles"])

        who_starts = rules.first_player == "random"
        self.outcome_count = self._seats.stop if who_starts else self._seats.start
        self.deal_size = _MARKET + self._noble_slots + who_starts
        in_decks = len(cards.cards) - _MARKET
        self.most_draws = self.deal_size + in_decks
        self.most_shown = in_decks
        self.most_decisions = self._most_decisions(len(cards.cards))

    def _most_decisions(self, cards: int) -> int:
        """Return the largest number of decisions: one per turn, and all that may follow."""
        turns = self._rules.turn_limit * self._rules.players
        returns = turns * _MOST_TAKEN if self._rules.over_limit != "forbid" else 0
        payments = cards * TOKEN_LIMIT if self._rules.payment == "choose" else 0
        # A choice needs two nobles or more, so the last one is never chosen.
        nobles = self._noble_slots - 1 if self._rules.nobles == "choose" else 0
        return turns + returns + payments + nobles

    def deal(self, drawn: Sequence[int]) -> Draw:
        """Draw a card for the market's next place, a noble, or the starting player."""
        number = len(drawn)
        if number < _MARKET:
            return Draw(without(self._tiers[number // SLOTS], drawn))
        if number < _MARKET + self._noble_slots:
            return Draw(without(self._nobles, drawn))
        return Draw(self._seats)

    def start(self, drawn: Sequence[int]) -> _native.Position:
        end = _MARKET + self._noble_slots
        market, nobles, rest = drawn[:_MARKET], drawn[_MARKET:end], drawn[end:]
        fields: dict[str, Any] = dict(self._any_start)
        if self._rules.first_player == "random":
            fields["first"] = fields["to_move"] = rest[0] - self._first_seat
            rest = rest[1:]
        decks: list[list[int]] = [[] for _ in TIERS]
        for card in rest:
            decks[self._tier_of[card]].append(card)
        for deck, cards in zip(decks, self._tiers, strict=True):
            deck += without(cards, drawn)
        rows = range(0, _MARKET, SLOTS)
        fields["market"] = [list(market[row : row + SLOTS]) for row in rows]
        fields["nobles"] = [noble - self._first_noble for noble in nobles]
        fields["decks"] = decks
        return _native.splendor.position(self._native, fields)

    def effect(self, game: _native.Game, action: int, drawn: Sequence[int]) -> Effect:
        """Replace a card that leaves the market; a blind reserve is its owner's secret."""
        if action in _BLIND:
            return Effect(draw=Draw(self._deck(_BLIND[action], drawn), game.to_move))
        if action in _RESERVED:
            player = _native.splendor.fields(game)["players"][game.to_move]
            card, blind = player["reserved"][_RESERVED[action]]
            return Effect(shows=card if blind else None)
        row = self._emptied_row(game, action)
        deck = self._deck(row, drawn) if row is not None else []
        return Effect(draw=Draw(deck)) if deck else Effect()

    def retold(
        self,
        game: _native.Game,
        sample: _native.Game,
        seat: int,  # noqa: ARG002
        rng: random.Random,  # noqa: ARG002
    ) -> Retelling:
        """Replace the others' blind reserves by the sample's cards in the same places."""
        places = zip(_reserved(game), _reserved(sample), strict=True)
        return Retelling({card: other for card, other in places if card != other}, game.actions)

    def text(self, outcome: int) -> str:
        if outcome < self._first_noble:
            return f"card {outcome}"
        if outcome < self._first_seat:
            return f"noble {outcome - self._first_noble}"
        return f"p{outcome - self._first_seat + 1} starts"

    def _deck(self, tier: int, drawn: Sequence[int]) -> list[int]:
        return without(self._tiers[tier], drawn)

    def _emptied_row(self, game: _native.Game, action: int) -> int | None:
        """Return the row that loses a card through an action, once nothing is left to pay."""
        if self._rules.payment == "auto" or (action in _REFILLED and MOVES[action].kind != "buy"):
            return _REFILLED.get(action)
        buying = action
        if _native.splendor.phase(game) == "pay":
            buying = _native.splendor.fields(game)["pending"]
        if buying not in _REFILLED:
            return None
        after = game.copy()
        after.play(action)
        return None if _native.splendor.phase(after) == "pay" else _REFILLED[buying]


def _reserved(game: _native.Game) -> list[int]:
    """Return the reserved cards of all seats, in the order of their places."""
    players = _native.splendor.fields(game)["players"]
    return [card for player in players for card, _ in player["reserved"]]
