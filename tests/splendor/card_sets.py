"""Card sets for tests."""

from dataclasses import replace

from gemgrove.splendor import Card, CardSet, Noble
from gemgrove.splendor.cards import Gems

FREE: Gems = (0, 0, 0, 0, 0)
WHITE: Gems = (1, 0, 0, 0, 0)
RED: Gems = (0, 0, 0, 1, 0)
TOO_EXPENSIVE: Gems = (15, 0, 0, 0, 0)


def uniform_set(cost: Gems = WHITE, *, points: int = 1, name: str = "cheap") -> CardSet:
    """The built-in set, except that all cards have this cost and these points."""
    builtin = CardSet.builtin()
    cards = tuple(replace(card, cost=cost, points=points) for card in builtin.cards)
    return CardSet(cards, builtin.nobles, name)


def small_set(cost: Gems = FREE, *, points: int = 0, nobles: tuple[Gems, ...] = ()) -> CardSet:
    """Four white cards in each tier, so that every deck is empty from the start."""
    cards = tuple(Card(place, place // 4 + 1, 0, points, cost) for place in range(12))
    required = nobles or ((9, 0, 0, 0, 0),) * 5
    return CardSet(cards, tuple(Noble(i, "", 3, gems) for i, gems in enumerate(required)))
