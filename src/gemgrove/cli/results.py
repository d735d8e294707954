"""`gemgrove results`: prints the standings and games of an arena run."""

import json
from argparse import Namespace
from textwrap import indent

from gemgrove.arena.outcome import GameOutcome
from gemgrove.arena.results import Results
from gemgrove.cli.console import Console, printable
from gemgrove.cli.errors import CommandError, command_errors, require_extra
from gemgrove.cli.record_files import check_target, user_path


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


def print_standings(
    console: Console, results: Results, *, anchor: str | None, as_json: bool
) -> None:
    """Print the standings of a run."""
    require_extra("choix", "Rating bots")
    from gemgrove.arena.standings import find_bot, summarize
    from gemgrove.cli.standings import print_summary

    with command_errors():
        number = None if anchor is None else find_bot(results.bots, anchor)
        summary = summarize(results, anchor=number)
    if as_json:
        console.print(json.dumps(summary.to_dict(), indent=1))
    else:
        print_summary(console, summary)


def _print_game(console: Console, results: Results, arguments: Namespace) -> None:
    try:
        game = results.game(arguments.game)
        record = None if arguments.save is None else results.record(arguments.game)
    except LookupError as error:
        raise CommandError(str(error.args[0])) from error
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
    """A game in one line: its number and ending, the players and their points."""
    seats = ", ".join(
        f"{printable(results.bots[seat.bot].name)} {seat.score}"
        + (f" ({seat.forfeit})" if seat.forfeit else " (won)" if seat.share else "")
        for seat in game.seats
    )
    return f"{game.number:>6}  {game.ending:<10}  {seats}".rstrip()
