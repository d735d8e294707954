"""`gemgrove replay`: shows a saved game move by move, and verifies its record."""

import sys
from argparse import Namespace
from dataclasses import replace

from gemgrove.cli.console import Console, printable
from gemgrove.cli.display_mode import display_mode, full_screen
from gemgrove.cli.errors import CommandError
from gemgrove.cli.record_files import load_record
from gemgrove.cli.seats import numbered
from gemgrove.cli.transcript import print_decision, print_result
from gemgrove.game import Game, View
from gemgrove.record import Record

INVALID = 1
"""The exit code if the moves can be replayed but the rest of the file is wrong."""


def run(arguments: Namespace) -> int:
    """Verify the record, then show all of it, or the table after one decision."""
    mode = "lines" if arguments.step is not None and arguments.mode is None else arguments.mode
    mode = display_mode(mode, arguments.color)
    console = Console(arguments.color, plain=mode == "plain")
    record, warnings = load_record(arguments.record)
    game = replace(record, moves=()).replay()
    names = _names(record, game.players)
    presenter = game.variant.presenter().in_words() if console.plain else game.variant.presenter()
    total, step = len(record.moves), arguments.step
    if step is not None and not 0 <= step <= total:
        raise CommandError(f"There is no step {step}; the record has steps 0 to {total}.")

    for text in warnings:
        print(f"gemgrove: {printable(text)}", file=sys.stderr)
    if mode == "full":
        code: int = full_screen().run_replay(record, names, step or 0)
        return code

    if step is None:
        dealt = f" Deal {game.deal}." if game.deal is not None else ""
        console.print(f"{', '.join(names)}: {game.name} {game.variant.spec}.{dealt}\n")

    def shown(position: Game) -> Game | View:
        """The position, or, in a game that is not over, the spectators' view of it."""
        return position if record.result.ending else position.view(None)

    for number, text in enumerate(record.moves[:step], 1):
        before = game.copy()
        game.play(text)
        move = before.variant.move(before, game.actions[-1])
        if step is None or number == step:
            print_decision(
                console, presenter, shown(before), move, shown(game), names, number=number
            )
    if total:
        console.print()
    console.print(presenter.table(shown(game), names, color=console.color) + "\n")
    if game.over:
        print_result(console, presenter, game, names)
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
