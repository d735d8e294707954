"""`gemgrove results` and `report`: the standings and games of an arena run, as text or a page."""

import json
from argparse import Namespace
from collections.abc import Sequence
from textwrap import fill, indent
from typing import TYPE_CHECKING

from gemgrove.arena.outcome import GameOutcome
from gemgrove.arena.results import Results
from gemgrove.cli.console import WIDTH, Console, printable
from gemgrove.cli.errors import CommandError, command_errors, require_extra
from gemgrove.cli.record_files import check_target, user_path
from gemgrove.english import counted

if TYPE_CHECKING:
    from gemgrove.analysis.ratings import Rating
    from gemgrove.arena.standings import Standing, Summary

_MOST_INTERVALS = 5  # the number of columns with intervals that fit side by side
_NOTHING = "–"
_LEGEND = (
    "95 %: the interval of a rating. LOS: the likelihood that a bot is stronger than the one below."
)


def run(arguments: Namespace) -> int:
    """Print the standings, the list of games, or one game."""
    console = Console(arguments.color)
    if arguments.save is not None and arguments.game is None:
        raise CommandError("--save needs --game, the number of the game to save.")
    with command_errors():
        results = Results.open(user_path(arguments.file))
    with results:
        if arguments.game is not None:
            _print_game(console, results, arguments)
        elif arguments.list:
            for game in results.games():
                console.print(_line(results, game))
        else:
            print_standings(console, results, anchor=arguments.anchor, as_json=arguments.json)
    return 0


def run_report(arguments: Namespace) -> int:
    """Write a run's page, with the games so far if it is unfinished."""
    require_extra("choix", "A report")
    from gemgrove.arena.report import report_page
    from gemgrove.arena.standings import find_bot
    from gemgrove.pages import render

    source = user_path(arguments.file)
    page = source.with_suffix(".html") if arguments.out is None else user_path(arguments.out)
    with command_errors():
        with Results.open(source) as results:
            render.check_target(page)
            anchor = None if arguments.anchor is None else find_bot(results.bots, arguments.anchor)
            text = report_page(results, anchor=anchor)
        render.save_page(text, page)
    Console().print(f"The report is {page}")
    return 0


def _print_game(console: Console, results: Results, arguments: Namespace) -> None:
    with command_errors(LookupError):
        game = results.game(arguments.game)
        record = None if arguments.save is None else results.record(arguments.game)
    console.print(_line(results, game))
    for seat in game.seats:
        if seat.forfeit is not None:
            console.print(
                f"Seat {seat.seat + 1} forfeited, {seat.forfeit}: {printable(seat.detail or '')}"
            )
        if seat.stderr:
            text = "\n".join(map(printable, seat.stderr.splitlines()))
            console.print(f"The end of its standard error:\n{indent(text, '  ')}")
    if record is not None:
        path = user_path(arguments.save)
        check_target(path)
        with command_errors():
            record.save(path)
        console.print(f"Saved: {path}")


def _line(results: Results, game: GameOutcome) -> str:
    """Describe a game in one line: its number and ending, the players and their points."""
    seats = ", ".join(
        f"{printable(results.bots[seat.bot].name)} {seat.score}"
        + (f" ({seat.forfeit})" if seat.forfeit else " (won)" if seat.share else "")
        for seat in game.seats
    )
    return f"{game.number:>6}  {game.ending:<10}  {seats}".rstrip()


def print_standings(
    console: Console, results: Results, *, anchor: str | None, as_json: bool
) -> None:
    """Print the standings, the head-to-head table, endings and notes, or all of it as JSON."""
    require_extra("choix", "Rating bots")
    from gemgrove.arena.standings import find_bot, summarize

    with command_errors():
        number = None if anchor is None else find_bot(results.bots, anchor)
        summary = summarize(results, anchor=number)
    if as_json:
        console.print(json.dumps(summary.to_dict(), indent=1))
        return
    if not summary.games:
        console.print("No game has been played yet.")
        return
    _print_table(console, *_standings(summary))
    console.print()
    _print_table(console, *_head_to_head(summary))
    console.print()
    for sentence in [_LEGEND, *_basis(summary), *summary.notes()]:
        console.print(fill(printable(sentence), WIDTH))


def _standings(summary: "Summary") -> tuple[list[str], list[list[str]]]:
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
                _number(tally.share, ".1%"),
                _number(tally.mean_points, ".1f"),
                _number(tally.mean_length, ".1f"),
                _number(None if seconds is None else seconds * 1000, ".3g"),
                str(tally.forfeits.total()),
            ]
        )
    return head, rows


def _head_to_head(summary: "Summary") -> tuple[list[str], list[list[str]]]:
    """Return a table with each bot's share against every other, in the order of the standings."""
    order = [standing.bot for standing in summary.standings]
    rows = []
    for place, bot in enumerate(order, 1):
        cells = []
        for other in order:
            pairing = summary.ratings.pairing(bot.number, other.number)
            cell = _NOTHING if pairing is None else f"{pairing.share:.1%}"
            if pairing is not None and len(order) <= _MOST_INTERVALS:
                cell += f" ({pairing.low:.0%}–{pairing.high:.0%})"
            cells.append(cell)
        rows.append([f"{place}.", printable(bot.name), *cells])
    above = "won against" if summary.settings.players == 2 else "above"
    return ["", above, *(f"{place}." for place in range(1, len(order) + 1))], rows


def _basis(summary: "Summary") -> list[str]:
    """Return sentences about the basis of the ratings: the method, games, and wins by seat."""
    settings = summary.settings
    above = "" if settings.players == 2 else "Elo is based on who finished above whom. "
    endings = ", ".join(f"{count} {ending}" for ending, count in summary.endings.items())
    shares = [f"{share:.1%}" for share in summary.seat_shares if share is not None]
    played = f"{counted(summary.games, 'game')} in {counted(summary.blocks, 'block')}"
    source = f"{settings.game} {settings.rules}, deals from {summary.deals_text}"
    sentences = [
        f"{above}Besides its games, every bot counts as having split one block with its opponents.",
        f"{played} of {source}: {endings}.",
    ]
    if shares:  # there are none if every game was forfeited
        sentences.append(f"Won by seat, from the first: {', '.join(shares)}.")
    return sentences


def _superiority(summary: "Summary", standing: "Standing", below: "Standing | None") -> str:
    """Return the likelihood that a bot is stronger than the one on the next line."""
    if below is None or not standing.tally.rated or not below.tally.rated:
        return ""
    return _number(summary.ratings.superiority(standing.bot.number, below.bot.number), ".0%")


def _interval(rating: "Rating") -> str:
    low, high = rating.low, rating.high
    if low is None and high is None:
        return "any"
    if low is None:
        return f"at most {high:+.0f}"
    if high is None:
        return f"at least {low:+.0f}"
    return f"{low:+.0f} to {high:+.0f}"


def _number(value: float | None, spec: str) -> str:
    return _NOTHING if value is None else format(value, spec)


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
