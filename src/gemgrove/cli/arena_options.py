"""The options of `gemgrove arena` and `gemgrove results`."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, Any

from gemgrove.game import GAMES

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_EXAMPLES = """\
Every deal is played once from every seat; such a block is the unit of the statistics. With three or
four players and two bots, one of the first sits among several of the second.

examples:
  gemgrove arena greedy random --games 400
  gemgrove arena mcts greedy ./mybot.py:MyBot "exec:./a.out --fast" --time 60+1
  gemgrove arena ./new.py:Bot ./old.py:Bot --sprt 0,30
  gemgrove arena mcts greedy --players 4
  gemgrove arena --resume run.sqlite --games 1000
"""

# An option that is not given is None, so that resuming can tell which were.


def add_arena(commands: "_SubParsersAction[Any]") -> None:
    """Add the command `arena`."""
    arena = commands.add_parser(
        "arena",
        help="rate bots: let them play each other, and keep every game in a file",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    arena.add_argument("bots", nargs="*", metavar="BOT", help="a bot: a name, a file or a program")
    games = " or ".join(GAMES)
    arena.add_argument("--game", metavar="GAME", help=f"{games}; default: {GAMES[0]}")
    arena.add_argument("--players", type=int, metavar="N", help="at a table; default: the rules'")
    arena.add_argument("--rules", metavar="SPEC", help="a preset and options; default: official")
    arena.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="of each pair or table; default: 100, of a test at most 10000",
    )
    arena.add_argument("--seed", type=int, metavar="N", help="of the first deal; default: 1")
    arena.add_argument(
        "--gauntlet", action="store_true", default=None, help="the first bot against each other one"
    )
    arena.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        help="two bots, until it is decided whether the first is ELO0 or ELO1 above the second",
    )
    arena.add_argument("--alpha", type=float, metavar="P", help="error rate at ELO0; default: 0.05")
    arena.add_argument("--beta", type=float, metavar="P", help="error rate at ELO1; default: 0.05")
    arena.add_argument(
        "--time",
        metavar="BANK+INCREMENT",
        help="seconds of every bot for a game, and added after each decision; "
        "default: 60+1 for files and programs, none for the others",
    )
    arena.add_argument("--jobs", type=int, metavar="N", help="games at a time; default: all cores")
    arena.add_argument("--out", metavar="FILE", help="a new file for the results")
    arena.add_argument("--resume", metavar="FILE", help="go on with the run of a file")
    _add_output(arena)


def add_results(commands: "_SubParsersAction[Any]") -> None:
    """Add the command `results`."""
    results = commands.add_parser(
        "results", help="print the standings in a file that `arena` wrote, or one of its games"
    )
    results.add_argument("file", metavar="FILE", help="a file that `arena` wrote")
    results.add_argument("--list", action="store_true", help="list the games instead")
    results.add_argument("--game", type=int, metavar="N", help="tell of one game instead")
    results.add_argument(
        "--save", metavar="RECORD", help="save the game's record, which `replay` shows"
    )
    _add_output(results)


def _add_output(command: ArgumentParser) -> None:
    command.add_argument("--anchor", metavar="BOT", help="the bot whose rating is set to 0")
    command.add_argument("--json", action="store_true", help="print JSON instead of tables")
    command.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="default: auto"
    )
