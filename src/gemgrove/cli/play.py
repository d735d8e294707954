"""`gemgrove play`: a game with persons; where no terminal is attached, a game between bots."""

from argparse import Namespace
from pathlib import Path

from gemgrove import agents
from gemgrove.agents import Forfeit
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.conversation import HUMAN, Conversation
from gemgrove.cli.looks import chosen, full_screen, is_terminal
from gemgrove.cli.saving import check_target, file_named, load_game
from gemgrove.cli.screen import Screen
from gemgrove.cli.seats import count_players, filled, named_in, players_of, seated
from gemgrove.cli.session import Session, finish
from gemgrove.cli.watch import show
from gemgrove.game import GAMES, Game, new
from gemgrove.telling import face_of

DEFAULT_BOT = "greedy"
DEMONSTRATION = ("greedy", "random")


def run(arguments: Namespace) -> int:
    """Play with the persons at the terminal, or show a game."""
    looks = chosen(arguments.looks, arguments.color)
    screen = Screen(arguments.color, plain=looks == "plain")
    save = file_named(arguments.save) if arguments.save else None
    if save is not None:
        check_target(save)
    if looks != "plain" and not is_terminal():
        return _demonstrate(arguments, screen, save)
    conversation = _conversation(arguments, screen, save, full=looks == "full")
    bots = conversation.seating.bots
    try:
        for seat, bot in bots.items():
            agents.begin(bot, conversation.game.view(seat))
        if looks == "full":
            code: int = full_screen().run_play(conversation)
            code = finish(conversation, screen) or code
        else:
            code = Session(conversation, screen).run()
        if conversation.game.over:
            for seat, bot in bots.items():
                agents.end(bot, conversation.game.view(seat))
        return code
    except Forfeit:
        if save is not None:
            conversation.save_to(save)
        raise
    finally:
        for bot in bots.values():
            agents.close(bot)


def _conversation(
    arguments: Namespace, screen: Screen, save: Path | None, *, full: bool
) -> Conversation:
    opponents = named_in(arguments.vs or [])
    if arguments.load is not None:
        game, players, persons = _loaded(arguments, opponents)
    else:
        opponents = opponents or [DEFAULT_BOT]
        name = _game_named(arguments) or GAMES[0]
        count = count_players(
            name, arguments.rules, wanted=arguments.players, named=len(opponents) + 1
        )
        game = _new_game(arguments, name, count)
        players, persons = _with_you(opponents, arguments.seat, count), []
    if arguments.names is not None:
        persons = [name.strip() for name in arguments.names.split(",")]
    face = face_of(game.name)
    return Conversation(
        game,
        seated(players, persons, arguments.seed),
        face=face.in_words() if screen.plain else face,
        color=screen.color,
        save=save,
        saved=arguments.load is not None,
        tell_at_once=full,
    )


def _with_you(opponents: list[str], seat: int, players: int) -> list[str]:
    if not 1 <= seat <= players:
        raise Complaint(f"There is no seat {seat}; the seats are 1 to {players}.")
    seats = filled(opponents, players - 1)
    seats.insert(seat - 1, HUMAN)
    return seats


def _loaded(arguments: Namespace, opponents: list[str]) -> tuple[Game, list[str], list[str]]:
    """The game of a record; its players, from the record or as they are named; and the persons."""
    if arguments.seed is not None or arguments.deal is not None:
        raise Complaint("A game that is loaded has its deal; leave out --seed and --deal.")
    path = file_named(arguments.load)
    game, record = load_game(path)
    asked = (_game_named(arguments) or game.name, arguments.players or game.players)
    if asked != (game.name, game.players):
        raise Complaint(f"{path} has a game of {game.name} for {game.players} players.")
    if opponents:
        if len(opponents) >= game.players:
            raise Complaint(f"{path} has a game for {game.players}; --vs names too many.")
        return game, _with_you(opponents, arguments.seat, game.players), []
    players, persons = players_of(record.names)
    if HUMAN not in players:
        raise Complaint(f"{path} names no person; say who you play against with --vs.")
    return game, players, persons


def _demonstrate(arguments: Namespace, screen: Screen, save: Path | None) -> int:
    named = named_in(arguments.vs or DEMONSTRATION)
    if HUMAN in named or arguments.load is not None:
        raise Complaint("No terminal is attached; with --plain a person can play through pipes.")
    name = _game_named(arguments) or GAMES[0]
    count = count_players(name, arguments.rules, wanted=arguments.players, named=max(2, len(named)))
    game = _new_game(arguments, name, count)
    seating = seated(filled(named, count), [], arguments.seed)
    screen.say(f"No terminal is attached, so bots play: {', '.join(seating.names)}.\n")
    return show(game, seating, face_of(name), screen, save=save)


def _game_named(arguments: Namespace) -> str | None:
    name: str | None = arguments.name
    other: str | None = arguments.game
    if name is not None and other is not None and name != other:
        raise Complaint(f"Two games are named, {name} and {other}.")
    if name is not None and name not in GAMES:
        raise Complaint(
            f"There is no game {name!r}; the games are {', '.join(GAMES)}. "
            "Who you play against is named with --vs."
        )
    return name or other


def _new_game(arguments: Namespace, name: str, players: int) -> Game:
    with complaints():
        return new(
            name,
            players=players,
            rules=arguments.rules,
            seed=arguments.seed,
            deal=arguments.deal,
        )
