"""The bots that a host allows at its tables, and how much they may think.

The host's list contains an entry for each, weakest first:

    Beginner = beginner
    Champion = champion
    Master = mcts:iterations<=2000,seconds<=2
    greedy

Before the equals sign is the bot's title, from which its name in requests (`master`) is derived;
without a title, both are the bot's own name. A request may lower an option that has a maximum
(`option<=most`), as in `master:iterations=500`; otherwise it is at its maximum. Options with a
value (`option=value`) are fixed by the host, and no others can be requested. So a request from the
network is compared with the list and never read as a path or a command.

Entries are numbered for people to choose from. If there are levels of `gemgrove.agents.levels`
among them, bots without a title are not numbered: they are for those who know their names.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from math import isfinite
from typing import Annotated, Self

import msgspec
from msgspec import Meta

from gemgrove import agents
from gemgrove.agents import LEVELS, MODEL, Bot, BotSpec, SpecError
from gemgrove.agents.spec import check_playable, unknown_bot
from gemgrove.variant import Variant, shown

DEFAULT = (
    *(f"{level.title} = {level.name}" for level in LEVELS),
    "greedy",
    "mcts:iterations<=2000,seconds<=2",
    "random",
)
"""The bots if the host names none."""
TAKES_OVER = "greedy"
"""The bot that plays on for a player who has left, unless the host names another."""

_SENTENCES = {level.name: level.sentence for level in LEVELS}
_ENTRY = re.compile(r"(?:(?P<title>[^:=<]*)=)?(?P<spec>.*)", re.DOTALL)
_MAX_TITLE_LENGTH = 24
_MAX_REQUEST_LENGTH = 100
_AT_MOST = "<="


class AllowlistError(ValueError):
    """An invalid list of bots."""


class NotAllowed(ValueError):  # noqa: N818 - it describes the request
    """A bot that this server does not allow, or one that would think for too long."""


class OfferedBot(msgspec.Struct, frozen=True):
    """A bot from the host's list, as sent to clients."""

    bot: str
    title: str
    level: Annotated[
        int | None,
        Meta(description="From 1, the weakest; null for a bot that is not one of the levels."),
    ]
    about: Annotated[str, Meta(description="A sentence or phrase about how it plays.")]
    most: Annotated[
        dict[str, float], Meta(description="The options that may be requested, and their maxima.")
    ]


@dataclass(frozen=True, slots=True)
class Offer:
    """An entry of the list."""

    name: str
    """The bot's name in requests."""
    title: str
    """The title that people see."""
    level: int | None
    """From 1, the weakest; None for a bot that is not one of the levels."""
    bot: BotSpec
    """The bot, with the options that the host has fixed."""
    most: Mapping[str, int | float] = field(default_factory=dict, hash=False)
    """The options that may be requested, with their maxima."""
    has_title: bool = True
    """False if the host has given it none, so that its title is the bot's own name."""

    @classmethod
    def parse(cls, entry: str) -> Self:
        """Read an entry such as `Master = mcts:iterations<=2000`; it may raise `AllowlistError`."""
        found = _ENTRY.fullmatch(entry.strip())
        assert found is not None  # the pattern matches any text
        try:
            spec, caps = _without_caps(found["spec"])
            title = spec.short if found["title"] is None else found["title"].strip()
            most = {key: _cap(spec, key, text) for key, text in caps.items()}
            offer = cls(_name(title), title, None, spec, most, found["title"] is not None)
            agents.make(offer.admit({}).spec)
        except (ValueError, OSError) as error:
            raise AllowlistError(f"The bot {shown(entry)} cannot be offered. {error}") from error
        return offer

    @property
    def about(self) -> str:
        """A sentence or phrase about how it plays: that of a level for the level itself."""
        if self.bot.options or self.most:
            return _kind(self.bot).about
        return _SENTENCES.get(self.bot.name) or _kind(self.bot).about

    @property
    def longest(self) -> float:
        """The maximum number of seconds for a decision; 0: other options limit it."""
        return float(self.most.get("seconds", self.bot.options.get("seconds", 0)))

    def admit(self, requested: Mapping[str, str]) -> "Admitted":
        """Return the bot with these options; raise `NotAllowed` if one is unknown or too large."""
        values = dict(self.most)
        values |= {key: self._read(key, text) for key, text in requested.items()}
        admitted = Admitted(self, values)
        if requested:
            try:
                agents.make(admitted.spec)
            except SpecError as error:
                raise NotAllowed(str(error)) from None
        return admitted

    def lower(self, requested: Mapping[str, str]) -> "Admitted":
        """Return the bot with those of these options that are allowed."""
        values = dict(self.most)
        for key, text in requested.items():
            with suppress(NotAllowed):
                values[key] = self.admit({key: text}).options[key]
        return Admitted(self, values)

    def _read(self, key: str, text: str) -> int | float:
        if key not in self.most:
            known = ", ".join(self.most) or "none"
            raise NotAllowed(
                f"The bot {self.name} has no option {shown(key)} on this server; its options: "
                f"{known}."
            )
        value = _number(self.bot, key, text, NotAllowed)
        if value > self.most[key]:
            raise NotAllowed(
                f"{self.name}: {key} is {shown(text)}; on this server it can be at most "
                f"{_written(self.most[key])}."
            )
        return value


@dataclass(frozen=True, slots=True)
class Admitted:
    """A bot from the list with options within their limits."""

    offer: Offer
    options: Mapping[str, int | float] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """The public name, which includes every option that could be requested."""
        return str(BotSpec(self.offer.name, options=self._texts))

    @property
    def spec(self) -> str:
        """The bot's spec for a worker. It may name a file of the host, so nobody else sees it."""
        bot = self.offer.bot
        return str(BotSpec(bot.name, bot.version, {**bot.options, **self._texts}))

    def check_playable(self, variant: Variant) -> None:
        """Raise `NotAllowed` if the bot cannot play this variant."""
        try:
            check_playable([self.spec], variant)
        except SpecError:  # its text may name a file of the host
            raise NotAllowed(
                f"The bot {self.offer.name} cannot play {variant.name} with "
                f"{variant.rules.players} players by these rules."
            ) from None

    @property
    def _texts(self) -> dict[str, str]:
        return {key: _written(value) for key, value in self.options.items()}


class Allowlist:
    """The host's list.

    >>> allowed = Allowlist.parse(["greedy", "Master = mcts:iterations<=2000"])
    >>> allowed.admit("master:iterations=500").spec
    'mcts:iterations=500'
    """

    def __init__(self, offers: Iterable[Offer], *, takes_over: str = TAKES_OVER) -> None:
        self.offers = tuple(offers)
        """All entries; those with a level are weakest first."""
        if not self.offers:
            raise AllowlistError(
                "The list of bots is empty; it needs at least the one that takes over seats."
            )
        self._by_name: dict[str, Offer] = {}
        for offer in self.offers:
            if self._by_name.setdefault(offer.name, offer) is not offer:
                raise AllowlistError(
                    f"Two bots have the name {offer.name}; give one of them another title."
                )
        try:
            self.takes_over = self.admit(takes_over)
            """The bot that plays on for a player who has left."""
        except NotAllowed as error:
            raise AllowlistError(
                f"The bot that takes over seats must be in the list. {error}"
            ) from None

    @classmethod
    def parse(cls, entries: Iterable[str] = DEFAULT, *, takes_over: str = TAKES_OVER) -> Self:
        """Read the entries of a list, weakest first."""
        return cls(_numbered([Offer.parse(entry) for entry in entries]), takes_over=takes_over)

    def admit(self, requested: str) -> Admitted:
        """Return the requested bot; raise `NotAllowed`, with a sentence, if it is not allowed.

        It is requested by its name on this server or, if it comes with this package, by its own
        name, which stands for the strongest of that kind.
        """
        if not isinstance(requested, str) or len(requested) > _MAX_REQUEST_LENGTH:
            raise NotAllowed(
                f"A bot is requested by a name of at most {_MAX_REQUEST_LENGTH} characters, such "
                f"as {self.takes_over.name}."
            )
        name, options = _parse_request(requested)
        offer = self._find(name) or self._find("-".join(name.casefold().split()))
        if offer is None:
            names = ", ".join(self._by_name)
            raise NotAllowed(f"This server offers no bot {shown(name)}; its bots: {names}.")
        return offer.admit(options)

    def playing(self, name: str) -> Admitted:
        """Return the bot for a seat that was given to the bot with this `Admitted.name`.

        If the list has changed since, the game goes on: with the options that are allowed now, or
        with the bot that takes over seats.
        """
        try:
            found, options = _parse_request(name)
        except NotAllowed:
            return self.takes_over
        offer = self._by_name.get(found)
        return self.takes_over if offer is None else offer.lower(options)

    def described(self) -> list[OfferedBot]:
        """Return the list as sent to clients."""
        return [
            OfferedBot(offer.name, offer.title, offer.level, offer.about, {**offer.most})
            for offer in self.offers
        ]

    def _find(self, name: str) -> Offer | None:
        if name in self._by_name:
            return self._by_name[name]
        own = [
            offer
            for offer in self.offers
            if offer.bot.source == "named" and name == str(BotSpec(offer.bot.name))
        ]
        return own[-1] if own else None


def _numbered(offers: Sequence[Offer]) -> list[Offer]:
    """Number the levels and the entries with a title; without any level, all entries."""
    has_levels = any(offer.bot.name in _SENTENCES for offer in offers)
    numbers = count(1)
    return [
        replace(offer, level=next(numbers))
        if not has_levels or offer.has_title or offer.bot.name in _SENTENCES
        else offer
        for offer in offers
    ]


def _parse_request(text: str) -> tuple[str, dict[str, str]]:
    """Return a request's name and options. Anything before the colon is only a name."""
    name, _, tail = text.strip().partition(":")
    try:
        return name.strip(), dict(BotSpec.parse(f"any:{tail}").options)
    except SpecError:
        raise NotAllowed(
            f"The bot {shown(text)} cannot be read; its name may be followed by a colon and "
            "options, as in mcts:iterations=500."
        ) from None


def _without_caps(text: str) -> tuple[BotSpec, dict[str, str]]:
    """Return an entry's bot with its fixed options, and the options that have a maximum."""
    head, _, tail = text.strip().partition(":")
    parts = [part for part in tail.split(",") if part.strip()]
    capped = [part.split(_AT_MOST, 1) for part in parts if _AT_MOST in part]
    fixed = ",".join(part for part in parts if _AT_MOST not in part)
    spec = BotSpec.parse(f"{head}:{fixed}" if fixed else head)
    if spec.source not in ("named", "model"):
        raise AllowlistError(
            "A server offers this package's bots and models; programs and Python files connect "
            "to it as players."
        )
    caps: dict[str, str] = {}
    for key, most in ((key.strip(), most.strip()) for key, most in capped):
        if key in caps or key in spec.options:
            raise AllowlistError(f"The option {shown(key)} is given twice.")
        caps[key] = most
    return spec, caps


def _kind(spec: BotSpec) -> Bot:
    """Return the bot of a spec; raise `AllowlistError` if there is none with that name."""
    if spec.source == "model":
        return MODEL
    known = agents.available()
    if spec.name not in known:
        raise AllowlistError(unknown_bot(spec.name))
    return known[spec.name]


def _cap(spec: BotSpec, key: str, text: str) -> int | float:
    known = _kind(spec).options
    if key not in known:
        raise AllowlistError(
            f"It has no option {shown(key)}; its options: {', '.join(known) or 'none'}."
        )
    return _number(spec, key, text, AllowlistError)


def _number(spec: BotSpec, key: str, text: str, error: type[ValueError]) -> int | float:
    """Return the value of a numeric option."""
    try:
        value = _kind(spec).options[key].read(text)
    except ValueError as found:
        raise error(f"{key} is {shown(text)}; it must be {found}.") from None
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise error(f"{key} is {shown(text)}; it must be a number.")
    return value


def _name(title: str) -> str:
    """Return the name for a bot with this title."""
    words = title.replace("-", " ").split()
    if not words or len(title) > _MAX_TITLE_LENGTH or not all(word.isalnum() for word in words):
        raise AllowlistError(
            f"Its title is {shown(title)}; a title has letters, digits, spaces and hyphens, "
            f"{_MAX_TITLE_LENGTH} at most."
        )
    return "-".join(words).casefold()


def _written(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
