"""Measure how far apart the levels are, or choose settings for evenly spaced ones.

    python -m tools.calibrate_levels                          every game and number of players
    python -m tools.calibrate_levels splendor --players 2
    python -m tools.calibrate_levels splendor --players 2 --choose

The levels of `gemgrove.agents.levels` play each other in the arena, and the ratings go to
docs/levels/GAME-PLAYERSp.json, from which `make docs` writes docs/levels.md. With `--choose`, bots
of many strengths play instead, and the settings that divide the distance from the weakest to
`champion` evenly are printed: they belong in `_CALIBRATED` of that module.

The runs are kept in build/levels; a run that was stopped goes on where it was, and `--games` may be
increased. A run is named by the hash of its bots, their network and the version of this program:
those of others are never mixed.
"""

import argparse
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import comb, exp, log
from pathlib import Path
from typing import Any, Self

import gemgrove as gg
from gemgrove.agents import LEVELS
from gemgrove.agents.champion import own_digest
from gemgrove.agents.levels import CHAMPION, level_spec
from gemgrove.agents.search import ITERATIONS
from gemgrove.arena import Plan, Results, Run, Summary, summarize
from gemgrove.arena.settings import whole_blocks
from gemgrove.game import GAMES, GameName, game_name

ROOT = Path(__file__).parents[1]
RUNS = ROOT / "build/levels"
RESULTS = ROOT / "docs/levels"
PLAYERS = (2, 3, 4)
TEMPERATURES = (1.5, 1.0, 0.7, 0.5, 0.3, 0.0)
SEARCHES = (8, 24, 64, 160, 400)

_GAMES = 3000
_REPORTS = 20
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class RatedBot:
    """A bot and its rating among the others of its run, whose mean is 0."""

    bot: str
    elo: float
    low: float | None
    """The lower end of the 95 % interval; None if it is open."""
    high: float | None
    seconds_per_decision: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The ratings of the six levels in one game with one number of players."""

    network: str | None
    """The hash of the network's file; None if there was none."""
    games: int
    levels: tuple[RatedBot, ...]
    """Weakest first."""

    @property
    def bots(self) -> list[str]:
        """The specs of the levels' bots."""
        return [level.bot for level in self.levels]

    @classmethod
    def load(cls, path: Path) -> Self:
        values = json.loads(path.read_text(encoding="utf-8"))
        levels = tuple(RatedBot(**each) for each in values["levels"])
        return cls(values["network"], values["games"], levels)

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")


def results_file(game: str, players: int, folder: Path = RESULTS) -> Path:
    """Return the file with the calibration of a game and number of players."""
    return folder / f"{game}-{players}p.json"


def network_digest(game: GameName, players: int) -> str | None:
    """Return the hash of the network that the levels play with; None if they have none."""
    return own_digest(gg.new(game, players=players).variant)


def level_bots(game: GameName, players: int) -> list[str]:
    """Return the specs of the bots that play at the levels, weakest first."""
    variant = gg.new(game, players=players).variant
    return [level_spec(level.name, variant) for level in LEVELS]


def rate_bots(
    bots: Sequence[str], game: GameName, players: int, *, games: int, jobs: int, runs: Path
) -> tuple[int, list[RatedBot]]:
    """Let bots play about so many games in all; return the number and the ratings, in order."""
    tables = comb(len(bots), players)
    each = whole_blocks(-(-games // tables), players)
    words = json.dumps([list(bots), network_digest(game, players), gg.__version__])
    digest = hashlib.sha256(words.encode()).hexdigest()[:_DIGITS]
    path = runs / f"{game}-{players}p-{digest}.sqlite"
    runs.mkdir(parents=True, exist_ok=True)
    with _opened(path, Plan(bots, game, players, games=each)) as run:
        print(f"{game} with {players} players: {run.done} of {run.total} games in {path}")
        step = max(1, run.total // _REPORTS)
        for outcome in run.play(jobs=jobs):
            if outcome is not None and run.done % step == 0:
                print(f"  {run.done} of {run.total} games", flush=True)
    with Results.open(path) as results:
        summary = summarize(results)
    return summary.games, _rated(bots, summary)


def _opened(path: Path, plan: Plan) -> Run:
    """Create the run, or resume it with at least as many games."""
    if not path.exists():
        return Run.create(path, plan)
    with Results.open(path) as results:
        before = results.settings.games
    return Run.resume(path, games=max(before, plan.games))


def _rated(bots: Sequence[str], summary: Summary) -> list[RatedBot]:
    by_number = {standing.bot.number: standing for standing in summary.standings}
    return [
        RatedBot(
            bot,
            round(standing.rating.elo, 1),
            None if standing.rating.low is None else round(standing.rating.low, 1),
            None if standing.rating.high is None else round(standing.rating.high, 1),
            float(f"{standing.tally.seconds_per_decision or 0:.2g}"),
        )
        for bot, standing in ((bot, by_number[number]) for number, bot in enumerate(bots))
    ]


def candidates() -> list[str]:
    """Return bots of many strengths, weakest first."""
    policies = [f"policy:temperature={each:g}" if each else "policy" for each in TEMPERATURES]
    return [*policies, *(f"champion:iterations={each}" for each in SEARCHES), CHAMPION]


def evenly_spaced(ratings: Sequence[float], count: int = len(LEVELS)) -> list[str]:
    """Return the specs of bots that divide the range of the candidates' ratings evenly.

    Raise a `ValueError` if no candidate is stronger than the first.
    """
    rising = [max(ratings[: place + 1]) for place in range(len(ratings))]
    if rising[-1] == rising[0]:
        raise ValueError("No candidate is stronger than the weakest one; play more games.")
    step = (rising[-1] - rising[0]) / (count - 1)
    inner = [_between(rising, rising[0] + step * place) for place in range(1, count - 1)]
    return [candidates()[0], *inner, CHAMPION]


def _between(ratings: Sequence[float], wanted: float) -> str:
    """Return the bot with this rating, between the two candidates around it."""
    above = next(place for place, rating in enumerate(ratings) if rating >= wanted)
    low, high = ratings[above - 1], ratings[above]
    part = (wanted - low) / (high - low)
    if above < len(TEMPERATURES):
        start, end = TEMPERATURES[above - 1 : above + 1]
        temperature = round(start + (end - start) * part, 2)
        return f"policy:temperature={temperature:g}" if temperature else "policy"
    sizes = (*SEARCHES, ITERATIONS)
    place = above - len(TEMPERATURES)
    if place == 0:
        return "policy" if part < 0.5 else f"champion:iterations={sizes[0]}"
    logs = log(sizes[place - 1]), log(sizes[place])
    return f"champion:iterations={round(exp(logs[0] + (logs[1] - logs[0]) * part))}"


def show(rated: Sequence[RatedBot], names: Sequence[str]) -> None:
    """Print ratings, with the distance from the bot before."""
    before: float | None = None
    for name, each in zip(names, rated, strict=True):
        gap = "" if before is None else f"{each.elo - before:+6.0f}"
        ends = " to ".join(
            "open" if end is None else f"{end:+.0f}" for end in (each.low, each.high)
        )
        print(f"  {name:14}{each.bot:28}{each.elo:+6.0f}  ({ends})  {gap}")
        before = each.elo


def main(words: Sequence[str] | None = None) -> None:
    """Measure the levels, or choose settings for them."""
    described = __doc__ or ""
    parser = argparse.ArgumentParser(
        prog="python -m tools.calibrate_levels", description=described.split("\n", maxsplit=1)[0]
    )
    add = parser.add_argument
    add("game", nargs="?", choices=GAMES, help="only this game")
    add("--players", type=int, choices=PLAYERS, help="only this number of players")
    about = f"games of each game and number of players, about; default: {_GAMES}"
    add("--games", type=int, default=_GAMES, metavar="N", help=about)
    add("--jobs", type=int, metavar="N", help="games at the same time; default: all cores")
    add("--choose", action="store_true", help="print settings of evenly spaced levels")
    add("--runs", type=Path, default=RUNS, metavar="DIR", help="a folder for the arena's runs")
    add("--out", type=Path, default=RESULTS, metavar="DIR", help="a folder for the ratings")
    arguments = parser.parse_args(words)
    for game in [arguments.game] if arguments.game else GAMES:
        for players in [arguments.players] if arguments.players else PLAYERS:
            _calibrate(game_name(game), players, arguments)


def _calibrate(game: GameName, players: int, arguments: argparse.Namespace) -> None:
    options: dict[str, Any] = {
        "games": arguments.games,
        "jobs": arguments.jobs or os.cpu_count() or 1,
        "runs": arguments.runs,
    }
    network = network_digest(game, players)
    if not arguments.choose:
        bots = level_bots(game, players)
        games, rated = rate_bots(bots, game, players, **options)
        show(rated, [level.name for level in LEVELS])
        file = results_file(game, players, arguments.out)
        Calibration(network, games, tuple(rated)).save(file)
        print(f"  written to {file}; `make docs` shows it")
        return
    if network is None:
        print(f"There is no network for {game} with {players} players: nothing to choose.")
        return
    _, rated = rate_bots(candidates(), game, players, **options)
    show(rated, [""] * len(rated))
    try:
        chosen = evenly_spaced([each.elo for each in rated])
    except ValueError as error:
        raise SystemExit(str(error)) from None
    print(f'    ("{game}", {players}): (')
    for bot in chosen[:-1]:
        print(f'        "{bot}",')
    print("        CHAMPION,\n    ),")


if __name__ == "__main__":
    main()
