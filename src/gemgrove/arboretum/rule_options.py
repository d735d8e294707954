"""The options of Arboretum's rules, and the presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from gemgrove.options import Check, Options, flag, number, seat_or_random

_PRESETS: dict[str, dict[str, Any]] = {"official": {}, "seeded": {"seed_discards": True}}
PRESETS = tuple(_PRESETS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Options):
    """One value for each option; the defaults are the printed rules for two players.

    >>> Rules.preset("seeded", players=3).spec
    'seeded:players=3'
    """

    game: ClassVar[str] = "arboretum"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = _PRESETS
    checks: ClassVar[Mapping[str, Check]] = {
        "players": number(2, 4),
        "seed_discards": flag,
        "first_player": seat_or_random,
    }

    seed_discards: bool = False
    """All but the starting player begin with one card on their pile, as in an older edition."""
    first_player: int | Literal["random"] = 0
    """A seat, or `random`: decided by the deal."""
