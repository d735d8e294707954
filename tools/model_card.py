"""Add arena runs of one of the package's networks to its model card.

    gemgrove arena champion:model=src/gemgrove/agents/networks/splendor-2p.safetensors mcts \
        --out run.sqlite
    python -m tools.model_card splendor-2p run.sqlite
    make docs

The results go to docs/champions/splendor-2p.json, from which `make docs` writes docs/champions.md.
They name the hash of the network's file: results of another network are refused, and those of an
older one are dropped. A run that is given again replaces what is known of it.
"""

import argparse
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path, PurePath
from typing import Any, Self

from gemgrove import arena
from gemgrove.agents import BotSpec
from gemgrove.agents.model_file import ModelError
from gemgrove.agents.search_network import SearchNetwork
from gemgrove.arena import Bot, RunFileError, Summary, summarize
from gemgrove.arena.bots import MODEL
from gemgrove.english import counted

ROOT = Path(__file__).parents[1]
NETWORKS = ROOT / "src/gemgrove/agents/networks"
RESULTS = ROOT / "docs/champions"

AGAINST = "against"
AMONG = "among"
ABOVE = "above"

_NETWORK_BOTS = ("champion", "policy")
_DIGITS = 8
_UNKNOWN_NETWORK = " (the package's network of the time)"


class CardError(ValueError):
    """A run cannot be added to a card."""


@dataclass(frozen=True, slots=True)
class Result:
    """One bot's results against another, of which at least one plays the network."""

    one: str
    other: str
    kind: str
    """`against` at a table for two, `among` if `one` sits among several of the other, `above` if
    all bots at the table are different."""
    games: int
    share: float
    """The share of wins; for `above`, of games in which `one` finished above the other."""
    low: float
    """The lower end of the 95 % interval."""
    high: float
    even: float
    """The share between equals."""
    elo: float
    """The difference in Elo."""
    elo_low: float | None
    """None if the interval is open."""
    elo_high: float | None


@dataclass(frozen=True, slots=True)
class Player:
    """A bot of a run."""

    bot: str
    seconds_per_decision: float | None
    forfeits: Mapping[str, int]
    """By reason."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """An arena run of the network."""

    date: str
    """The day on which the run's file was last written."""
    version: str
    rules: str
    deals: str
    time: str | None
    games: int
    stopped_by_test: bool
    """True if a sequential test decided how many games there are, which favors the one who wins."""
    faults: int
    """The games that could not be played."""
    bots: tuple[Player, ...]
    results: tuple[Result, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """Tells runs apart."""
        return self.rules, self.deals, self.time, tuple(player.bot for player in self.bots)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        bots = tuple(Player(**each) for each in values["bots"])
        results = tuple(Result(**each) for each in values["results"])
        return cls(**{**values, "bots": bots, "results": results})


@dataclass(frozen=True, slots=True)
class Results:
    """All results of a network."""

    network: str
    """The hash of its file."""
    runs: tuple[Measurement, ...] = ()

    def add(self, run: Measurement) -> "Results":
        """Return the results with another run, or with this state of a known one."""
        others = tuple(each for each in self.runs if each.key != run.key)
        return replace(self, runs=(*others, run))

    @classmethod
    def load(cls, path: Path) -> Self:
        values = json.loads(path.read_text(encoding="utf-8"))
        return cls(values["network"], tuple(map(Measurement.from_dict, values["runs"])))

    def save(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")


def digest_of(network: Path) -> str:
    """Return the hash by which an arena knows the network: that of its file."""
    return hashlib.sha256(network.read_bytes()).hexdigest()


def measure(path: Path, network: Path, *, same_network: bool = False) -> Measurement:
    """Read the results of a network from a run's file.

    With `same_network`, bots that name no network have played this one.
    """
    digest = digest_of(network)
    loaded = SearchNetwork.load(network)
    with arena.Results.open(path) as results:
        settings, bots = results.settings, results.bots
        if (settings.game, settings.players) != (loaded.game, loaded.players):
            raise CardError(
                f"{path} is of {settings.game} with {settings.players} players; the network plays "
                f"{loaded.game} with {loaded.players}."
            )
        own = [bot for bot in bots if _plays(bot, digest, same_network=same_network)]
        if not own:
            raise CardError(
                f"{path}: no bot of the run played this network, as champion:{MODEL}={network} "
                "does. A bot that does not name its network counts with --same-network, if you "
                "know that the network has not changed since."
            )
        rated = cache(lambda anchor: summarize(results, anchor=anchor))
        summary = rated(next((bot.number for bot in bots if bot not in own), 0))
        test = summary.verdict
        decided = test is not None and test.accepted is not None
        if summary.games < summary.total and not decided:
            raise CardError(
                f"{path} has {summary.games} of {summary.total} games; finish it with gemgrove "
                "arena --resume, and --games if fewer will do."
            )
        names = {bot.number: _name(bot, is_own=bot in own) for bot in bots}
        return Measurement(
            date=datetime.fromtimestamp(path.stat().st_mtime, UTC).strftime("%Y-%m-%d"),
            version=settings.version,
            rules=settings.rules,
            deals=summary.deals_text,
            time=settings.time,
            games=summary.games,
            stopped_by_test=decided,
            faults=len(summary.faults),
            bots=tuple(_players(summary, names)),
            results=tuple(_results(summary, rated, {bot.number for bot in own}, names)),
        )


def _plays(bot: Bot, digest: str, *, same_network: bool) -> bool:
    """Tell whether a bot has played the network."""
    spec = BotSpec.parse(bot.spec)
    if spec.name not in _NETWORK_BOTS:
        return False
    return bot.fingerprint == digest or (same_network and MODEL not in spec.options)


def _name(bot: Bot, *, is_own: bool) -> str:
    """Return a bot's spec without folders; the network of the card needs no name.

    Files of the same name are told apart by their hash.
    """
    spec = BotSpec.parse(bot.spec)
    options = dict(spec.options)
    if is_own:
        options.pop(MODEL, None)
    elif MODEL in options:
        options[MODEL] = PurePath(options[MODEL]).name
    elif spec.name in _NETWORK_BOTS:
        return f"{spec}{_UNKNOWN_NETWORK}"
    name = str(replace(spec, name=spec.short, options=options))
    return name if is_own or bot.fingerprint is None else f"{name} ({bot.fingerprint[:_DIGITS]})"


def _players(summary: Summary, names: Mapping[int, str]) -> Iterator[Player]:
    for standing in sorted(summary.standings, key=lambda standing: standing.bot.number):
        seconds = standing.tally.seconds_per_decision
        yield Player(
            names[standing.bot.number],
            None if seconds is None else float(f"{seconds:.3g}"),
            dict(standing.tally.forfeits),
        )


def _results(
    summary: Summary, rated: Callable[[int], Summary], own: set[int], names: Mapping[int, str]
) -> Iterator[Result]:
    """Yield the results of the network's bots; `rated` has ratings relative to a bot."""
    for one, other, kind, games, shares in _shares(summary, own):
        rating = rated(other).ratings.bots[one]
        share, low, high, even = (round(each, 4) for each in shares)
        yield Result(
            one=names[one],
            other=names[other],
            kind=kind,
            games=games,
            share=share,
            low=low,
            high=high,
            even=even,
            elo=round(rating.elo, 1),
            elo_low=None if rating.low is None else round(rating.low, 1),
            elo_high=None if rating.high is None else round(rating.high, 1),
        )


def _shares(
    summary: Summary, own: set[int]
) -> Iterator[tuple[int, int, str, int, tuple[float, float, float, float]]]:
    """Yield two bots, how they met, their games, and the share with its interval and even."""
    for guest in summary.guests:
        if guest.bot in own or guest.hosts in own:
            shares = guest.share, guest.low, guest.high, guest.even
            yield guest.bot, guest.hosts, AMONG, guest.games, shares
    if summary.guests:
        return
    kind = AGAINST if summary.settings.players == 2 else ABOVE
    for pair in summary.ratings.pairings:
        if pair.one in own and (pair.other not in own or pair.one < pair.other):
            shares = pair.share, pair.low, pair.high, 0.5
            yield pair.one, pair.other, kind, pair.comparisons, shares


def main(words: Sequence[str] | None = None) -> None:
    """Add runs to a network's results."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.model_card", description=__doc__.split("\n", maxsplit=1)[0]
    )
    parser.add_argument("network", help="a network of the package, such as splendor-2p")
    parser.add_argument("runs", nargs="+", type=Path, metavar="run", help="the file of a run")
    about = "count bots that do not name their network: it has not changed since the runs"
    parser.add_argument("--same-network", action="store_true", help=about)
    arguments = parser.parse_args(words)
    network = NETWORKS / f"{arguments.network}.safetensors"
    if not network.is_file():
        known = ", ".join(sorted(file.stem for file in NETWORKS.glob("*.safetensors")))
        parser.error(f"The package has no network {arguments.network}; it has {known}.")
    results, file = Results(digest_of(network)), RESULTS / f"{arguments.network}.json"
    if file.exists():
        before = Results.load(file)
        if before.network == results.network:
            results = before
        else:
            print(f"{file.name} had results of another network, which are dropped.")
    try:
        for path in arguments.runs:
            results = results.add(measure(path, network, same_network=arguments.same_network))
    except (CardError, ModelError, RunFileError) as error:
        parser.error(str(error))
    results.save(file)
    print(f"{file} has {counted(len(results.runs), 'run')} now. `make docs` writes the card.")


if __name__ == "__main__":
    main()
