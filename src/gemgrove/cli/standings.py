"""Prints the standings of an arena run as tables."""

from collections.abc import Sequence
from textwrap import fill

from gemgrove.analysis.ratings import Rating
from gemgrove.arena.standings import Standing, Summary
from gemgrove.cli.console import WIDTH, Console, printable
from gemgrove.english import counted

_MOST_INTERVALS = 5  # so many columns with intervals fit beside each other
_NOTHING = "–"
_LEGEND = (
    "95 %: the interval of a rating. LOS: the likelihood that a bot is stronger than the one below."
)


def print_summary(console: Console, summary: Summary) -> None:
    """Print the standings, the head-to-head table, endings and notes."""
    if not summary.games:
        console.print("No game has been played yet.")
        return
    _print_table(console, *_standings(summary))
    console.print()
    _print_table(console, *_head_to_head(summary))
    console.print()
    for sentence in [
        _LEGEND,
        _basis(summary),
        _played(summary),
        _seats(summary),
        *summary.notes(),
    ]:
        if sentence:
            console.print(fill(printable(sentence), WIDTH))


def _standings(summary: Summary) -> tuple[list[str], list[list[str]]]:
    unit = summary.settings.length_unit
    head = ["", "bot", "Elo", "95 %", "LOS", "games", "won", "points", unit, "ms/move", "forfeits"]
    rows = []
    for standing, below in zip(summary.standings, [*summary.standings[1:], None], strict=True):
        tally = standing.tally
        seconds = tally.seconds_per_decision
        rows.append(
            [
                f"{standing.place}.",
                printable(standing.bot.name),
                f"{standing.rating.elo:+.0f}" if tally.rated else _NOTHING,
                _interval(standing.rating) if tally.rated else _NOTHING,
                _superiority(summary, standing, below),
                str(tally.games),
                _percent(tally.share),
                _number(tally.mean_points),
                _number(tally.mean_length),
                _NOTHING if seconds is None else f"{seconds * 1000:.3g}",
                str(tally.forfeits.total()),
            ]
        )
    return head, rows


def _head_to_head(summary: Summary) -> tuple[list[str], list[list[str]]]:
    """Each bot's share against every other, in the order of the standings."""
    order = [standing.bot for standing in summary.standings]
    wide = len(order) <= _MOST_INTERVALS
    rows = []
    for place, bot in enumerate(order, 1):
        cells = []
        for other in order:
            pairing = summary.ratings.pairing(bot.number, other.number)
            cell = _NOTHING if pairing is None else f"{pairing.share:.1%}"
            if pairing is not None and wide:
                cell += f" ({pairing.low:.0%}–{pairing.high:.0%})"
            cells.append(cell)
        rows.append([f"{place}.", printable(bot.name), *cells])
    above = "won against" if summary.settings.players == 2 else "above"
    return ["", above, *(f"{place}." for place in range(1, len(order) + 1))], rows


def _basis(summary: Summary) -> str:
    """The basis of the ratings."""
    above = "" if summary.settings.players == 2 else "Elo is based on who finished above whom. "
    return f"{above}Beside its games every bot counts as having split one block with those it met."


def _played(summary: Summary) -> str:
    settings = summary.settings
    endings = ", ".join(f"{count} {ending}" for ending, count in summary.endings.items())
    return (
        f"{counted(summary.games, 'game')} in {counted(summary.blocks, 'block')} of "
        f"{settings.game} {settings.rules}, deals from {summary.deals_text}: {endings}."
    )


def _seats(summary: Summary) -> str:
    """The wins by seat; empty if every game was forfeited."""
    shares = [_percent(share) for share in summary.seat_shares if share is not None]
    return f"Won by seat, from the first: {', '.join(shares)}." if shares else ""


def _superiority(summary: Summary, standing: Standing, below: Standing | None) -> str:
    """The likelihood that a bot is stronger than the one on the next line."""
    if below is None or not standing.tally.rated or not below.tally.rated:
        return ""
    likely = summary.ratings.superiority(standing.bot.number, below.bot.number)
    return _NOTHING if likely is None else f"{likely:.0%}"


def _interval(rating: Rating) -> str:
    low, high = rating.low, rating.high
    if low is None and high is None:
        return "any"
    if low is None:
        return f"at most {high:+.0f}"
    if high is None:
        return f"at least {low:+.0f}"
    return f"{low:+.0f} to {high:+.0f}"


def _percent(share: float | None) -> str:
    return _NOTHING if share is None else f"{share:.1%}"


def _number(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.1f}"


def _print_table(console: Console, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print columns as wide as their content, words to the left and numbers to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for number, row in enumerate([head, *rows]):
        cells = [
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        line = "  ".join(cells).rstrip()
        console.print(console.bold(line) if number == 0 else line)
