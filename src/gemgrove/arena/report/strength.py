"""How strong the bots are: standings, ratings, pairs, and how the ratings settled."""

from collections.abc import Sequence
from math import ceil

from gemgrove.analysis.ratings import Comparison, rate
from gemgrove.arena.report.reading import Report
from gemgrove.arena.report.words import elo, interval, percent
from gemgrove.page.document import details, name, note, paragraphs
from gemgrove.page.intervals import Interval, interval_plot
from gemgrove.page.lines import Line, line_plot
from gemgrove.page.markup import Content, Markup, tag
from gemgrove.page.matrix import heat_matrix
from gemgrove.page.plot import as_percent
from gemgrove.page.scale import SHARES, scale_over, whole_scale
from gemgrove.page.table import table

_CHECKPOINTS = 20


def standings(report: Report) -> Content:
    """The table, the ratings with their intervals, and what has to be said of them."""
    rows: list[list[Content]] = []
    for standing in report.standings:
        tally, points = standing.tally, standing.tally.mean_points
        rows.append(
            [
                standing.place,
                name(standing.bot.name),
                elo(standing.rating.elo) if tally.rated else "–",
                interval(standing.rating) if tally.rated else "–",
                tally.seats,
                "–" if tally.share is None else percent(tally.share),
                "–" if points is None else f"{points:.1f}",
                tally.forfeits.total(),
            ]
        )
    return [
        table(
            "Elo differences with their 95 % intervals",
            ["Place", "Bot", "Elo", "95 % interval", "Games", "Wins", "Points", "Forfeits"],
            rows,
            numbers="ntnnnnnn",
        ),
        _elo_plot(report),
        _guests_plot(report),
        note(
            *report.summary.notes(),
            "Every deal is played once from every seat, and such a block is one observation: its "
            "games are not independent of each other. A win that is shared counts in parts. "
            "Elo is by who finished above whom; beside its games every bot counts as having split "
            "one block with those it met, which keeps every rating finite.",
        ),
    ]


def _elo_plot(report: Report) -> Markup:
    rows = [
        Interval(
            standing.bot.name,
            rating.elo,
            rating.low,
            rating.high,
            f"{elo(rating.elo)} ({interval(rating)})",
        )
        for standing in report.standings
        if standing.tally.rated
        for rating in [standing.rating]
    ]
    ends = [end for row in rows for end in (row.low, row.high, row.value) if end is not None]
    return interval_plot(
        "Ratings",
        rows,
        scale=scale_over([*ends, 0.0]),
        reference=0.0,
        x_title="Elo",
        label=elo,
    )


def _guests_plot(report: Report) -> Markup | None:
    """One bot among several of another: what it won, against what an equal would."""
    guests = report.summary.guests
    if not guests:
        return None
    rows = [
        Interval(
            f"one {report.names[guest.bot]} among {report.names[guest.hosts]}",
            guest.share,
            guest.low,
            guest.high,
            f"{percent(guest.share)} ({percent(guest.low)} to {percent(guest.high)})",
        )
        for guest in guests
    ]
    return interval_plot(
        "Share of wins, ties split; the dashed line is what an equal would win",
        rows,
        scale=SHARES,
        reference=guests[0].even,
        label=as_percent,
    )


def head_to_head(report: Report) -> Content:
    """Every bot against every other."""
    order = [standing.bot.number for standing in report.standings]

    def share(row: int, column: int) -> float | None:
        pairing = report.ratings.pairing(order[row], order[column])
        return None if pairing is None else pairing.share

    def text(row: int, column: int) -> Content:
        pairing = report.ratings.pairing(order[row], order[column])
        assert pairing is not None
        counts = f"{pairing.won}–{pairing.level}–{pairing.lost}"
        more = (
            f"95 % interval {percent(pairing.low)} to {percent(pairing.high)}; the stronger one "
            f"with a likelihood of {percent(pairing.superiority)}"
        )
        return tag("span", percent(pairing.share), tag("small", counts), title=more)

    return [
        heat_matrix(
            "How often the bot of the row finished above that of the column; below it, "
            "won–level–lost",
            [report.names[bot] for bot in order],
            share,
            text,
        ),
        _pairings(report, order),
    ]


def _pairings(report: Report, order: Sequence[int]) -> Markup:
    """The figures behind the matrix, each pair once."""
    rows: list[list[Content]] = []
    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            pairing = report.ratings.pairing(one, other)
            if pairing is not None:
                rows.append(
                    [
                        [name(report.names[one]), " – ", name(report.names[other])],
                        pairing.comparisons,
                        percent(pairing.share),
                        f"{percent(pairing.low)} to {percent(pairing.high)}",
                        percent(pairing.superiority),
                    ]
                )
    return details(
        "Every pair with its interval",
        table(
            "The share is the first one's; the last column is how likely it is the stronger",
            ["Pair", "Comparisons", "Share", "95 % interval", "Stronger"],
            rows,
            numbers="tnnnn",
        ),
    )


def convergence(report: Report) -> Content:
    """The ratings as they were after a part of the blocks."""
    total = len(report.blocks)
    if total < 2:
        return paragraphs("There is one block only.")
    step = max(1, ceil(total / _CHECKPOINTS))
    places = [*range(step, total, step), total]
    order = [standing.bot.number for standing in report.standings]
    lines: list[list[tuple[float, float]]] = [[] for _ in order]
    comparisons = [
        [Comparison(*found) for game in block.games for found in game.comparisons()]
        for block in report.blocks
    ]
    for blocks in places:
        # Only the ratings themselves are wanted here, not their intervals.
        so_far = rate(report.names, comparisons[:blocks], anchor=report.anchor, replicates=1)
        for line, bot in zip(lines, order, strict=True):
            line.append((blocks, so_far.bots[bot].elo))
    return line_plot(
        "Elo after so many blocks",
        "The ratings after more and more blocks; the standings have the last ones.",
        [Line(report.names[bot], line) for bot, line in zip(order, lines, strict=True)],
        x=whole_scale(places[0], total),
        y=scale_over([then for line in lines for _, then in line]),
        x_title="blocks",
        y_label=elo,
    )
