"""The six levels that people choose from, and the bots that play at them.

A level is a bot with a plain name, such as `beginner`, that can be used wherever a bot is named.
How it plays depends on the game and the number of players, since networks differ in strength. The
weaker levels draw their moves from the network's policy, so that even their slips are moves that
somebody might make; the stronger ones search. They are limited by iterations, never by time, so a
level is equally strong on every machine. `tools/calibrate_levels.py` chooses the settings and
measures them; docs/levels.md has the results.

Where the package has no network that can play a game, the weaker levels draw from the priors of
`mcts` in its place, and the stronger ones search as `mcts` does.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from gemgrove.agents.agent import NamedAgent, begin, limit
from gemgrove.game import Playable, View
from gemgrove.rng import checked_seed
from gemgrove.variant import Variant, shown


@dataclass(frozen=True, slots=True)
class Level:
    """A level, with the sentence that tells it from its neighbors."""

    name: str
    sentence: str

    @property
    def title(self) -> str:
        """The name that people see."""
        return self.name.capitalize()


LEVELS = (
    Level("beginner", "Knows the rules, but often plays a poor move."),
    Level("casual", "Has good ideas and still slips in many turns."),
    Level("intermediate", "Plays by instinct and slips now and then."),
    Level("advanced", "Looks a little ahead before every move."),
    Level("expert", "Looks well ahead and punishes mistakes."),
    Level("champion", "Looks furthest ahead: the strongest opponent."),
)
"""All levels, weakest first."""

DEFAULT_LEVEL = LEVELS[2].name
"""The opponent of somebody who names none."""

CHAMPION = LEVELS[-1].name
"""The strongest level, which is a bot with options of its own (`gemgrove.agents.champion`)."""

_USUAL = (
    "policy:temperature=1.5",
    "policy:temperature=0.85",
    "policy:temperature=0.4",
    "champion:iterations=24",
    "champion:iterations=100",
    CHAMPION,
)
"""The levels of games that have not been calibrated."""

_CALIBRATED: Mapping[tuple[str, int], tuple[str, ...]] = {
    ("splendor", 2): _USUAL,
}
"""The levels by game and number of players, weakest first."""

_WITHOUT_NETWORK = (
    "champion:iterations=1,temperature=1",
    "champion:iterations=1,temperature=0.6",
    "champion:iterations=1,temperature=0.3",
    "champion:iterations=8",
    "champion:iterations=64",
    CHAMPION,
)
"""The levels where the package has no network. There `champion` searches as `mcts` does, and one
iteration leaves the priors as they are."""


def find_level(name: str) -> Level:
    """Return the level with this name; raise a `ValueError` if there is none."""
    for level in LEVELS:
        if level.name == name:
            return level
    names = ", ".join(level.name for level in LEVELS)
    raise ValueError(f"There is no level {shown(name)}; the levels are {names}.")


def level_spec(name: str, variant: Variant) -> str:
    """Return the spec of the bot that plays `variant` at a level."""
    from gemgrove.agents.champion import own_network

    place = LEVELS.index(find_level(name))
    if own_network(variant) is None:
        return _WITHOUT_NETWORK[place]
    return _CALIBRATED.get((variant.name, variant.rules.players), _USUAL)[place]


class LevelAgent:
    """Plays each game with the bot that has the level's strength there."""

    def __init__(self, level: str, *, seed: int | None = None) -> None:
        self.spec = find_level(level).name
        self._seeds = random.Random(checked_seed(seed))
        self._variant: Variant | None = None
        self._bot: NamedAgent | None = None
        self._bot_spec = ""
        self._at_most: float | None = None

    def begin(self, view: View) -> None:
        """Tell the bot that a game begins."""
        begin(self._bot_for(view.variant), view)

    def limit(self, seconds: float) -> None:
        """Limit the next decision to this many seconds."""
        self._at_most = seconds

    def choose(self, view: View) -> Playable:
        """Return the bot's choice."""
        bot = self._bot_for(view.variant)
        at_most, self._at_most = self._at_most, None
        if at_most is not None:
            limit(bot, at_most)
        return bot.choose(view)

    def _bot_for(self, variant: Variant) -> NamedAgent:
        """Return the bot that plays `variant`; it is kept as long as it is the right one."""
        if self._bot is None or variant is not self._variant:
            from gemgrove.agents.spec import make

            spec = level_spec(self.spec, variant)
            if self._bot is None or spec != self._bot_spec:
                self._bot = make(spec, seed=self._seeds.getrandbits(64))
            self._variant, self._bot_spec = variant, spec
        return self._bot
