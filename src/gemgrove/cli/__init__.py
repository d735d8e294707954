"""The terminal: play, watch, match and replay. Each command is the module of its name."""

import os
import sys
from argparse import REMAINDER, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from gemgrove import __version__
from gemgrove.agents.forfeit import Forfeit
from gemgrove.cli.arena_options import add_arena, add_results
from gemgrove.cli.complaint import Complaint
from gemgrove.cli.page_options import add_analyze, add_report
from gemgrove.cli.play_options import add_play
from gemgrove.cli.server_options import add_server

INTERRUPTED = 130
BROKEN_PIPE = 141
WRONG_USE = 2

_EXAMPLES = """\
examples:
  gemgrove play                         a game of Splendor against greedy
  gemgrove play --vs greedy,mcts        against two bots
  gemgrove play arboretum               a game of Arboretum
  gemgrove play --vs human              two persons at one terminal
  gemgrove watch greedy mcts            two bots, decision by decision
  gemgrove match greedy random --games 100
  gemgrove replay game.json
  gemgrove check-bot ./a.out --flag     does this program keep to the bot protocol?
  gemgrove serve                        a server at http://127.0.0.1:8000
"""


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"{self.prog}: {message}. Try {self.prog} --help.\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help()
        return 0
    try:
        # Only the command that is run is loaded.
        module = arguments.command.replace("-", "_")
        code: int = import_module(f"gemgrove.cli.{module}").run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except Complaint as complaint:
        print(f"gemgrove: {complaint}", file=sys.stderr)
        return WRONG_USE
    except Forfeit as forfeit:
        print(f"gemgrove: A bot has forfeited the game ({forfeit.reason}).", file=sys.stderr)
        print(forfeit.detail, file=sys.stderr)
        return WRONG_USE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more. What is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        print(f"gemgrove: {error.strerror or error}.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG_USE


def _parser() -> ArgumentParser:
    parser = _Parser(
        prog="gemgrove",
        description="Play board games against bots, and let bots play each other.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"gemgrove {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    add_play(commands)
    bots = commands.add_parser("bots", help="list the bots and their options")

    bot = commands.add_parser("bot", help="serve a bot over the bot protocol, on stdin and stdout")
    bot.add_argument("bot", metavar="BOT", help="any bot")
    bot.add_argument("--seed", type=int, metavar="N", help="makes a bot of chance repeatable")

    check_bot = commands.add_parser(
        "check-bot", help="check that a program or a bot keeps to the bot protocol"
    )
    check_bot.add_argument("--game", metavar="GAME", help="only this game; default: all it plays")
    check_bot.add_argument(
        "--games", type=int, default=2, metavar="N", help="for each number of players; default: 2"
    )
    check_bot.add_argument(
        "--time", default="20+0.2", metavar="TIME", help="bank and increment; default: 20+0.2"
    )
    check_bot.add_argument(
        "--memory",
        type=int,
        default=2048,
        metavar="MB",
        help="its limit, 0 for none; default: 2048",
    )
    check_bot.add_argument(
        "bot", nargs=REMAINDER, metavar="CMD ...", help="a command with its arguments, or a bot"
    )
    add_arena(commands)
    add_results(commands)
    add_report(commands)
    add_analyze(commands)
    add_server(commands)

    engine_bot = commands.add_parser(
        "engine-bot", help="sit a bot at the table of another Arboretum engine"
    )
    engine_bot.add_argument("bot", nargs="?", default="greedy", help="default: greedy")
    engine_bot.add_argument(
        "--time-limit",
        type=int,
        default=300,
        metavar="MS",
        help="within which a reply must come; the bot gets two thirds of it; default: 300",
    )

    for command in (bots, check_bot):
        command.add_argument(
            "--color", choices=("auto", "always", "never"), default="auto", help="default: auto"
        )
    return parser
