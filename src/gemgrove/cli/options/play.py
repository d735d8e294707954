"""The options of `gemgrove play`, `watch`, `match`, `replay` and `analyze`."""

from argparse import SUPPRESS, ArgumentParser

from gemgrove.cli.options import Commands, add_color
from gemgrove.game import GAMES
from gemgrove.options import OFFICIAL

DELAY = 1.0
_GAMES = " or ".join(GAMES)
_RECORD = (
    "a file written by `play --save`, a server's record, or a saved game of the Arboretum engine "
    "in docs/arboretum-engine.md"
)


def add_play(commands: Commands) -> None:
    """Add the commands."""
    _add_play(commands)
    _add_watch(commands)
    _add_match(commands)
    _add_replay(commands)
    _add_analyze(commands)


def _add_play(commands: Commands) -> None:
    play = commands.add_parser(
        "play",
        help="play a game; without a terminal, watch bots play",
        epilog="`--rules duel` is the two-player Splendor with the commands p3, p2, r, b and br, "
        "and gems in white, red, pink, blue and green. Pink is shown as black; you may type "
        "either.",
    )
    play.add_argument("name", nargs="?", metavar="GAME", help=f"{_GAMES}; default: {GAMES[0]}")
    play.add_argument("--game", help=SUPPRESS)
    play.add_argument(
        "--vs",
        action="append",
        metavar="BOT",
        help="an opponent, or `human` for a person at the same terminal; may be repeated; "
        "default: greedy",
    )
    _add_table(play)
    _add_deal(play)
    play.add_argument("--seat", type=int, default=1, metavar="N", help="your seat, from 1")
    play.add_argument("--names", metavar="NAME,...", help="names of the people, in seat order")
    play.add_argument("--save", metavar="FILE", help="where to save the game's record")
    play.add_argument("--load", metavar="FILE", help="continue a saved game")
    _add_display_mode(play)


def _add_watch(commands: Commands) -> None:
    watch = commands.add_parser("watch", help="watch bots play a game")
    watch.add_argument("bots", nargs="+", metavar="BOT", help="a bot")
    _add_game(watch)
    _add_table(watch)
    _add_deal(watch)
    watch.add_argument(
        "--delay",
        type=float,
        metavar="SECONDS",
        help=f"pause between decisions; default: {DELAY:g}, without a terminal 0",
    )
    watch.add_argument("--save", metavar="FILE", help="where to save the game's record")
    _add_display_mode(watch)


def _add_match(commands: Commands) -> None:
    match = commands.add_parser(
        "match", help="let bots play many games, and print a table of results"
    )
    match.add_argument("bots", nargs="+", metavar="BOT", help="a bot")
    _add_game(match)
    _add_table(match)
    match.add_argument(
        "--games", type=int, default=100, metavar="N", help="number of games; default: 100"
    )
    match.add_argument("--record", metavar="DIR", help="a folder for the games' records")
    add_color(match)


def _add_replay(commands: Commands) -> None:
    replay = commands.add_parser("replay", help="show a saved game move by move, and verify it")
    replay.add_argument("record", metavar="RECORD", help=_RECORD)
    replay.add_argument(
        "--step", type=int, metavar="N", help="show only the table after N decisions"
    )
    _add_display_mode(replay)


def _add_analyze(commands: Commands) -> None:
    analyze = commands.add_parser(
        "analyze", help="judge every decision of a saved game, as a table or an HTML page"
    )
    analyze.add_argument("record", metavar="RECORD", help=_RECORD)
    analyze.add_argument(
        "--iterations",
        type=int,
        default=2000,
        metavar="N",
        help="iterations of each search; more show finer differences; default: 2000",
    )
    analyze.add_argument("--seat", type=int, metavar="N", help="judge only this seat, from 1")
    analyze.add_argument("--html", metavar="FILE", help="write an HTML page with a chart")
    analyze.add_argument("--json", action="store_true", help="print JSON instead of the table")
    analyze.add_argument(
        "--unfinished",
        action="store_true",
        help="analyze a game that is not over, although this reveals hidden cards",
    )
    add_color(analyze)


def _add_game(command: ArgumentParser) -> None:
    command.add_argument(
        "--game", default=GAMES[0], metavar="GAME", help=f"{_GAMES}; default: {GAMES[0]}"
    )


def _add_table(command: ArgumentParser) -> None:
    command.add_argument(
        "--players",
        type=int,
        metavar="N",
        help="number of players; the last bot named takes the seats that are left",
    )
    command.add_argument(
        "--rules",
        default=OFFICIAL,
        metavar="SPEC",
        help="a preset (Splendor: official, core, arena, duel or escrow; Arboretum: official or "
        "seeded), optionally with options, as in official:payment=choose; default: official",
    )
    command.add_argument("--seed", type=int, metavar="N", help="make the game repeatable")


def _add_deal(command: ArgumentParser) -> None:
    command.add_argument(
        "--deal", metavar="ID", help="deal the cards of an id such as ABCD-EFGH-JKMN-PQR"
    )


def _add_display_mode(command: ArgumentParser) -> None:
    mode = command.add_mutually_exclusive_group()
    mode.add_argument(
        "--plain",
        action="store_const",
        const="plain",
        dest="mode",
        help="plain text, for pipes and screen readers",
    )
    mode.add_argument(
        "--lines", action="store_const", const="lines", dest="mode", help="line by line"
    )
    mode.add_argument(
        "--full-screen",
        action="store_const",
        const="full",
        dest="mode",
        help="use the whole screen, with keys and mouse; the default if the terminal is large "
        "enough",
    )
    add_color(command)
