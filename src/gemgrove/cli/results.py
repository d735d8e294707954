"""`gemgrove results`: what is in the file of a run."""

import json
from argparse import Namespace
from textwrap import indent

from gemgrove.arena.outcome import GameOutcome
from gemgrove.arena.results import Results
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.extras import need
from gemgrove.cli.saving import check_target, file_named
from gemgrove.cli.screen import Screen, printable


def run(arguments: Namespace) -> int:
    """Print the standings, the list of games, or one game."""
    screen = Screen(arguments.color)
    if arguments.save is not None and arguments.game is None:
        raise Complaint("--save needs --game, the number of the game to save.")
    with complaints():
        results = Results.open(file_named(arguments.file))
    with results:
        if arguments.game is not None:
            _tell_game(screen, results, arguments)
        elif arguments.list:
            for game in results.games():
                screen.say(_line(results, game))
        else:
            show(screen, results, anchor=arguments.anchor, as_json=arguments.json)
    return 0


def show(screen: Screen, results: Results, *, anchor: str | None, as_json: bool) -> None:
    """Print the standings of a run."""
    need("choix", "Rating bots")
    from gemgrove.arena.standings import find_bot, summarize
    from gemgrove.cli.standings import print_summary

    with complaints():
        number = None if anchor is None else find_bot(results.bots, anchor)
        summary = summarize(results, anchor=number)
    if as_json:
        screen.say(json.dumps(summary.to_dict(), indent=1))
    else:
        print_summary(screen, summary)


def _tell_game(screen: Screen, results: Results, arguments: Namespace) -> None:
    try:
        game = results.game(arguments.game)
        record = None if arguments.save is None else results.record(arguments.game)
    except LookupError as error:
        raise Complaint(str(error.args[0])) from error
    screen.say(_line(results, game))
    for seat in game.seats:
        if seat.forfeit is not None:
            screen.say(
                f"Seat {seat.seat + 1} forfeited, {seat.forfeit}: {printable(seat.detail or '')}"
            )
        if seat.stderr:
            text = "\n".join(map(printable, seat.stderr.splitlines()))
            screen.say(f"The end of its standard error:\n{indent(text, '  ')}")
    if record is not None:
        path = file_named(arguments.save)
        check_target(path)
        with complaints():
            record.save(path)
        screen.say(f"The record is saved: {path}")


def _line(results: Results, game: GameOutcome) -> str:
    """A game in one line: its number, who played, with how many points, and how it ended."""
    seats = ", ".join(
        f"{printable(results.bots[seat.bot].name)} {seat.score}"
        + (f" ({seat.forfeit})" if seat.forfeit else " (won)" if seat.share else "")
        for seat in game.seats
    )
    return f"{game.number:>6}  {game.ending:<10}  {seats}".rstrip()
