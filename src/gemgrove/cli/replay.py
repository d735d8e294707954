"""`gemgrove replay`: shows a saved game move by move, and verifies its record."""

import sys
from argparse import Namespace
from dataclasses import replace
from itertools import islice

from gemgrove.analysis.review import steps
from gemgrove.cli import full_screen
from gemgrove.cli.console import printable
from gemgrove.cli.display_mode import open_console
from gemgrove.cli.errors import CommandError
from gemgrove.cli.line_mode import print_decision, print_messages
from gemgrove.cli.record_files import load_record
from gemgrove.cli.seats import numbered
from gemgrove.cli.session import result
from gemgrove.game import Game, View
from gemgrove.record import Record

INVALID = 1
"""The exit code if the moves can be replayed but the rest of the file is wrong."""


def run(arguments: Namespace) -> int:
    """Verify the record, then show all of it, or the table after one decision."""
    if arguments.step is not None and arguments.mode is None:
        arguments.mode = "lines"
    console, mode = open_console(arguments)
    record, warnings = load_record(arguments.record)
    game = replace(record, moves=()).replay()
    names = _names(record, game.players)
    presenter = console.presenter(game)
    total, wanted = len(record.moves), arguments.step
    if wanted is not None and not 0 <= wanted <= total:
        raise CommandError(f"There is no step {wanted}; the record has steps 0 to {total}.")

    for text in warnings:
        print(f"gemgrove: {printable(text)}", file=sys.stderr)
    if mode == "full":
        return full_screen.run_replay(record, names, wanted or 0)

    if wanted is None:
        dealt = f" Deal {game.deal}." if game.deal is not None else ""
        console.print(f"{', '.join(names)}: {game.name} {game.variant.spec}.{dealt}\n")

    def shown(position: Game) -> Game | View:
        """Return the position or, if the game is not over, a spectator's view of it."""
        return position if record.result.ending else position.view(None)

    for step in islice(steps(record), wanted):
        game = step.after
        if wanted in (None, step.number):
            before, after = shown(step.before), shown(game)
            print_decision(console, presenter, before, step.move, after, names, number=step.number)
    if total:
        console.print()
    console.print(presenter.table(shown(game), names, color=console.color) + "\n")
    if game.over:
        print_messages(result(presenter, game, names), console)
    if warnings:
        console.print(
            f"All {total} decisions are legal, but the file is wrong elsewhere: see above."
        )
        return INVALID
    console.print(f"Verified: all {total} decisions are legal and lead to the recorded result.")
    return 0


def _names(record: Record, players: int) -> list[str]:
    if len(record.names) == players:
        return numbered([printable(name) for name in record.names])
    return [f"player {seat + 1}" for seat in range(players)]
