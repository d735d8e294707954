"""`gemgrove watch`: shows a game between bots, decision by decision."""

import time
from argparse import Namespace
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from gemgrove.cli import full_screen, seats
from gemgrove.cli.commands import DELAY
from gemgrove.cli.console import Console
from gemgrove.cli.display_mode import open_console
from gemgrove.cli.errors import INTERRUPTED, CommandError, command_errors
from gemgrove.cli.line_mode import finish, print_decision, print_messages
from gemgrove.cli.record_files import save_record, save_target
from gemgrove.cli.seats import HUMAN, Seating
from gemgrove.cli.session import GameSession, result
from gemgrove.game import Game, GameName, new


def run(arguments: Namespace) -> int:
    console, mode = open_console(arguments)
    save = save_target(arguments.save)
    delay = _delay(arguments.delay, console)
    named = seats.named_in(arguments.bots)
    if HUMAN in named:
        raise CommandError("People play with `gemgrove play --vs human`.")
    game, seating = game_of_bots(arguments, arguments.game, named)
    if mode == "full":
        presenter = game.variant.presenter()
        session = GameSession(
            game, seating, presenter=presenter, color=console.color, save=save, report_bots=True
        )
        with seats.bots_playing(seating.bots, lambda: session.game):
            code = full_screen.run_session(session, delay=delay)
        return finish(session, console) or code
    console.print(f"Bots play: {', '.join(seating.names)}.\n")
    return print_game(game, seating, console, delay=delay, save=save)


def game_of_bots(arguments: Namespace, name: GameName, bots: Sequence[str]) -> tuple[Game, Seating]:
    """Return the game that the options describe, and its players; the last bot fills the seats."""
    wanted, named = arguments.players, max(2, len(bots))
    players = seats.count_players(name, arguments.rules, wanted=wanted, named=named)
    game = new_game(arguments, name, players)
    return game, seats.seated(seats.filled(bots, players), [], arguments.seed, game.variant)


def new_game(arguments: Namespace, name: GameName, players: int) -> Game:
    with command_errors():
        return new(
            name,
            players=players,
            rules=arguments.rules,
            seed=arguments.seed,
            deal=arguments.deal,
        )


def print_game(
    game: Game, seating: Seating, console: Console, *, delay: float = 0.0, save: Path | None
) -> int:
    """Let the bots play to the end, and print a spectator's view; return the exit code."""
    names, code = seating.names, 0
    presenter = console.presenter(game)
    console.print(presenter.table(game.view(None), names, color=console.color) + "\n")
    try:
        with seats.bots_playing(seating.bots, lambda: game):
            while not game.over:
                seat, before = game.to_move, game.view(None)
                with console.thinking(names[seat]):
                    choice = seating.bots[seat].choose(game.view(seat))
                game.play_legal(choice)
                move, after = before.move(game.actions[-1]), game.view(None)
                number = len(game.actions)
                print_decision(console, presenter, before, move, after, names, number=number)
                time.sleep(delay)
    except KeyboardInterrupt:
        code = INTERRUPTED
    end = game if game.over else game.view(None)
    console.print("\n" + presenter.table(end, names, color=console.color) + "\n")
    if game.over:
        print_messages(result(presenter, game, names), console)
    else:
        console.print("Stopped before the end.")
    if save is not None:
        save_record(game, save, list(seating.specs))
        console.print(f"Saved: {save}")
    return code


def _delay(asked: float | None, console: Console) -> float:
    if asked is None:
        return DELAY if console.is_terminal else 0.0
    if not (isfinite(asked) and asked >= 0):
        raise CommandError(f"--delay is {asked:g}; it must be 0 seconds or more.")
    return asked
