"""A run's settings, which are stored in its file."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from gemgrove.analysis.sprt import Sprt
from gemgrove.variant import shown

ROUND_ROBIN = "round robin"
GAUNTLET = "gauntlet"
SPRT = "sprt"
SCHEDULES = (ROUND_ROBIN, GAUNTLET, SPRT)


class SettingsError(ValueError):
    """The settings of a run are impossible."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that plays in the run."""

    number: int
    """From 0, in the order in which the bots were given."""
    name: str
    """The bot's name in tables, unique in the run."""
    spec: str
    """The spec that the bot is made from."""
    fingerprint: str | None = None
    """The hash of the bot's files, if it has any."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The game, its rules, the schedule and the version of the program."""

    game: str
    rules: str
    """The rules as one word, such as `official:players=3`."""
    players: int
    schedule: str
    """`round robin`, `gauntlet` or `sprt`."""
    games: int
    """The number of games per table, in whole blocks."""
    seed: int | None
    """The seed of the first deal; each further deal has the next number. None if the deals come
    from a secret."""
    time: str | None
    """The time control of every bot, such as `60+1`; with None only programs have one, the usual
    one."""
    length_unit: str
    """The unit of a game's length."""
    version: str
    """The program's version."""
    encoding: Mapping[str, int] = field(hash=False)
    """The versions of the game's encodings."""
    variant: Mapping[str, Any] = field(hash=False)
    """The complete rules and data of the game."""
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.schedule not in SCHEDULES:
            raise SettingsError(
                f"The schedule is {shown(self.schedule)}; it must be {', '.join(SCHEDULES)}."
            )
        if (self.sprt is None) == (self.schedule == SPRT):
            raise SettingsError("A test, and nothing else, has the bounds of one.")
        if self.games < 1 or self.games % self.players:
            raise SettingsError(
                f"Each table has {self.games} games; it must be a multiple of {self.players}, "
                "so that every deal is played from each seat."
            )

    @property
    def blocks(self) -> int:
        """The number of blocks per table."""
        return self.games // self.players

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Settings":
        sprt = values.get("sprt")
        try:
            return cls(**{**values, "sprt": None if sprt is None else Sprt(**sprt)})
        except TypeError as error:
            raise SettingsError(f"The settings of the run cannot be read: {error}.") from error


def whole_blocks(games: int, players: int) -> int:
    """Round a number of games up, so that every deal is played from each seat."""
    return -(-games // players) * players
