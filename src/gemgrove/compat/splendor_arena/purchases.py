"""Searches for the cards that players may have bought: a random choice that fits the totals.

The numbers of a state say how many cards of each color a player has bought and what they are worth
together. The search gives every unseen card to a player or leaves it in its deck, the most valuable
first, and backtracks, so it finds a solution whenever there is one. Most searches need no more
steps than there are cards, but one that begins badly may need millions where another soon succeeds;
this is why there is a step limit.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from gemgrove.splendor.cards import Card
from gemgrove.splendor.colors import COLORS


class StepLimitReached(Exception):  # noqa: N818 - it is a possible answer
    """Raised if the search reached its step limit without an answer."""


class Purchases(NamedTuple):
    """The totals of a player's bought cards."""

    counts: tuple[int, ...]
    """The number of cards of each color, in the package's own order."""
    points: int


_Counts = tuple[int, ...]
_SumTables = list[list[list[int]]]
"""Each set of sums is an integer with a bit for each sum."""
_DECK = -1


class PurchaseSearch:
    """A search for the cards that each player bought.

    The decks of the tiers in `emptied` have no cards left.
    """

    def __init__(
        self,
        wanted: Sequence[Purchases],
        unseen: Sequence[Card],
        emptied: frozenset[int],
        chance: Random,
        most_steps: int,
    ) -> None:
        shuffled = chance.sample(unseen, len(unseen))
        self.cards = sorted(shuffled, key=lambda card: -card.points)
        self.wanted = wanted
        self.emptied = emptied
        self.chance = chance
        self.sums = self._suffix_sums(frozenset())
        self.joint_sums = self._suffix_sums(emptied)
        self.owners = [_DECK] * len(self.cards)
        self.dead: set[tuple[int, tuple[Purchases, ...]]] = set()
        self.reach: dict[tuple[int, _Counts], int] = {}
        self.joint_reach: dict[tuple[int, _Counts], int] = {}
        self.steps_left = most_steps

    def found(self) -> list[list[int]] | None:
        """Return the ids of the cards that each player bought; None if no choice fits."""
        if not self._possible(0, tuple(self.wanted)) or not self._give(0, tuple(self.wanted)):
            return None
        players = range(len(self.wanted))
        owned = list(zip(self.cards, self.owners, strict=True))
        return [sorted(card.id for card, owner in owned if owner == p) for p in players]

    def _give(self, place: int, wanted: tuple[Purchases, ...]) -> bool:
        """Give away the card at `place` and all after it; return True if that was possible."""
        if place == len(self.cards):
            return True
        if (place, wanted) in self.dead:
            return False
        self.steps_left -= 1
        if self.steps_left < 0:
            raise StepLimitReached
        for owner in self._owners(place, wanted):
            after = self._after(place, wanted, owner)
            if self._possible(place + 1, after):
                self.owners[place] = owner
                if self._give(place + 1, after):
                    return True
        self.dead.add((place, wanted))
        return False

    def _owners(self, place: int, wanted: tuple[Purchases, ...]) -> list[int]:
        """Return the possible owners in random order; those who want more tend to come first."""
        card = self.cards[place]
        wants = [player.counts[card.color] for player in wanted]
        weights = dict(enumerate(wants))
        if card.tier not in self.emptied:
            left = len(self.sums[place][card.color]) - 1
            weights[_DECK] = left - sum(wants)
        lots = {owner: self.chance.random() ** (1 / n) for owner, n in weights.items() if n > 0}
        return sorted(lots, key=lambda owner: -lots[owner])

    def _after(
        self, place: int, wanted: tuple[Purchases, ...], owner: int
    ) -> tuple[Purchases, ...]:
        """Return the totals that are left after giving the card to the owner."""
        if owner == _DECK:
            return wanted
        card, player = self.cards[place], wanted[owner]
        counts = list(player.counts)
        counts[card.color] -= 1
        rest = Purchases(tuple(counts), player.points - card.points)
        return (*wanted[:owner], rest, *wanted[owner + 1 :])

    def _possible(self, place: int, wanted: tuple[Purchases, ...]) -> bool:
        """Return True if the cards from `place` on may suffice, in total and for each player."""
        totals = tuple(map(sum, zip(*(player.counts for player in wanted), strict=True)))
        points = [player.points for player in wanted]
        if min(points) < 0:
            return False
        joint = _reachable(self.joint_reach, self.joint_sums, place, totals)
        return bool(joint >> sum(points) & 1) and all(
            _reachable(self.reach, self.sums, place, player.counts) >> player.points & 1
            for player in wanted
        )

    def _suffix_sums(self, included: frozenset[int]) -> _SumTables:
        """Return the possible sums of points by place, color and number of cards from there on.

        All cards of the tiers in `included` must be among them.
        """
        tables = [[[1] for _ in COLORS]]
        for card in reversed(self.cards):
            table = list(tables[-1])
            old = table[card.color]
            with_it = [0, *(sums << card.points for sums in old)]
            without = [0] * len(with_it) if card.tier in included else [*old, 0]
            table[card.color] = [a | b for a, b in zip(with_it, without, strict=True)]
            tables.append(table)
        return tables[::-1]


def _reachable(
    known: dict[tuple[int, _Counts], int], tables: _SumTables, place: int, counts: _Counts
) -> int:
    """Return the possible sums of points, given how many cards of each color from `place` on."""
    key = place, counts
    if key not in known:
        total = 1
        for sums, count in zip(tables[place], counts, strict=True):
            total = _added(total, sums[count]) if count < len(sums) else 0
        known[key] = total
    return known[key]


def _added(one: int, other: int) -> int:
    """Return all sums of one number from each set, with sets as bits."""
    total = 0
    while other:
        low = other & -other
        total |= one * low
        other ^= low
    return total
