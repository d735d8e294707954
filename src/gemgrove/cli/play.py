"""`gemgrove play`: a game against bots; where no terminal is attached, a game between bots."""

import sys
from argparse import Namespace
from pathlib import Path

from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.saving import check_target, file_named, save_record
from gemgrove.cli.screen import Screen
from gemgrove.cli.seats import count_players, filled, make_bots, short_names
from gemgrove.cli.session import Session
from gemgrove.cli.transcript import tell_decision, tell_end
from gemgrove.game import Game, new
from gemgrove.telling import face_of

DEFAULT_BOT = "greedy"
DEMONSTRATION = ("greedy", "random")


def run(arguments: Namespace) -> int:
    """Play with the person at the terminal, or show a game."""
    screen = Screen(arguments.color)
    save = file_named(arguments.save) if arguments.save else None
    if save is not None:
        check_target(save)
    if _is_terminal():
        return _play(arguments, screen, save)
    return _demonstrate(arguments, screen, save)


def _play(arguments: Namespace, screen: Screen, save: Path | None) -> int:
    opponents = arguments.bots or [DEFAULT_BOT]
    players = count_players(
        arguments.game, arguments.rules, wanted=arguments.players, named=len(opponents) + 1
    )
    game = _new_game(arguments, players)
    seat = arguments.seat - 1
    if not 0 <= seat < players:
        raise Complaint(f"There is no seat {arguments.seat}; the seats are 1 to {players}.")
    specs = filled(opponents, players - 1)
    bots, names = make_bots(specs, arguments.seed), short_names(specs)
    others = (number for number in range(players) if number != seat)
    seats = dict(zip(others, bots, strict=True))
    names.insert(seat, "you")
    specs.insert(seat, "human")
    return Session(game, seat, seats, names, specs, face_of(game.name), screen, save).run()


def _demonstrate(arguments: Namespace, screen: Screen, save: Path | None) -> int:
    named = arguments.bots or list(DEMONSTRATION)
    players = count_players(
        arguments.game, arguments.rules, wanted=arguments.players, named=max(2, len(named))
    )
    game = _new_game(arguments, players)
    specs = filled(named, players)
    bots, names = make_bots(specs, arguments.seed), short_names(specs)
    face = face_of(game.name)
    screen.say(f"No terminal is attached, so bots play: {', '.join(names)}.\n")
    screen.say(face.table(game.view(None), names, color=screen.color) + "\n")
    while not game.over:
        seat, before = game.to_move, game.view(None)
        game.play(bots[seat].choose(game.view(seat)))
        after = game.view(None)
        move = before.move(game.actions[-1])
        tell_decision(screen, face, before, move, after, names, number=len(game.actions))
    screen.say("\n" + face.table(game, names, color=screen.color) + "\n")
    tell_end(screen, face, game, names)
    if save is not None:
        save_record(game, save, specs)
        screen.say(f"The record is saved: {save}")
    return 0


def _new_game(arguments: Namespace, players: int) -> Game:
    with complaints():
        return new(
            arguments.game,
            players=players,
            rules=arguments.rules,
            seed=arguments.seed,
            deal=arguments.deal,
        )


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
