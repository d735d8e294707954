"""The options of Splendor's rules, and the presets."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args

from gemgrove.variant import shown

OverLimit = Literal["return", "forbid"]
Nobles = Literal["choose", "first", "all"]
TakeFewer = Literal["forced", "free", "never"]
Payment = Literal["auto", "choose"]

_CHOICES: dict[str, tuple[str, ...]] = {
    "over_limit": get_args(OverLimit),
    "nobles": get_args(Nobles),
    "take_fewer": get_args(TakeFewer),
    "payment": get_args(Payment),
}
_FLAGS = ("deck_reserve", "return_gold")
_MOST_DIGITS = 9
_RANGES = {"players": (2, 4), "target_points": (1, 100), "turn_limit": (1, 10_000)}

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
}
PRESETS = tuple(_PRESETS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One value for each option; the defaults are the printed rules for two players.

    >>> Rules.preset("core", players=3).over_limit
    'forbid'
    """

    players: int = 2
    deck_reserve: bool = True
    """The unseen top card of a deck may be reserved."""
    over_limit: OverLimit = "return"
    """`return`: what is above 10 tokens goes back. `forbid`: a take above 10 is not legal, and
    reserving gives gold only below 10."""
    return_gold: bool = True
    nobles: Nobles = "choose"
    """When several qualify: the player's choice, the `first` in table order, or `all`."""
    take_fewer: TakeFewer = "forced"
    """Fewer than three different tokens: when no more colors are left, `free`ly, or `never`."""
    payment: Payment = "auto"
    """`choose`: the player may pay gold for a token they do have."""
    target_points: int = 15
    first_player: int | Literal["random"] = 0
    """A seat, or `random`: decided by the deal."""
    turn_limit: int = 200
    """Turns of each player, after which the game is scored as it stands."""

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not _is_whole(value) or not low <= value <= high:
                raise ValueError(f"{name} is {shown(value)}; it must be a number, {low} to {high}.")
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                raise ValueError(f"{name} is {shown(value)}; it can be {_listed(choices)}.")
        for name in _FLAGS:
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise ValueError(f"{name} is {shown(value)}; it must be True or False.")
        first = self.first_player
        if first != "random" and not (_is_whole(first) and 0 <= first < self.players):
            raise ValueError(
                f"first_player is {shown(first)}; it can be a seat, 0 to {self.players - 1}, "
                "or 'random'."
            )

    @classmethod
    def preset(cls, name: str, /, **options: Any) -> "Rules":
        """The named rules, with some options replaced."""
        if name not in _PRESETS:
            raise ValueError(
                f"There are no rules {shown(name)}; the presets are {_listed(PRESETS)}."
            )
        return cls.from_dict(_PRESETS[name] | options)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Rules":
        """The rules with these options; those not named are as printed."""
        return cls().replaced(values)

    def replaced(self, options: Mapping[str, Any]) -> "Rules":
        """These rules with other values for some options."""
        known = [field.name for field in fields(self)]
        for name in options:
            if name not in known:
                raise ValueError(
                    f"The rules have no option {shown(name)}; they have {_listed(known)}."
                )
        return replace(self, **options)

    def to_dict(self) -> dict[str, Any]:
        """Every option by name."""
        return asdict(self)

    @classmethod
    def parse(cls, spec: str) -> "Rules":
        """The rules of a spec: a preset's name and, after a colon, options.

        >>> Rules.parse("arena:players=2,payment=choose").payment
        'choose'
        """
        name, _, rest = spec.strip().partition(":")
        options: dict[str, Any] = {}
        for part in filter(None, rest.split(",")):
            option, equals, value = part.partition("=")
            if not equals:
                raise ValueError(
                    f"Rules {shown(spec)}: {shown(part)} must be an option and its value, as in "
                    "official:players=3."
                )
            option = option.strip()
            if option in options:
                raise ValueError(f"Rules {shown(spec)}: the option {shown(option)} is there twice.")
            options[option] = _read_value(value.strip())
        return cls.preset(name.strip(), **options)

    @property
    def spec(self) -> str:
        """The nearest preset with the options that differ, always with the players."""
        candidates = [(name, self._differences(name)) for name in PRESETS]
        name, differences = min(candidates, key=lambda candidate: len(candidate[1]))
        options = {"players": self.players} | differences
        return f"{name}:" + ",".join(f"{key}={value}" for key, value in options.items())

    def __str__(self) -> str:
        return self.spec

    def _differences(self, name: str) -> dict[str, Any]:
        other = Rules.preset(name, players=self.players).to_dict()
        return {key: value for key, value in self.to_dict().items() if other[key] != value}


def _read_value(text: str) -> int | bool | str:
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
        return int(text)
    return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _listed(names: Any) -> str:
    return ", ".join(map(str, names))
