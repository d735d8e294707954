"""Types of the dictionaries and tuples, for type checkers. All values are plain."""

from typing import Any, TypeAlias, TypedDict

Move: TypeAlias = tuple[int, Any]
"""A kind of move and its payload: a dictionary or a list of counts."""


class Card(TypedDict):
    """A development card, or a place where no card can be seen."""

    prestige_points: int
    bonus_color: int
    cost: list[int]
    """By color, without gold."""
    tier: int
    """1 to 3."""
    id: int
    valid: bool
    """False if there is no card or it is hidden; then only the tier has a meaning."""


class Noble(TypedDict):
    """A noble, who visits a player with bonuses of at least `req`."""

    req: list[int]
    """By color, without gold."""
    prestige_points: int


class Player(TypedDict):
    """One player's cards and tokens."""

    tokens: list[int]
    """By color, gold last."""
    prestige_points: int
    reserved: list[Card]
    played: list[Card]
    nobles: list[Noble]


class Summary(TypedDict):
    """The whole table, as far as the current player may see it."""

    current_player: int
    bank: list[int]
    """By color, gold last."""
    market: list[list[Card]]
    """By tier, beginning with tier 1, and slot."""
    nobles: list[Noble]
    """The nobles that are still on the table."""
    players: list[Player]
