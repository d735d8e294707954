"""Arboretum with chance nodes.

Outcomes are first the cards' numbers, then the seats. The deal draws the starting player, if the
rules leave that to chance; then the hands, seat by seat; then the piles' first cards, if the rules
require them.
"""

import random
from collections.abc import Sequence
from typing import Any

from gemgrove import _native
from gemgrove.arboretum.cards import RANKS, Card, species_in_play
from gemgrove.arboretum.game import Arboretum
from gemgrove.arboretum.validation import HAND
from gemgrove.chance import Chance, Draw, Effect, Retelling, without
from gemgrove.deal import Deal

_DECISIONS_PER_TURN = 5  # two draws, the card to plant, its cell, the discard
_DRAW_FROM_DECK = 0
"""The action number of that draw."""


class ArboretumChance(Chance):
    """The draws of Arboretum with given rules."""

    def __init__(self, variant: Arboretum) -> None:
        rules = variant.rules
        self._native = variant.native
        self._players = rules.players
        self._any_start = variant.fields(variant.native.deal(variant.keys(Deal.from_seed(0))))
        self._cards = range(RANKS * len(species_in_play(rules.players)))
        self._seats = range(len(self._cards), len(self._cards) + rules.players)

        self._who_starts = rules.first_player == "random"
        self.outcome_count = self._seats.stop if self._who_starts else self._seats.start
        self._dealt_to_hands = HAND * rules.players
        piles = rules.players - 1 if rules.seed_discards else 0
        self.deal_size = self._who_starts + self._dealt_to_hands + piles
        self.most_draws = self._who_starts + len(self._cards)
        # A turn draws two cards and discards one. If every discard but the last is drawn again,
        # the deck gives one card per turn and one more; a card that begins on a pile instead
        # of in the deck makes no difference.
        turns = len(self._cards) - self._dealt_to_hands - 1
        self.most_decisions = turns * _DECISIONS_PER_TURN
        self.most_shown = turns

    def deal(self, drawn: Sequence[int]) -> Draw:
        """Draw the starting player, a card for a hand, or a pile's first card."""
        number = len(drawn) - self._who_starts
        if number < 0:
            return Draw(self._seats)
        left = without(self._cards, drawn)
        return Draw(left, number // HAND) if number < self._dealt_to_hands else Draw(left)

    def start(self, drawn: Sequence[int]) -> _native.Position:
        fields: dict[str, Any] = dict(self._any_start)
        if self._who_starts:
            fields["first"] = fields["to_move"] = drawn[0] - self._seats.start
        cards = drawn[self._who_starts :]
        players = [
            dict(player, hand=sorted(cards[seat * HAND : (seat + 1) * HAND]), pile=[])
            for seat, player in enumerate(self._any_start["players"])
        ]
        piles = drawn[self._who_starts + self._dealt_to_hands : self.deal_size]
        others = (seat for seat in range(self._players) if seat != fields["first"])
        for seat, card in zip(others, piles, strict=False):
            players[seat]["pile"] = [card]
        fields["players"] = players
        fields["deck"] = [*drawn[self.deal_size :], *without(self._cards, drawn)]
        return _native.arboretum.position(self._native, fields)

    def effect(self, game: _native.Game, action: int, drawn: Sequence[int]) -> Effect:
        """A card from the deck is its owner's secret; so is a picked card until it is planted."""
        match _native.arboretum.phase(game):
            case "pick":
                return Effect(secret=True)
            case "plant":
                return Effect(shows=_native.arboretum.fields(game)["picked"])
            case "draw" | "second draw" if action == _DRAW_FROM_DECK:
                return Effect(draw=Draw(without(self._cards, drawn), game.to_move))
        return Effect()

    def retold(
        self, game: _native.Game, sample: _native.Game, seat: int, rng: random.Random
    ) -> Retelling:
        """Shuffle the hidden cards in the other hands: they may have come in any order."""
        before, after = _native.arboretum.fields(game), _native.arboretum.fields(sample)
        outcomes: dict[int, int] = {}
        for other, players in enumerate(zip(before["players"], after["players"], strict=True)):
            if other == seat:
                continue
            old, new = (without(player["hand"], player["shown"]) for player in players)
            rng.shuffle(new)
            outcomes |= zip(old, new, strict=True)
        actions = game.actions
        if before["picked"] != after["picked"]:
            actions[-1] += after["picked"] - before["picked"]  # picks are numbered like the cards
        return Retelling(outcomes, actions)

    def text(self, outcome: int) -> str:
        if outcome < self._seats.start:
            return str(Card.of(outcome))
        return f"p{outcome - self._seats.start + 1} starts"
