"""The cards of Arboretum: ranks 1 to 8 of six, eight or ten species."""

from typing import NamedTuple

from gemgrove import _native
from gemgrove.variant import shown, whole

RANKS = _native.arboretum.RANKS
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
"""The species' names by letter, in the order of the cards' numbers."""
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
        """Read a card written as a letter and a rank; case does not matter."""
        if not isinstance(text, str):
            raise TypeError(f"A card is named by text such as M5, not by {shown(text)}.")
        word = text.strip().upper()
        if len(word) != 2 or word[0] not in SPECIES or word[1] not in "12345678":
            raise ValueError(no_card(text))
        return cls(word[0], int(word[1]))

    @classmethod
    def of(cls, number: int) -> "Card":
        """Return the card with this number, as used in positions and action numbers."""
        place = whole(number)
        if place is None or not 0 <= place <= _LAST:
            raise ValueError(f"{shown(number)} is not a card's number; those are 0 to {_LAST}.")
        return _CARDS[place]

    @property
    def number(self) -> int:
        """The card's number; raises a `ValueError` if there is no such card."""
        if not self.exists:
            raise ValueError(f"{no_card(str(self))}.")
        return _NUMBERS[self]

    @property
    def exists(self) -> bool:
        """True if there is such a card."""
        try:
            return self in _NUMBERS and whole(self.rank) is not None
        except TypeError:  # a field cannot be hashed
            return False

    @property
    def value(self) -> int:
        """The rank, as other engines call it."""
        return self.rank

    def __str__(self) -> str:
        return f"{self.species}{self.rank}"


_CARDS = tuple(Card(letter, rank) for letter in SPECIES for rank in range(1, RANKS + 1))
_LAST = len(_CARDS) - 1
_NUMBERS = {card: number for number, card in enumerate(_CARDS)}
NUMBERS = {str(card): number for card, number in _NUMBERS.items()}
"""The cards' numbers by text, such as M5."""


def no_card(text: str) -> str:
    """Return the error for a text that is not a card, without its full stop."""
    return (
        f"{shown(text)} is not a card; a card is a letter ({', '.join(SPECIES)}) "
        f"and a rank from 1 to {RANKS}, as in M5"
    )


def species_in_play(players: int) -> str:
    """Return the letters of the species in a game with this many players."""
    return LETTERS[: 2 + 2 * players]
