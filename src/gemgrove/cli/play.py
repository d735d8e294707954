"""`gemgrove play`: a game with people; without a terminal, a game between bots."""

from argparse import Namespace
from pathlib import Path

from gemgrove.agents import DEFAULT_LEVEL, Forfeit
from gemgrove.cli import full_screen, seats
from gemgrove.cli.console import Console
from gemgrove.cli.display_mode import is_terminal, open_console
from gemgrove.cli.errors import CommandError
from gemgrove.cli.line_mode import finish, run_lines
from gemgrove.cli.record_files import load_game, save_target, user_path
from gemgrove.cli.seats import HUMAN
from gemgrove.cli.session import GameSession
from gemgrove.cli.watch import game_of_bots, new_game, print_game
from gemgrove.game import GAMES, Game, GameName
from gemgrove.options import OFFICIAL

DEMONSTRATION = ("greedy", "random")


def run(arguments: Namespace) -> int:
    console, mode = open_console(arguments)
    save = save_target(arguments.save)
    if mode != "plain" and not is_terminal():
        return _demonstrate(arguments, console, save)
    session = _session(arguments, console, save, full=mode == "full")
    try:
        with seats.bots_playing(session.seating.bots, lambda: session.game):
            if mode == "full":
                code = full_screen.run_session(session)
                return finish(session, console) or code
            return run_lines(session, console)
    except Forfeit:
        if save is not None:
            session.save_to(save)
        raise


def _session(
    arguments: Namespace, console: Console, save: Path | None, *, full: bool
) -> GameSession:
    opponents = seats.named_in(arguments.vs or [])
    if arguments.load is not None:
        game, players, people = _loaded(arguments, opponents)
    else:
        opponents = opponents or [DEFAULT_LEVEL]
        name = _game_named(arguments) or GAMES[0]
        named = len(opponents) + 1
        count = seats.count_players(name, arguments.rules, wanted=arguments.players, named=named)
        game = new_game(arguments, name, count)
        players, people = _with_you(opponents, arguments.seat, count), []
    if arguments.names is not None:
        people = [name.strip() for name in arguments.names.split(",")]
    return GameSession(
        game,
        seats.seated(players, people, arguments.seed, game.variant),
        presenter=console.presenter(game),
        color=console.color,
        save=save,
        saved=arguments.load is not None,
        report_bots=full,
    )


def _with_you(opponents: list[str], seat: int, players: int) -> list[str]:
    if not 1 <= seat <= players:
        raise CommandError(f"There is no seat {seat}; the seats are 1 to {players}.")
    everybody = seats.filled(opponents, players - 1)
    everybody.insert(seat - 1, HUMAN)
    return everybody


def _loaded(arguments: Namespace, opponents: list[str]) -> tuple[Game, list[str], list[str]]:
    """Return a record's game, its players (from the record or as named), and the people's names."""
    if arguments.seed is not None or arguments.deal is not None:
        raise CommandError("A loaded game has its own deal; leave out --seed and --deal.")
    if arguments.rules != OFFICIAL:
        raise CommandError("A loaded game has its own rules; leave out --rules.")
    path = user_path(arguments.load)
    game, record = load_game(path)
    asked = (_game_named(arguments) or game.name, arguments.players or game.players)
    if asked != (game.name, game.players):
        raise CommandError(f"{path} has a game of {game.name} for {game.players} players.")
    if opponents:
        if len(opponents) >= game.players:
            raise CommandError(f"{path} has a game for {game.players}; --vs names too many.")
        return game, _with_you(opponents, arguments.seat, game.players), []
    players, people = seats.players_of(record.names)
    if HUMAN not in players:
        raise CommandError(f"{path} names no person; name your opponents with --vs.")
    return game, players, people


def _demonstrate(arguments: Namespace, console: Console, save: Path | None) -> int:
    named = seats.named_in(arguments.vs or DEMONSTRATION)
    if HUMAN in named or arguments.load is not None:
        raise CommandError("No terminal is attached; use --plain to play through pipes.")
    game, seating = game_of_bots(arguments, _game_named(arguments) or GAMES[0], named)
    console.print(f"No terminal is attached, so bots play: {', '.join(seating.names)}.\n")
    return print_game(game, seating, console, save=save)


def _game_named(arguments: Namespace) -> GameName | None:
    name: str | None = arguments.name
    other: str | None = arguments.game
    if name is not None and other is not None and name != other:
        raise CommandError(f"Two games are named, {name} and {other}.")
    chosen = name or other
    if chosen is not None and chosen not in GAMES:
        raise CommandError(
            f"There is no game {chosen!r}; the games are {', '.join(GAMES)}. "
            "Name your opponents with --vs."
        )
    return chosen
