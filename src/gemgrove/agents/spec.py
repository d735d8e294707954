"""Bots by name: `random`, `random:seed=7`, `greedy`, `greedy@1`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from reprlib import repr as shown
from typing import Any

from gemgrove.agents.agent import NamedAgent
from gemgrove.agents.builtin import GreedyAgent, RandomAgent

_MOST_DIGITS = 20


class SpecError(ValueError):
    """A name that no bot has, or an option that the bot does not know."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot's name, the version where one is given, and its options.

    >>> str(BotSpec.parse("random:seed=7"))
    'random:seed=7'
    """

    name: str
    version: int | None = None
    options: Mapping[str, str] = field(default_factory=dict, hash=False)

    @classmethod
    def parse(cls, text: str) -> "BotSpec":
        """Read `name`, `name@version` or `name:option=value,option=value`."""
        head, _, tail = text.strip().partition(":")
        name, at, version = head.partition("@")
        if at and not _is_number(version):
            raise SpecError(f"Bot {shown(text)}: after @ comes a version, a number.")
        options: dict[str, str] = {}
        for part in filter(None, tail.split(",")):
            key, equals, value = part.partition("=")
            if not equals or not key.strip():
                raise SpecError(
                    f"Bot {shown(text)}: {shown(part)} must be an option and its value, "
                    "as in random:seed=7."
                )
            if key.strip() in options:
                raise SpecError(f"Bot {shown(text)}: the option {key.strip()} is there twice.")
            options[key.strip()] = value.strip()
        return cls(name.strip(), int(version) if at else None, options)

    def __str__(self) -> str:
        version = f"@{self.version}" if self.version is not None else ""
        options = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.name}{version}" + (f":{options}" if options else "")


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that can be named: how it is made, its versions, and its options with their types."""

    about: str
    make: Callable[..., NamedAgent]
    versions: tuple[int, ...] = ()
    options: Mapping[str, Callable[[str], Any]] = field(default_factory=dict)
    takes_seed: bool = False


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def _whole(text: str) -> int:
    if not _is_number(text):
        raise ValueError(f"a whole number of at most {_MOST_DIGITS} digits")
    return int(text)


_BOTS = {
    "random": Bot(
        "any legal move, each as likely as the other",
        RandomAgent,
        options={"seed": _whole},
        takes_seed=True,
    ),
    "greedy": Bot("the move that looks best one move ahead", GreedyAgent, versions=(1,)),
}


def available() -> Mapping[str, Bot]:
    """The bots that can be named."""
    return dict(_BOTS)


def make(spec: str | BotSpec, *, seed: int | None = None) -> NamedAgent:
    """The bot that `spec` names. `seed` makes one that plays by chance repeatable."""
    wanted = BotSpec.parse(spec) if isinstance(spec, str) else spec
    if not isinstance(wanted, BotSpec):
        raise TypeError(f"A bot is named by a text or a BotSpec, not {shown(spec)}.")
    if wanted.name not in _BOTS:
        raise SpecError(f"There is no bot {shown(wanted.name)}; the bots are {', '.join(_BOTS)}.")
    bot = _BOTS[wanted.name]
    if wanted.version is not None and wanted.version not in bot.versions:
        known = ", ".join(f"{wanted.name}@{version}" for version in bot.versions) or "none"
        raise SpecError(f"There is no {wanted.name}@{wanted.version}; its versions: {known}.")
    options = {key: _read_option(wanted, bot, key, text) for key, text in wanted.options.items()}
    if bot.takes_seed and seed is not None:
        options.setdefault("seed", seed)
    return bot.make(**options)


def _read_option(spec: BotSpec, bot: Bot, key: str, text: str) -> Any:
    if key not in bot.options:
        known = ", ".join(bot.options) or "none"
        raise SpecError(f"The bot {spec.name} has no option {shown(key)}; its options: {known}.")
    try:
        return bot.options[key](text)
    except ValueError as error:
        raise SpecError(f"{spec.name}: {key} is {shown(text)}; it must be {error}.") from None
