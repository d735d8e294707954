"""`gemgrove watch`: shows a game between bots, decision by decision."""

import time
from argparse import Namespace
from math import isfinite
from pathlib import Path

from gemgrove.cli.console import Console
from gemgrove.cli.display_mode import display_mode, full_screen
from gemgrove.cli.errors import INTERRUPTED, CommandError, command_errors
from gemgrove.cli.line_mode import finish
from gemgrove.cli.options.play import DELAY
from gemgrove.cli.record_files import check_target, save_record, user_path
from gemgrove.cli.seats import (
    HUMAN,
    Seating,
    bots_playing,
    count_players,
    filled,
    named_in,
    seated,
)
from gemgrove.cli.session import GameSession
from gemgrove.cli.transcript import print_decision, print_result
from gemgrove.game import Game, GameName, new
from gemgrove.presenter import Presenter


def run(arguments: Namespace) -> int:
    """Show one game between bots."""
    mode = display_mode(arguments.mode, arguments.color)
    console = Console(arguments.color, plain=mode == "plain")
    save = user_path(arguments.save) if arguments.save else None
    if save is not None:
        check_target(save)
    delay = _delay(arguments.delay, console)
    named = named_in(arguments.bots)
    if HUMAN in named:
        raise CommandError("People play with `gemgrove play --vs human`.")
    players = count_players(
        arguments.game, arguments.rules, wanted=arguments.players, named=max(2, len(named))
    )
    game = new_game(arguments, arguments.game, players)
    seating = seated(filled(named, players), [], arguments.seed, game.variant)
    presenter = game.variant.presenter()
    if mode == "full":
        session = GameSession(
            game, seating, presenter=presenter, color=console.color, save=save, report_bots=True
        )
        with bots_playing(seating.bots, lambda: session.game):
            code: int = full_screen().run_watch(session, delay)
        return finish(session, console) or code
    console.print(f"Bots play: {', '.join(seating.names)}.\n")
    shown = presenter.in_words() if console.plain else presenter
    return print_game(game, seating, shown, console, delay=delay, save=save)


def print_game(
    game: Game,
    seating: Seating,
    presenter: Presenter,
    console: Console,
    *,
    delay: float = 0.0,
    save: Path | None = None,
) -> int:
    """Let the bots play to the end, as a spectator sees it; return the exit code."""
    names, code = seating.names, 0
    console.print(presenter.table(game.view(None), names, color=console.color) + "\n")
    try:
        with bots_playing(seating.bots, lambda: game):
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
        print_result(console, presenter, game, names)
    else:
        console.print("Stopped before the end.")
    if save is not None:
        save_record(game, save, list(seating.specs))
        console.print(f"Saved: {save}")
    return code


def new_game(arguments: Namespace, name: GameName, players: int) -> Game:
    """Return the game that the options describe."""
    with command_errors():
        return new(
            name,
            players=players,
            rules=arguments.rules,
            seed=arguments.seed,
            deal=arguments.deal,
        )


def _delay(asked: float | None, console: Console) -> float:
    if asked is None:
        return DELAY if console.is_terminal else 0.0
    if not (isfinite(asked) and asked >= 0):
        raise CommandError(f"--delay is {asked:g}; it must be 0 seconds or more.")
    return asked
