"""The settings of a run, which are written into its file."""

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
    """A bot of the run."""

    number: int
    """From 0, in the order in which the bots were given."""
    name: str
    """Its name in tables; no two bots have the same."""
    spec: str
    """The spec that it is made from."""
    fingerprint: str | None = None
    """The hash of its file, if it has one."""


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
    """Of each table; a whole number of blocks."""
    seed: int | None
    """Of the first deal; each further deal has the next number. None: the run has a secret."""
    time: str | None
    """The time control of every bot, such as `60+1`; None: only of programs, the usual one."""
    length_unit: str
    """The unit of a game's length."""
    version: str
    """Of the program."""
    encoding: Mapping[str, int] = field(hash=False)
    """The versions of the game's encodings."""
    variant: Mapping[str, Any] = field(hash=False)
    """The rules and data in full."""
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
        """Of each table."""
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
    """The number of games, rounded up so that every deal is played from each seat."""
    return -(-games // players) * players
