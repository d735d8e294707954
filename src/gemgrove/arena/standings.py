"""A run's statistics: standings, ratings, pairings, and notes on how to read them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from gemgrove.analysis.ratings import Rating, Ratings, rate, share_interval
from gemgrove.analysis.sprt import Verdict
from gemgrove.arena.outcome import FAULT, BlockSprt, GameOutcome
from gemgrove.arena.results import Block, Results
from gemgrove.arena.schedule import Schedule
from gemgrove.arena.settings import Bot, Settings, SettingsError
from gemgrove.english import counted, listed

_PLAIN = ("games", "total", "blocks", "endings", "seat_shares", "retried", "faults")
"""The fields of a summary that are already JSON values."""


@dataclass(slots=True)
class Tally:
    """One bot's totals over all its games."""

    games: int = 0
    seats: int = 0
    """The number of seats played; several in one game count separately."""
    rated: int = 0
    """The number of seats that were rated."""
    won: float = 0.0
    """The number of wins; shared ones count in parts."""
    points: int = 0
    """The points in games that were played to the end."""
    ended: int = 0
    """The number of seats in games that were played to the end."""
    length: int = 0
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    forfeits: Counter[str] = field(default_factory=Counter)
    """By reason."""

    def add(self, game: GameOutcome, bot: int) -> None:
        """Count a game that the bot has played in."""
        over = game.forfeiter is None
        self.games += 1
        for seat in game.seats:
            if seat.bot != bot:
                continue
            self.seats += 1
            self.decisions += seat.decisions
            self.seconds += seat.seconds
            self.longest = max(self.longest, seat.longest)
            if seat.share is not None:
                self.rated += 1
                self.won += seat.share
            if seat.forfeit is not None:
                self.forfeits[seat.forfeit] += 1
            if over:
                self.ended += 1
                self.points += seat.score
                self.length += game.length

    @property
    def share(self) -> float | None:
        """The share of wins in rated games; None without any."""
        return self.won / self.rated if self.rated else None

    @property
    def mean_points(self) -> float | None:
        """The mean points in games that were played to the end."""
        return self.points / self.ended if self.ended else None

    @property
    def mean_length(self) -> float | None:
        """The mean length of games that were played to the end."""
        return self.length / self.ended if self.ended else None

    @property
    def seconds_per_decision(self) -> float | None:
        return self.seconds / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot's row in the standings."""

    place: int
    """From 1, by rating."""
    bot: Bot
    rating: Rating
    tally: Tally

    def to_dict(self) -> dict[str, Any]:
        tally, rating = self.tally, self.rating
        return {
            "place": self.place,
            "bot": self.bot.name,
            "spec": self.bot.spec,
            "elo": rating.elo,
            "low": rating.low,
            "high": rating.high,
            "group": rating.group,
            "games": tally.games,
            "seats": tally.seats,
            "rated": tally.rated,
            "share": tally.share,
            "points": tally.mean_points,
            "length": tally.mean_length,
            "seconds_per_decision": tally.seconds_per_decision,
            "longest_decision": tally.longest,
            "forfeits": dict(tally.forfeits),
        }


@dataclass(frozen=True, slots=True)
class Guest:
    """The share of wins for one bot among several of another, with its interval."""

    bot: int
    hosts: int
    games: int
    share: float
    low: float
    high: float
    even: float
    """The share of a bot that is as strong as its hosts."""


@dataclass(frozen=True, slots=True)
class Summary:
    """All statistics of a run."""

    settings: Settings
    bots: tuple[Bot, ...]
    standings: tuple[Standing, ...]
    """Best first."""
    ratings: Ratings
    guests: tuple[Guest, ...]
    """Empty unless one bot sits among several of another."""
    games: int
    total: int
    """The number of games in the whole run; for a test, the maximum."""
    blocks: int
    endings: Mapping[str, int]
    seat_shares: tuple[float | None, ...]
    """Each seat's share of the wins, over all bots."""
    retried: tuple[int, ...]
    """The games that were restarted because a worker died."""
    faults: tuple[int, ...]
    """The games that could not be played."""
    verdict: Verdict | None
    secret: str | None
    """The secret that the deals come from, in hexadecimal; None until the run is over, and if it
    has a seed."""

    def notes(self) -> list[str]:
        """Return notes on how to read the statistics, as sentences."""
        names = [bot.name for bot in self.bots]
        return [
            *(self._guest_text(guest, names) for guest in self.guests),
            *([self.verdict.told(names[0], names[1])] if self.verdict is not None else []),
            *self.ratings.notes,
            *self._forfeits_text(),
            *self._problems_text(),
        ]

    @property
    def deals_text(self) -> str:
        """The source of the deals; a secret is shown only once the run is over."""
        if self.settings.seed is not None:
            return f"seed {self.settings.seed}"
        if self.secret is None:
            return "a secret, revealed when the run is over"
        return f"secret {self.secret}"

    def to_dict(self) -> dict[str, Any]:
        """Return the statistics as JSON values, with bots' names instead of numbers."""
        names = [bot.name for bot in self.bots]
        return {
            "settings": self.settings.to_dict(),
            "standings": [standing.to_dict() for standing in self.standings],
            "pairings": [
                {
                    **asdict(pairing),
                    "one": names[pairing.one],
                    "other": names[pairing.other],
                    "share": pairing.share,
                }
                for pairing in self.ratings.pairings
            ],
            "guests": [
                {**asdict(guest), "bot": names[guest.bot], "hosts": names[guest.hosts]}
                for guest in self.guests
            ],
            **{name: getattr(self, name) for name in _PLAIN},
            "verdict": None if self.verdict is None else asdict(self.verdict),
            "secret": self.secret,
            "notes": self.notes(),
        }

    def _guest_text(self, guest: Guest, names: Sequence[str]) -> str:
        return (
            f"One {names[guest.bot]} among {self.settings.players - 1} of {names[guest.hosts]} won "
            f"{guest.share:.1%} ({guest.low:.1%} to {guest.high:.1%}), ties split; "
            f"{guest.even:.1%} would be even."
        )

    def _forfeits_text(self) -> list[str]:
        told = []
        for standing in self.standings:
            forfeits = standing.tally.forfeits
            if forfeits:
                reasons = listed([f"{reason} ({n})" for reason, n in forfeits.most_common()])
                games = counted(forfeits.total(), "game")
                told.append(f"{standing.bot.name} has forfeited {games}: {reasons}.")
        if told and self.settings.players > 2:
            told.append(
                "In a game that a bot forfeits it is last; the others are compared with it alone, "
                "and none has a share of a win."
            )
        return told

    def _problems_text(self) -> list[str]:
        told = []
        if self.retried:
            numbers = listed([str(number) for number in self.retried])
            told.append(f"A worker died, and its game was restarted: {numbers}.")
        if self.faults:
            numbers = listed([str(number) for number in self.faults])
            told.append(f"Not played, because the worker died twice: {numbers}.")
        return told


def summarize(results: Results, *, anchor: int | None = None) -> Summary:
    """Compute the statistics of all games so far; `anchor` is the bot whose rating is 0."""
    blocks = list(results.blocks())
    games = [game for block in blocks for game in block.games]
    tallies = [Tally() for _ in results.bots]
    for game in games:
        for bot in {seat.bot for seat in game.seats}:
            tallies[bot].add(game, bot)
    names = [bot.name for bot in results.bots]
    ratings = rate(names, [block.comparisons() for block in blocks], anchor=anchor)
    order = sorted(ratings.bots, key=lambda rating: (rating.group, -rating.elo))
    standings = tuple(
        Standing(place, results.bots[rating.bot], rating, tallies[rating.bot])
        for place, rating in enumerate(order, 1)
    )
    settings = results.settings
    total = settings.games * len(results.schedule.tables)
    verdict = _verdict(settings, games)
    over = len(games) >= total or (verdict is not None and verdict.accepted is not None)
    secret = results.deals.secret if over else None
    return Summary(
        settings=settings,
        bots=results.bots,
        standings=standings,
        ratings=ratings,
        guests=tuple(_guests(results.schedule, blocks)),
        games=len(games),
        total=total,
        blocks=len(blocks),
        endings=dict(Counter(game.ending for game in games).most_common()),
        seat_shares=tuple(_seat_share(games, seat) for seat in range(settings.players)),
        retried=tuple(game.number for game in games if game.retries and game.ending != FAULT),
        faults=tuple(game.number for game in games if game.ending == FAULT),
        verdict=verdict,
        secret=None if secret is None else secret.hex(),
    )


def find_bot(bots: Sequence[Bot], wanted: str) -> int:
    """Return the number of the bot with this name or spec."""
    for bot in bots:
        if wanted in (bot.name, bot.spec):
            return bot.number
    for bot in bots:
        if wanted == bot.spec.partition("@")[0]:
            return bot.number
    known = ", ".join(bot.name for bot in bots)
    raise SettingsError(f"There is no bot {wanted} in the run; its bots are {known}.")


def _guests(schedule: Schedule, blocks: Sequence[Block]) -> list[Guest]:
    guests = []
    for table in schedule.tables:
        if len(set(table)) == len(table):
            continue
        even = 1 / len(table)
        found = []
        for block in blocks:
            if block.table == table:
                seats = [seat for game in block.games for seat in game.seats]
                shares = [s.share for s in seats if s.bot == table[0] and s.share is not None]
                found += [shares] if shares else []
        if found:
            games = sum(map(len, found))
            mean = sum(map(sum, found)) / games
            low, high = share_interval(found, even=even)
            guests.append(Guest(table[0], table[1], games, mean, low, high, even))
    return guests


def _seat_share(games: Sequence[GameOutcome], seat: int) -> float | None:
    shares = [g.seats[seat].share for g in games if g.seats and g.forfeiter is None]
    rated = [share for share in shares if share is not None]
    return sum(rated) / len(rated) if rated else None


def _verdict(settings: Settings, games: Sequence[GameOutcome]) -> Verdict | None:
    if settings.sprt is None:
        return None
    trial = BlockSprt(settings.sprt, settings.players)
    for game in games:
        trial.add(game)
    return trial.verdict
