"""A position as the numbers of a state."""

from gemgrove.compat.splendor_arena.layout import CARD, COLORS, NOBLE, RESERVES, recolored
from gemgrove.game import Game, View
from gemgrove.splendor.cards import Card, CardSet, Noble


def numbers_of(position: Game | View, first: int) -> list[int]:
    """The numbers of a position, the given native seat as player 1."""
    fields = position.variant.fields(position)
    numbers: list[int] = []
    for row in fields["market"]:
        for card in row:
            numbers += _CARDS[card]
    for noble in fields["nobles"]:
        numbers += _NOBLES[noble]
    numbers += recolored(fields["bank"])
    seats = fields["players"]
    for player in seats[first:] + seats[:first]:
        numbers += recolored(player["tokens"])
        numbers += recolored(player["bonuses"])
        numbers.append(player["points"])
        for card, _ in player["reserved"]:
            numbers += _CARDS[card]
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
# By id; nothing, which is -1 there, comes last.
_CARDS = (*map(card_numbers, CardSet.builtin().cards), _EMPTY_CARD)
_NOBLES = (*map(noble_numbers, CardSet.builtin().nobles), _EMPTY_NOBLE)
