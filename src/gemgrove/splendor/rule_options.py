"""The options of Splendor's rules, and the presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from gemgrove.options import Check, Options, flag, number, one_of, seat_or_random

OverLimit = Literal["return", "return_drawn", "forbid"]
Nobles = Literal["choose", "first", "all"]
TakeFewer = Literal["forced", "free", "never"]
Payment = Literal["auto", "choose"]

_PRESETS: dict[str, dict[str, Any]] = {
    "official": {},
    "core": {
        "deck_reserve": False,
        "over_limit": "forbid",
        "nobles": "first",
        "take_fewer": "never",
    },
    "arena": {
        "players": 3,
        "deck_reserve": False,
        "return_gold": False,
        "nobles": "all",
        "take_fewer": "never",
    },
    "duel": {"deck_reserve": False},
    "escrow": {"over_limit": "return_drawn", "first_player": "random"},
}
PRESETS = tuple(_PRESETS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Options):
    """One value for each option; the defaults are the printed rules for two players.

    >>> Rules.preset("core", players=3).over_limit
    'forbid'
    >>> Rules.parse("arena:players=2,payment=choose").payment
    'choose'
    """

    game: ClassVar[str] = "splendor"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = _PRESETS
    checks: ClassVar[Mapping[str, Check]] = {
        "players": number(2, 4),
        "target_points": number(1, 100),
        "turn_limit": number(1, 10_000),
        "over_limit": one_of(get_args(OverLimit)),
        "nobles": one_of(get_args(Nobles)),
        "take_fewer": one_of(get_args(TakeFewer)),
        "payment": one_of(get_args(Payment)),
        "deck_reserve": flag,
        "return_gold": flag,
        "first_player": seat_or_random,
    }

    deck_reserve: bool = True
    """The unseen top card of a deck may be reserved."""
    over_limit: OverLimit = "return"
    """`return`: tokens above 10 are returned. `return_drawn`: the same, but only tokens taken this
    turn may be returned. `forbid`: a take above 10 is not legal, and reserving gives gold only
    below 10."""
    return_gold: bool = True
    nobles: Nobles = "choose"
    """If several qualify: the player may `choose`, or the `first` in table order or `all` come."""
    take_fewer: TakeFewer = "forced"
    """Taking fewer than three colors: `forced` if no more are left, `free`, or `never`."""
    payment: Payment = "auto"
    """`choose`: players may pay gold in place of tokens they have."""
    target_points: int = 15
    first_player: int | Literal["random"] = 0
    """A seat, or `random`: decided by the deal."""
    turn_limit: int = 200
    """The number of turns per player after which the game is scored as it stands."""

    def __post_init__(self) -> None:
        # dataclass(slots=True) creates a new class, which super() without arguments would not know.
        Options.__post_init__(self)
        if self.over_limit == "return_drawn" and not self.return_gold:
            raise ValueError(
                "over_limit is 'return_drawn', so return_gold must be True: the gold of a card "
                "reserved at 10 tokens is all that could go back."
            )
