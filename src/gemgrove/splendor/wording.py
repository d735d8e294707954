"""How cards and gems are spoken of: with the signs of the table, or in words only."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gemgrove.splendor.cards import Card
from gemgrove.splendor.colors import COLORS, TOKENS
from gemgrove.splendor.render import SHAPES, gems, points_text
from gemgrove.telling import counted, listed


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said of gems by color, of a card (None: unknown) and of points."""

    gems: Callable[[Sequence[int]], str]
    card: Callable[[Card | None], str]
    points: Callable[[int], str]


def gems_in_words(numbers: Sequence[int]) -> str:
    """Gems by color, such as `3 white and 1 red`; empty for none."""
    named = [f"{number} {TOKENS[color]}" for color, number in enumerate(numbers) if number]
    return listed(named) if named else ""


def points_in_words(points: int) -> str:
    """Points with their unit; empty for none."""
    return counted(points, "point") if points else ""


def _card_in_signs(card: Card | None) -> str:
    if card is None:
        return "a card"
    points = f" ({points_text(card.points)})" if card.points else ""
    return f"{SHAPES[card.color]} {COLORS[card.color]}{points}"


def _card_in_words(card: Card | None) -> str:
    if card is None:
        return "a card"
    points = f" of {counted(card.points, 'point')}" if card.points else ""
    return f"the {COLORS[card.color]} card{points}"


SIGNS = Wording(gems, _card_in_signs, points_text)
WORDS = Wording(gems_in_words, _card_in_words, points_in_words)
