"""How the bots play: points, length of games, seats, thinking time."""

from math import ceil, floor, log10

from gemgrove.analysis.ratings import share_interval
from gemgrove.arena.outcome import FAULT, FORFEIT
from gemgrove.arena.report.reading import Report
from gemgrove.arena.report.words import duration, mean, percent
from gemgrove.arena.results import Block
from gemgrove.page.document import note, paragraphs
from gemgrove.page.histogram import histogram
from gemgrove.page.intervals import Bar, Interval, bar_plot, interval_plot
from gemgrove.page.markup import Content
from gemgrove.page.plot import as_percent
from gemgrove.page.scale import SHARES, Scale
from gemgrove.telling import counted


def points(report: Report) -> Content:
    """How many points each bot has made, and how often."""
    return histogram(
        "Points at the end of a game",
        [(each.bot.name, report.points(each.bot.number)) for each in report.standings],
        of="games",
        x_title="points",
    )


def length(report: Report) -> Content:
    """How long the games were, and how they ended."""
    unit = report.settings.length_unit
    lengths = [game.length for game in report.games if game.ending not in (FORFEIT, FAULT)]
    bars = [
        Bar(ending, count, f"{counted(count, 'game')}, {percent(count / len(report.games))}")
        for ending, count in report.summary.endings.items()
    ]
    return [
        histogram(
            "Length of the games that were played to their end",
            [("All games", lengths)],
            of="games",
            x_title=unit,
        ),
        bar_plot("How the games ended", bars),
    ]


def seats(report: Report) -> Content:
    """What it is worth to move first."""
    complete = [block for block in report.blocks if block.complete]
    rows = []
    for seat in range(report.settings.players):
        shares = [found for block in complete if (found := _seat_share(block, seat)) is not None]
        if shares:
            low, high = share_interval(
                [[share] for share in shares], even=1 / report.settings.players
            )
            share = mean(shares)
            text = f"{percent(share)} ({percent(low)} to {percent(high)})"
            rows.append(Interval(f"seat {seat + 1}", share, low, high, text))
    if not rows:
        return paragraphs("No block of games is complete yet.")
    return [
        interval_plot(
            "Share of wins by seat, with 95 % intervals",
            rows,
            scale=SHARES,
            reference=1 / report.settings.players,
            label=as_percent,
            colored=False,
        ),
        note(
            "Seat 1 moves first. In a complete block every bot has had every seat on the same "
            "deal, so the difference is that of the seats and not of the bots. The dashed line is "
            "what each would have if the seats were equal."
        ),
    ]


def time(report: Report) -> Content:
    """How long the bots think."""
    thinking = [
        (each.bot.name, usual, each.tally.longest)
        for each in report.standings
        if (usual := each.tally.seconds_per_decision)
    ]
    if not thinking:
        return paragraphs("No bot has made a decision.")
    # A logarithm each, as one bot thinks for microseconds and another for seconds.
    low = floor(log10(min(usual for _, usual, _ in thinking)))
    high = max(low + 1, ceil(log10(max(longest for _, _, longest in thinking))))
    scale = Scale(low, high, tuple(range(low, high + 1)))
    rows = [
        Interval(
            who,
            log10(usual),
            log10(usual),
            log10(max(longest, usual)),
            f"{duration(usual)} (longest {duration(longest)})",
        )
        for who, usual, longest in thinking
    ]
    return interval_plot(
        "Per decision: the average, and up to the longest",
        rows,
        scale=scale,
        label=lambda power: duration(10**power),
    )


def _seat_share(block: Block, seat: int) -> float | None:
    """How much of the wins of a block fell to a seat; None where a game of it was forfeited."""
    shares = [game.seats[seat].share for game in block.games]
    if any(game.ending == FORFEIT for game in block.games) or None in shares:
        return None
    return mean([share for share in shares if share is not None])
