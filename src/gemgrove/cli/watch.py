"""`gemgrove watch`: bots play, and every decision is told."""

import time
from argparse import Namespace
from math import isfinite
from pathlib import Path

from gemgrove import agents
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.conversation import HUMAN, Conversation, Seating
from gemgrove.cli.looks import chosen, full_screen
from gemgrove.cli.play_options import DELAY
from gemgrove.cli.saving import check_target, file_named, save_record
from gemgrove.cli.screen import Screen
from gemgrove.cli.seats import count_players, filled, named_in, seated
from gemgrove.cli.session import INTERRUPTED, finish
from gemgrove.cli.transcript import tell_decision, tell_end
from gemgrove.game import Game, new
from gemgrove.telling import Face, face_of


def run(arguments: Namespace) -> int:
    """Show one game of the bots."""
    looks = chosen(arguments.looks, arguments.color)
    screen = Screen(arguments.color, plain=looks == "plain")
    save = file_named(arguments.save) if arguments.save else None
    if save is not None:
        check_target(save)
    delay = _delay(arguments.delay, screen)
    named = named_in(arguments.bots)
    if HUMAN in named:
        raise Complaint("Persons play with `gemgrove play --vs human`.")
    players = count_players(
        arguments.game, arguments.rules, wanted=arguments.players, named=max(2, len(named))
    )
    with complaints():
        game = new(
            arguments.game,
            players=players,
            rules=arguments.rules,
            seed=arguments.seed,
            deal=arguments.deal,
        )
    seating = seated(filled(named, players), [], arguments.seed)
    face = face_of(game.name)
    if looks == "full":
        conversation = Conversation(
            game, seating, face=face, color=screen.color, save=save, tell_at_once=True
        )
        return _fill_screen(conversation, delay, screen)
    screen.say(f"Bots play: {', '.join(seating.names)}.\n")
    shown = face.in_words() if screen.plain else face
    return show(game, seating, shown, screen, delay=delay, save=save)


def show(
    game: Game,
    seating: Seating,
    face: Face,
    screen: Screen,
    *,
    delay: float = 0.0,
    save: Path | None = None,
) -> int:
    """Let the bots play to the end, as a spectator sees it; returns the exit code."""
    names, code = seating.names, 0
    screen.say(face.table(game.view(None), names, color=screen.color) + "\n")
    try:
        for seat, bot in seating.bots.items():
            agents.begin(bot, game.view(seat))
        while not game.over:
            seat, before = game.to_move, game.view(None)
            with screen.thinking(names[seat]):
                choice = seating.bots[seat].choose(game.view(seat))
            game.play(choice)
            move, after = before.move(game.actions[-1]), game.view(None)
            tell_decision(screen, face, before, move, after, names, number=len(game.actions))
            time.sleep(delay)
        for seat, bot in seating.bots.items():
            agents.end(bot, game.view(seat))
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        for bot in seating.bots.values():
            agents.close(bot)
    end = game if game.over else game.view(None)
    screen.say("\n" + face.table(end, names, color=screen.color) + "\n")
    if game.over:
        tell_end(screen, face, game, names)
    else:
        screen.say("Stopped before the end.")
    if save is not None:
        save_record(game, save, list(seating.specs))
        screen.say(f"The record is saved: {save}")
    return code


def _fill_screen(conversation: Conversation, delay: float, screen: Screen) -> int:
    try:
        code: int = full_screen().run_watch(conversation, delay)
    finally:
        for bot in conversation.seating.bots.values():
            agents.close(bot)
    return finish(conversation, screen) or code


def _delay(asked: float | None, screen: Screen) -> float:
    if asked is None:
        return DELAY if screen.is_terminal else 0.0
    if not (isfinite(asked) and asked >= 0):
        raise Complaint(f"--delay is {asked:g}; it must be 0 seconds or more.")
    return asked
