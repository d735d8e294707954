"""The options of `gemgrove play`, `watch`, `match` and `replay`."""

from argparse import SUPPRESS, ArgumentParser
from typing import TYPE_CHECKING, Any

from gemgrove.game import GAMES

if TYPE_CHECKING:
    from argparse import _SubParsersAction

DELAY = 1.0
_GAMES = " or ".join(GAMES)
_RECORD = "a file that `play --save` wrote, or a server's record"


def add_play(commands: "_SubParsersAction[Any]") -> None:
    """Add `play`, `watch`, `match` and `replay`."""
    _add_play(commands)
    _add_watch(commands)
    _add_match(commands)
    _add_replay(commands)


def _add_play(commands: "_SubParsersAction[Any]") -> None:
    play = commands.add_parser("play", help="play a game; without a terminal, watch bots play one")
    play.add_argument("name", nargs="?", metavar="GAME", help=f"{_GAMES}; default: {GAMES[0]}")
    play.add_argument("--game", help=SUPPRESS)
    play.add_argument(
        "--vs",
        action="append",
        metavar="BOT",
        help="an opponent, or `human` for a person at the same terminal; may be given several "
        "times; default: greedy",
    )
    _add_table(play)
    _add_deal(play)
    play.add_argument("--seat", type=int, default=1, metavar="N", help="your seat, from 1")
    play.add_argument("--names", metavar="NAME,...", help="of the persons, by seat")
    play.add_argument("--save", metavar="FILE", help="where to save the game's record")
    play.add_argument("--load", metavar="FILE", help="go on with a game that was saved")
    _add_looks(play)


def _add_watch(commands: "_SubParsersAction[Any]") -> None:
    watch = commands.add_parser("watch", help="watch bots play a game")
    watch.add_argument("bots", nargs="+", metavar="BOT", help="a bot")
    _add_game(watch)
    _add_table(watch)
    _add_deal(watch)
    watch.add_argument(
        "--delay",
        type=float,
        metavar="SECONDS",
        help=f"between decisions; default: {DELAY:g}, without a terminal 0",
    )
    watch.add_argument("--save", metavar="FILE", help="where to save the game's record")
    _add_looks(watch)


def _add_match(commands: "_SubParsersAction[Any]") -> None:
    match = commands.add_parser("match", help="let bots play many games, and print a table")
    match.add_argument("bots", nargs="+", metavar="BOT", help="a bot")
    _add_game(match)
    _add_table(match)
    match.add_argument("--games", type=int, default=100, metavar="N", help="default: 100")
    match.add_argument("--record", metavar="DIR", help="a folder for the games' records")
    _add_color(match)


def _add_replay(commands: "_SubParsersAction[Any]") -> None:
    replay = commands.add_parser("replay", help="show a saved game move by move, and verify it")
    replay.add_argument("record", metavar="RECORD", help=_RECORD)
    replay.add_argument(
        "--step", type=int, metavar="N", help="show the table after N decisions instead"
    )
    _add_looks(replay)


def _add_game(command: ArgumentParser) -> None:
    command.add_argument(
        "--game", default=GAMES[0], metavar="GAME", help=f"{_GAMES}; default: {GAMES[0]}"
    )


def _add_table(command: ArgumentParser) -> None:
    command.add_argument(
        "--players", type=int, metavar="N", help="seats left over get the last one named"
    )
    command.add_argument(
        "--rules",
        default="official",
        metavar="SPEC",
        help="a preset and options, such as official:payment=choose; default: official",
    )
    command.add_argument("--seed", type=int, metavar="N", help="makes the game repeatable")


def _add_deal(command: ArgumentParser) -> None:
    command.add_argument("--deal", metavar="ID", help="the deal, such as ABCD-EFGH-JKMN-PQR")


def _add_looks(command: ArgumentParser) -> None:
    looks = command.add_mutually_exclusive_group()
    looks.add_argument(
        "--plain",
        action="store_const",
        const="plain",
        dest="looks",
        help="lines of words only, for pipes and screen readers",
    )
    looks.add_argument(
        "--lines", action="store_const", const="lines", dest="looks", help="line by line"
    )
    looks.add_argument(
        "--full-screen",
        action="store_const",
        const="full",
        dest="looks",
        help="the whole screen, with keys and mouse; where it fits, this is the default",
    )
    _add_color(command)


def _add_color(command: ArgumentParser) -> None:
    command.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="default: auto"
    )
