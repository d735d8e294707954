"""The page of the levels: their names and sentences, what they play, and their measured ratings."""

from collections.abc import Iterator
from pathlib import Path

from docs.game_page import NOTE, PLAYERS, heading
from gemgrove.agents import DEFAULT_LEVEL, LEVELS
from gemgrove.game import GAMES, GameName
from tools.calibrate_levels import (
    RESULTS,
    Calibration,
    RatedBot,
    level_bots,
    network_digest,
    results_file,
)

_INTRODUCTION = f"""
People choose how strong their opponents are by six levels, which exist for every game and number of
players. The page and the terminal begin with `{DEFAULT_LEVEL}`.
"""
_USE = """
A level is a bot like any other, by its lowercase name:

```
gemgrove play --vs beginner
gemgrove play arboretum --players 3 --vs casual,expert
gemgrove arena expert champion ./mybot.py --games 200
```

`agents.make("beginner", seed=7)` makes one in Python. A server offers the six by default, and its
host may choose: `bots = ["Easy = beginner", "Hard = expert", "greedy"]` in its settings.

Levels are limited by iterations and never by the clock, so they are equally strong on every
machine, and with the same seed they play the same game. The weaker ones do not play at random: they
draw their moves from the policy of the network in [champions.md](champions.md), at a temperature,
so the worse a move looks, the rarer it is. At 1, a move is drawn as often as the network expects
strong play to choose it; at 0 the most likely one is played. The stronger ones search with the
network. None of them sees a hidden card.

Where the package has no network for a game, the weaker levels draw from the heuristic priors of
`mcts`, and the stronger ones search as `mcts` does; these levels are not as evenly spaced.
"""
_MEASURING = """
Elo is relative to the mean of the six, with the 95 % interval; with three or four players it is
based on who finished above whom. A bot that is 200 above another one finishes above it in three of
four games. To measure again, after a change of networks or settings (hours for all; it can be
stopped and goes on where it was):

```
python -m tools.calibrate_levels
make docs
```

`python -m tools.calibrate_levels splendor --players 2 --choose` finds evenly spaced settings.
"""


def page(results: Path = RESULTS) -> Iterator[str]:
    yield "# Levels: how strong an opponent is"
    yield ""
    yield NOTE
    yield from _INTRODUCTION.rstrip().splitlines()
    yield ""
    yield "| level | |"
    yield "|---|---|"
    for level in LEVELS:
        yield f"| {level.title} | {level.sentence} |"
    yield ""
    yield from _USE.strip().splitlines()
    yield from heading("How strong they are")
    yield from _MEASURING.strip().splitlines()
    for game in GAMES:
        for players in PLAYERS:
            yield from _table(game, players, results)


def _table(game: GameName, players: int, results: Path) -> Iterator[str]:
    yield ""
    yield f"### {game.capitalize()}, {players} players"
    yield ""
    bots, found = level_bots(game, players), _current(game, players, results)
    if found is None:
        yield "Not measured yet with these settings."
        yield ""
    yield "| level | plays as | Elo | 95 % | above the one before | per move |"
    yield "|---|---|---|---|---|---|"
    before: RatedBot | None = None
    for place, level in enumerate(LEVELS):
        rated = None if found is None else found.levels[place]
        yield f"| {level.title} | `{bots[place]}` | {_figures(rated, before)} |"
        before = rated
    if found is not None:
        yield ""
        yield f"{found.games} games."


def _current(game: GameName, players: int, results: Path) -> Calibration | None:
    """Return the ratings of the levels as they are now; None if they have not been measured."""
    file = results_file(game, players, results)
    if not file.exists():
        return None
    found = Calibration.load(file)
    same = (found.network, found.bots) == (network_digest(game, players), level_bots(game, players))
    return found if same else None


def _figures(rated: RatedBot | None, before: RatedBot | None) -> str:
    if rated is None:
        return "| | |"
    ends = ("open" if end is None else f"{end:+.0f}" for end in (rated.low, rated.high))
    gap = "" if before is None else f"{rated.elo - before.elo:+.0f}"
    return (
        f"{rated.elo:+.0f} | {' to '.join(ends)} | {gap} | {1000 * rated.seconds_per_decision:g} ms"
    )
