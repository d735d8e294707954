"""The command line. `commands` defines all commands; most run the module with the same name."""

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pkgutil import resolve_name
from typing import NoReturn

from gemgrove import __version__
from gemgrove.agents.agent import Forfeit
from gemgrove.cli.commands import add_commands
from gemgrove.cli.errors import INTERRUPTED, CommandError

BROKEN_PIPE = 141
WRONG_USE = 2

_EXAMPLES = """\
examples:
  gemgrove play                         a game of Splendor against a bot
  gemgrove play --vs beginner           against the weakest of six levels
  gemgrove play --vs casual,expert      against two bots
  gemgrove play arboretum               a game of Arboretum
  gemgrove play --vs human              two people at one terminal
  gemgrove watch greedy mcts            two bots, decision by decision
  gemgrove match greedy random --games 100
  gemgrove replay game.json
  gemgrove check-bot ./a.out --flag     does this program follow the bot protocol?
  gemgrove serve                        a server at http://127.0.0.1:8000
"""


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"{self.prog}: {message}. Try {self.prog} --help.\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help()
        return 0
    try:
        # Only the module of this command is loaded.
        code: int = resolve_name(f"gemgrove.cli.{arguments.function}")(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except CommandError as error:
        print(f"gemgrove: {error}", file=sys.stderr)
        return WRONG_USE
    except Forfeit as forfeit:
        print(f"gemgrove: A bot has forfeited the game ({forfeit.reason}).", file=sys.stderr)
        print(forfeit.detail, file=sys.stderr)
        return WRONG_USE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        nobody_reads = isinstance(error, BrokenPipeError)
        if not nobody_reads:
            print(f"gemgrove: {error.strerror or error}.", file=sys.stderr)
        # Output that is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE if nobody_reads else WRONG_USE


def _parser() -> ArgumentParser:
    parser = _Parser(
        prog="gemgrove",
        description="Play board games against bots, and let bots play each other.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"gemgrove {__version__}")
    add_commands(parser.add_subparsers(dest="command", metavar="COMMAND"))
    return parser
