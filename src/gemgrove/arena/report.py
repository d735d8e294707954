"""The report on a run: a page of standings, ratings, play and games, laid out by `report.html`."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from statistics import fmean

from gemgrove.analysis.ratings import Pairing, Rating, rate, share_interval
from gemgrove.arena.game_runner import USUAL_TIME
from gemgrove.arena.outcome import FAULT, FORFEIT, GameOutcome, SeatOutcome
from gemgrove.arena.results import Block, Results
from gemgrove.arena.standings import summarize
from gemgrove.english import counted, listed
from gemgrove.pages.axes import SHARES, Axis, axis_over, integer_axis
from gemgrove.pages.charts import (
    BarChart,
    HeatCell,
    HeatMatrix,
    Histogram,
    Interval,
    IntervalChart,
    Line,
    LineChart,
    histogram,
)
from gemgrove.pages.formats import duration, elo
from gemgrove.pages.formats import precise_percent as percent
from gemgrove.pages.render import render

MOST_GAMES = 1000
"""The number of games that are listed; a page with more would be slow to open."""
MOST_FORFEITS = 200

_CHECKPOINTS = 20
_USUAL_TIME = f"{USUAL_TIME.bank:g}+{USUAL_TIME.increment:g}, programs only"


def report_page(results: Results, *, anchor: int | None = None) -> str:
    """Return the page of a run, with the games so far if it is unfinished.

    `anchor` is the bot whose rating is 0.
    """
    report = Report(results, anchor)
    return render("report.html", title=report.title, report=report, interval=interval)


class Report:
    """Everything that the page shows about a run, read once."""

    def __init__(self, results: Results, anchor: int | None) -> None:
        self.file = shlex.quote(results.path.name)
        self.summary = summarize(results, anchor=anchor)
        self.settings = results.settings
        self.standings = self.summary.standings
        self.names = [bot.name for bot in results.bots]
        self._anchor = anchor
        self._blocks = list(results.blocks())
        self.games = [game for block in self._blocks for game in block.games]
        self._order = [standing.bot.number for standing in self.standings]

    @property
    def title(self) -> str:
        bots = listed(self.names) if len(self.names) == 2 else f"{len(self.names)} bots"
        return f"{self.settings.game.capitalize()} arena: {bots}"

    @property
    def outcome(self) -> str:
        """The number of games, and the leader or the verdict."""
        summary = self.summary
        text = f"{counted(summary.games, 'game')} of {summary.total} played."
        if summary.verdict is not None:
            return f"{text} {summary.verdict.told(*self.names)}"
        if summary.games and len({rating.group for rating in summary.ratings.bots}) == 1:
            best = summary.standings[0]
            text += f" {best.bot.name} leads with {elo(best.rating.elo)} Elo."
        return text

    @property
    def facts(self) -> list[tuple[str, object]]:
        settings = self.settings
        return [
            ("Game", settings.game.capitalize()),
            ("Rules", settings.rules),
            ("Players", settings.players),
            ("Schedule", settings.schedule),
            ("Games per table", settings.games),
            ("Deals from", self.summary.deals_text),
            ("Time", settings.time or _USUAL_TIME),
            ("Version", settings.version),
        ]

    # Strength

    @property
    def ratings_chart(self) -> IntervalChart:
        rows = [
            Interval(
                standing.bot.name,
                rating.elo,
                rating.low,
                rating.high,
                f"{elo(rating.elo)} ({interval(rating)})",
            )
            for standing in self.standings
            if standing.tally.rated
            for rating in [standing.rating]
        ]
        ends = [end for row in rows for end in (row.low, row.high, row.value) if end is not None]
        axis = axis_over([*ends, 0.0], title="Elo", label=elo)
        return IntervalChart("Ratings", rows, axis, reference=0.0)

    @property
    def guests_chart(self) -> IntervalChart | None:
        """The wins of one bot among several of another, compared with an equal bot's share."""
        guests = self.summary.guests
        rows = [
            _share_interval(
                f"one {self.names[guest.bot]} among {self.names[guest.hosts]}",
                guest.share,
                guest.low,
                guest.high,
            )
            for guest in guests
        ]
        title = "Share of wins, ties split; the dashed line is an equal bot's share"
        return IntervalChart(title, rows, SHARES, reference=guests[0].even) if rows else None

    @property
    def matrix(self) -> HeatMatrix:
        pairing = self.summary.ratings.pairing
        return HeatMatrix(
            "How often the bot of the row finished above that of the column; below it, "
            "won–level–lost",
            [self.names[bot] for bot in self._order],
            [[_cell(pairing(bot, other)) for other in self._order] for bot in self._order],
        )

    @property
    def pairings(self) -> Iterator[tuple[str, str, Pairing]]:
        """The figures behind the matrix, each pair once."""
        for place, bot in enumerate(self._order):
            for other in self._order[place + 1 :]:
                pairing = self.summary.ratings.pairing(bot, other)
                if pairing is not None:
                    yield self.names[bot], self.names[other], pairing

    @property
    def convergence(self) -> LineChart | None:
        """The ratings after more and more blocks."""
        total = len(self._blocks)
        if total < 2:
            return None
        step = max(1, ceil(total / _CHECKPOINTS))
        checkpoints = [*range(step, total, step), total]
        comparisons = [block.comparisons() for block in self._blocks]
        # Only the ratings themselves are wanted here, not their intervals.
        ratings = {
            blocks: rate(self.names, comparisons[:blocks], anchor=self._anchor, replicates=1).bots
            for blocks in checkpoints
        }
        lines = [
            Line(self.names[bot], [(blocks, bots[bot].elo) for blocks, bots in ratings.items()])
            for bot in self._order
        ]
        return LineChart(
            "Elo by the number of blocks",
            "The ratings after more and more blocks; the standings have the last ones.",
            lines,
            integer_axis(checkpoints[0], total, title="blocks"),
            axis_over([value for line in lines for _, value in line.points], label=elo),
        )

    # Play

    @property
    def points(self) -> Histogram:
        """Each bot's points in the games that were played to the end."""
        made: dict[int, list[int]] = {bot: [] for bot in self._order}
        for game in self.games:
            if game.ending != FORFEIT:
                for seat in game.seats:
                    made[seat.bot].append(seat.score)
        groups = [(self.names[bot], points) for bot, points in made.items()]
        return histogram("Points at the end of a game", groups, unit="games", x_title="points")

    @property
    def lengths(self) -> Histogram:
        """The lengths of the games that were played to the end."""
        lengths = [game.length for game in self.games if game.ending not in (FORFEIT, FAULT)]
        return histogram(
            "Length of the games that were played to their end",
            [("All games", lengths)],
            unit="games",
            x_title=self.settings.length_unit,
        )

    @property
    def endings(self) -> BarChart:
        rows = [
            (ending, count, f"{counted(count, 'game')}, {percent(count / len(self.games))}")
            for ending, count in self.summary.endings.items()
        ]
        return BarChart("How the games ended", rows)

    @property
    def seats_chart(self) -> IntervalChart | None:
        """Each seat's share of the wins, over complete blocks."""
        complete = [block for block in self._blocks if block.complete]
        even = 1 / self.settings.players
        rows = []
        for seat in range(self.settings.players):
            found = (_seat_share(block, seat) for block in complete)
            shares = [share for share in found if share is not None]
            if shares:
                low, high = share_interval([[share] for share in shares], even=even)
                rows.append(_share_interval(f"seat {seat + 1}", fmean(shares), low, high))
        title = "Share of wins by seat, with 95 % intervals"
        return IntervalChart(title, rows, SHARES, reference=even, colored=False) if rows else None

    @property
    def times(self) -> IntervalChart | None:
        thinking = [
            (each.bot.name, average, max(average, each.tally.longest))
            for each in self.standings
            if (average := each.tally.seconds_per_decision)
        ]
        if not thinking:
            return None
        # The axis is logarithmic: one bot thinks for microseconds, another for seconds.
        low = floor(log10(min(average for _, average, _ in thinking)))
        high = max(low + 1, ceil(log10(max(longest for _, _, longest in thinking))))
        rows = [
            Interval(
                name,
                log10(average),
                log10(average),
                log10(longest),
                f"{duration(average)} (longest {duration(longest)})",
            )
            for name, average, longest in thinking
        ]
        axis = Axis(low, high, tuple(range(low, high + 1)), label=lambda ten: duration(10**ten))
        return IntervalChart("Per decision: the average, and up to the longest", rows, axis)

    # Lists

    @property
    def forfeits(self) -> list[tuple[GameOutcome, SeatOutcome]]:
        seats = ((game, seat) for game in self.games for seat in game.seats)
        return [(game, seat) for game, seat in seats if seat.forfeit is not None]

    @property
    def forfeit_reasons(self) -> list[tuple[tuple[int, str | None], int]]:
        """The number of forfeits for each bot and reason, most frequent first."""
        return Counter((seat.bot, seat.forfeit) for _, seat in self.forfeits).most_common()

    @property
    def shown_forfeits(self) -> list[tuple[GameOutcome, SeatOutcome]]:
        """The forfeits that are listed one by one."""
        return self.forfeits[:MOST_FORFEITS]

    @property
    def shown_games(self) -> Sequence[GameOutcome]:
        return self.games[:MOST_GAMES]

    @property
    def example(self) -> GameOutcome:
        """A game to replay, if possible one that was played to the end."""
        shown = self.shown_games
        return next((game for game in shown if game.ending not in (FORFEIT, FAULT)), shown[0])

    @property
    def deals(self) -> dict[int, str | int]:
        # The id of a sealed deal reveals its cards, which other games may still be played with.
        sealed = self.settings.seed is None
        return {block.number: block.deal if sealed else block.deal_id for block in self._blocks}


def interval(rating: Rating) -> str:
    """Describe a rating's bounds, as far as they are known."""
    if rating.low is None and rating.high is None:
        return "open"
    if rating.low is None:
        return f"below {elo(rating.high or 0)}"
    if rating.high is None:
        return f"above {elo(rating.low)}"
    return f"{elo(rating.low)} to {elo(rating.high)}"


def _share_interval(name: str, share: float, low: float, high: float) -> Interval:
    text = f"{percent(share)} ({percent(low)} to {percent(high)})"
    return Interval(name, share, low, high, text)


def _cell(pairing: Pairing | None) -> HeatCell | None:
    if pairing is None:
        return None
    return HeatCell(
        pairing.share,
        percent(pairing.share),
        f"{pairing.won}–{pairing.level}–{pairing.lost}",
        f"95 % interval {percent(pairing.low)} to {percent(pairing.high)}; the stronger bot with a "
        f"likelihood of {percent(pairing.superiority)}",
    )


def _seat_share(block: Block, seat: int) -> float | None:
    """Return a seat's share of the wins in a block; None if one of its games was forfeited."""
    shares = [game.seats[seat].share for game in block.games]
    if any(game.ending == FORFEIT for game in block.games) or None in shares:
        return None
    return fmean(share for share in shares if share is not None)
