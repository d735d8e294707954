"""Rule options, the same for every game: their values, presets and specs."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any, ClassVar, Self

from gemgrove.variant import Rules, shown

OFFICIAL = "official"
"""The preset that every game defines: the printed rules."""

_MOST_DIGITS = 9

Check = Callable[[Any, int], str]
"""Takes a value and the number of players; returns what the value must be, or "" if it is valid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Rules):
    """The base class of every game's rules, which have a field for each option."""

    game: ClassVar[str]
    """The name of the game, which is also that of its folder."""
    checks: ClassVar[Mapping[str, Check]]
    """A check for each option, in the order in which they are made."""
    presets: ClassVar[Mapping[str, Mapping[str, Any]]]
    """The options in which each preset differs from the printed rules."""

    players: int = 2

    def __post_init__(self) -> None:
        for name, check in self.checks.items():
            value = getattr(self, name)
            if wanted := check(value, self.players):
                raise ValueError(f"{name} is {shown(value)}; it {wanted}.")

    @classmethod
    def chosen(
        cls, rules: object, *, players: int | None = None, options: Mapping[str, Any]
    ) -> Self:
        """Create rules from a spec or rules; `players` and `options` override some options."""
        if isinstance(rules, str):
            kind: Any = cls
            found: Self = _parsed(kind, rules)
        elif isinstance(rules, cls):
            found = rules
        else:
            article = "an" if cls.game[0] in "aeiou" else "a"
            raise TypeError(
                f"rules is {shown(rules)}; it must be a preset's name, a spec or {article} "
                f"{cls.game}.{cls.__name__}."
            )
        if players is not None:
            options = {**options, "players": players}
        return found.replaced(options) if options else found

    @classmethod
    def preset(cls, name: str, /, **options: Any) -> Self:
        """Return a preset, with some options replaced."""
        if not isinstance(name, str) or name not in cls.presets:
            raise ValueError(
                f"There are no rules {shown(name)}; the presets are {', '.join(cls.presets)}."
            )
        return cls.from_dict({**cls.presets[name], **options})

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Create rules with these options; all others are as in the printed rules."""
        return cls().replaced(values)

    @classmethod
    def of_variant(cls, values: Mapping[str, Any]) -> Self:
        """Read the rules from the output of `Variant.to_dict`."""
        rules = values.get("rules")
        if not isinstance(rules, Mapping):
            raise ValueError(f"rules is {shown(rules)}; it must hold the options by name.")
        return cls.from_dict(rules)

    def replaced(self, options: Mapping[str, Any]) -> Self:
        """Return these rules with other values for some options."""
        if not isinstance(options, Mapping):
            raise TypeError(f"The options are {shown(options)}; they must be values by name.")
        known = [field.name for field in fields(self)]
        for name in options:
            if name not in known:
                raise ValueError(
                    f"The rules have no option {shown(name)}; they have {', '.join(known)}."
                )
        return replace(self, **options)

    def to_dict(self) -> dict[str, Any]:
        """Return every option by name."""
        return asdict(self)

    @classmethod
    def parse(cls, spec: str) -> Self:
        """Parse a spec: a preset's name, optionally followed by a colon and options."""
        if not isinstance(spec, str):
            raise TypeError(f"A spec is text such as official:players=3, not {shown(spec)}.")
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
                raise ValueError(f"Rules {shown(spec)}: the option {shown(option)} appears twice.")
            options[option] = _read_value(value.strip())
        return cls.preset(name.strip(), **options)

    @property
    def spec(self) -> str:
        """The closest preset, the number of players and the options that differ.

        Who begins does not count when choosing the closest preset.
        """
        candidates = [(name, self._differences(name)) for name in self.presets]
        name, differences = min(candidates, key=lambda each: len(each[1].keys() - {"first_player"}))
        options = {"players": self.players} | differences
        return f"{name}:" + ",".join(f"{key}={value}" for key, value in options.items())

    def __str__(self) -> str:
        return self.spec

    def _differences(self, name: str) -> dict[str, Any]:
        other = self.preset(name, players=self.players).to_dict()
        return {key: value for key, value in self.to_dict().items() if other[key] != value}


def number(low: int, high: int) -> Check:
    """Return a check for whole numbers from `low` to `high`."""

    def check(value: Any, _players: int) -> str:
        right = _is_whole(value) and low <= value <= high
        return "" if right else f"must be a number, {low} to {high}"

    return check


def one_of(choices: tuple[str, ...]) -> Check:
    """Return a check for one of these words."""

    def check(value: Any, _players: int) -> str:
        return "" if value in choices else f"can be {', '.join(choices)}"

    return check


def flag(value: Any, _players: int) -> str:
    return "" if isinstance(value, bool) else "must be True or False"


def seat_or_random(value: Any, players: int) -> str:
    """Check for a seat's number or `random`."""
    if value == "random" or (_is_whole(value) and 0 <= value < players):
        return ""
    return f"can be a seat, 0 to {players - 1}, or 'random'"


@lru_cache(maxsize=256)
def _parsed(kind: Any, spec: str) -> Any:
    return kind.parse(spec)


def _read_value(text: str) -> int | bool | str:
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
        return int(text)
    return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
