"""A position as the numbers of a state."""

from functools import lru_cache

from gemgrove.compat.splendor_arena.layout import CARD, COLORS, NOBLE, RESERVES, recolored
from gemgrove.game import Game, View
from gemgrove.splendor.cards import Card, CardSet, Noble
from gemgrove.splendor.game import Splendor


def numbers_of(position: Game | View, first: int) -> list[int]:
    """The numbers of a position, the given native seat as player 1."""
    variant = position.variant
    assert isinstance(variant, Splendor)
    fields = variant.fields(position)
    cards, nobles = _numbers_by_id(variant.cards)
    numbers: list[int] = []
    for row in fields["market"]:
        for card in row:
            numbers += cards[card]
    for noble in fields["nobles"]:
        numbers += nobles[noble]
    numbers += recolored(fields["bank"])
    seats = fields["players"]
    for player in seats[first:] + seats[:first]:
        numbers += recolored(player["tokens"])
        numbers += recolored(player["bonuses"])
        numbers.append(player["points"])
        for card, _ in player["reserved"]:
            numbers += cards[card]
        numbers += _EMPTY_CARD * (RESERVES - len(player["reserved"]))
        numbers.append(len(player["bought"]))
    return numbers


def card_numbers(card: Card) -> tuple[int, ...]:
    """The eleven numbers of a card."""
    bonus = [int(color == card.color) for color in range(len(COLORS))]
    return (*recolored(card.cost), *recolored(bonus), card.points)


def noble_numbers(noble: Noble) -> tuple[int, ...]:
    """The six numbers of a noble."""
    return (*recolored(noble.requirement), noble.points)


_EMPTY_CARD = (0,) * CARD
_EMPTY_NOBLE = (0,) * NOBLE
_CACHED = 16


@lru_cache(maxsize=_CACHED)
def _numbers_by_id(of: CardSet) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The numbers of a set's cards and nobles by id; an empty place, -1, comes last."""
    cards = [*map(card_numbers, of.cards), _EMPTY_CARD]
    return cards, [*map(noble_numbers, of.nobles), _EMPTY_NOBLE]
