"""The cards of Arboretum: ranks 1 to 8 of six, eight or ten species."""

from typing import NamedTuple

from gemgrove.variant import shown

RANKS = 8
SPECIES = {
    "J": "jacaranda",
    "R": "royal poinciana",
    "C": "cassia",
    "M": "maple",
    "O": "oak",
    "W": "willow",
    "B": "blue spruce",
    "D": "dogwood",
    "T": "tulip poplar",
    "L": "olive",
}
"""The names by letter, in the order of the cards' numbers."""
LETTERS = "".join(SPECIES)


class Card(NamedTuple):
    """A card, such as M5, the maple of rank 5.

    >>> Card.parse("m5").number
    28
    """

    species: str
    rank: int

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card that a letter and a rank name; case does not matter."""
        word = text.strip().upper()
        if len(word) != 2 or word[0] not in SPECIES or word[1] not in "12345678":
            raise ValueError(no_card(text))
        return cls(word[0], int(word[1]))

    @classmethod
    def of(cls, number: int) -> "Card":
        """The card with this number."""
        return cls(LETTERS[number // RANKS], number % RANKS + 1)

    @property
    def number(self) -> int:
        """Its number in positions and action numbers; `ValueError` if there is no such card."""
        number = _NUMBERS.get(self)
        if number is None:
            raise ValueError(f"{no_card(str(self))}.")
        return number

    @property
    def value(self) -> int:
        """The rank, as other engines call it."""
        return self.rank

    def __str__(self) -> str:
        return f"{self.species}{self.rank}"


_NUMBERS = {Card.of(number): number for number in range(len(SPECIES) * RANKS)}


def no_card(text: str) -> str:
    """That a text names no card, in a sentence without its full stop."""
    return (
        f"{shown(text)} is no card; a card is a letter ({', '.join(SPECIES)}) "
        f"and a rank from 1 to {RANKS}, as in M5"
    )


def species_in_play(players: int) -> str:
    """The letters of the species that so many players use."""
    return LETTERS[: 2 + 2 * players]
