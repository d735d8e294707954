"""The options of `gemgrove arena`, `results` and `report`."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter

from gemgrove.cli.options import Commands, add_color
from gemgrove.game import GAMES

_EPILOG = """\
Every deal is played once from every seat; such a block is the unit of the statistics. With three or
four players and two bots, one of the first sits among several of the second.

The deals come from a secret that the run draws, keeps in its file and reveals when it is over. With
--seed they are repeatable, but a bot that tries seeds can guess them.

examples:
  gemgrove arena greedy random --games 400
  gemgrove arena mcts greedy ./mybot.py:MyBot "exec:./a.out --fast" --time 60+1
  gemgrove arena ./new.py:Bot ./old.py:Bot --sprt 0,30
  gemgrove arena mcts greedy --players 4
  gemgrove arena --resume run.sqlite --games 1000
"""
_FILE = "the file of an arena run"


def add_arena(commands: Commands) -> None:
    """Add the commands."""
    _add_arena(commands)

    results = commands.add_parser(
        "results", help="print the standings of an arena run, or one of its games"
    )
    results.add_argument("file", metavar="FILE", help=_FILE)
    results.add_argument("--list", action="store_true", help="list the games instead")
    results.add_argument("--game", type=int, metavar="N", help="print one game instead")
    results.add_argument("--save", metavar="RECORD", help="save that game's record for `replay`")
    _add_output(results)

    report = commands.add_parser(
        "report", help="write an HTML page with the standings and charts of an arena run"
    )
    report.add_argument("file", metavar="FILE", help=_FILE)
    report.add_argument("--out", metavar="PAGE", help="the page; default: FILE, ending in .html")
    _add_anchor(report)


def _add_arena(commands: Commands) -> None:
    # An option that is not given is None, so that --resume can tell which were given.
    arena = commands.add_parser(
        "arena",
        help="rate bots: let them play each other, and keep every game in a file",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    add = arena.add_argument
    games = " or ".join(GAMES)
    add("bots", nargs="*", metavar="BOT", help="a bot: a name, a file or a program")
    add("--game", metavar="GAME", help=f"{games}; default: {GAMES[0]}")
    add("--players", type=int, metavar="N", help="players at a table; default: by the rules")
    add("--rules", metavar="SPEC", help="a preset and options; default: official")
    add(
        "--games",
        type=int,
        metavar="N",
        help="games of each pair or table; default: 100, with --sprt at most 10000",
    )
    add(
        "--seed",
        type=int,
        metavar="N",
        help="make the deals repeatable, and guessable; default: deals from a secret",
    )
    add("--gauntlet", action="store_true", default=None, help="the first bot against every other")
    add(
        "--sprt",
        metavar="ELO0,ELO1",
        help="test two bots until it is decided whether the first is ELO0 or ELO1 above the second",
    )
    add("--alpha", type=float, metavar="P", help="error rate at ELO0; default: 0.05")
    add("--beta", type=float, metavar="P", help="error rate at ELO1; default: 0.05")
    add(
        "--time",
        metavar="BANK+INCREMENT",
        help="seconds of each bot per game, and added after each decision; "
        "default: 60+1 for files and programs, none for other bots",
    )
    add("--jobs", type=int, metavar="N", help="games at the same time; default: all cores")
    add("--out", metavar="FILE", help="a new file for the results")
    add("--resume", metavar="FILE", help="continue the run of a file")
    _add_output(arena)


def _add_output(command: ArgumentParser) -> None:
    _add_anchor(command)
    command.add_argument("--json", action="store_true", help="print JSON instead of tables")
    add_color(command)


def _add_anchor(command: ArgumentParser) -> None:
    command.add_argument("--anchor", metavar="BOT", help="the bot whose rating is set to 0")
