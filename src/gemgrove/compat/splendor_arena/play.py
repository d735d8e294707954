"""`python -m gemgrove.compat.splendor_arena`: play games and print a table of results."""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from gemgrove.compat.splendor_arena.config import DEFAULT_PLAYERS, GAMES, PLAYERS, GameConfig
from gemgrove.compat.splendor_arena.playground import PlayGround
from gemgrove.deal_sequence import GUESSABLE

PROGRAM = "python -m gemgrove.compat.splendor_arena"
INTERRUPTED = 130
WRONG_USE = 2

_NAME = 24
_EXAMPLES = f"""\
examples:
  {PROGRAM} --players human greedy random
  {PROGRAM} --players greedy random random --games 300
  {PROGRAM} --players ./mine.py:Mine greedy greedy --games 30 --records games
  {PROGRAM} --game ./tictactoe.py:TicTacToe --players human ./mine.py:Mine
"""


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"{message}. Try {self.prog} --help.\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Play as the arguments say; return the exit code."""
    arguments = _parser().parse_args(argv)
    config = GameConfig(
        game=arguments.game,
        players=tuple(arguments.players),
        games=arguments.games,
        display=arguments.display,
        seed=arguments.seed,
    )
    try:
        return _play(config, arguments)
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        print(f"{where}{error.strerror or error}.", file=sys.stderr)
    except ValueError as error:
        print(error, file=sys.stderr)
    return WRONG_USE


def _parser() -> ArgumentParser:
    parser = _Parser(
        prog=PROGRAM,
        description="Let players compete. Every deal is played from each seat.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--players",
        nargs="+",
        default=[],
        metavar="PLAYER",
        help=f"one for each seat: {', '.join(PLAYERS)}, a bot's name, or a class with a method "
        f"play(state), as in ./mine.py:Mine; default: {' '.join(DEFAULT_PLAYERS)}",
    )
    parser.add_argument("--games", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--display", action="store_true", help="show the table after every action")
    parser.add_argument("--seed", type=int, metavar="N", help="makes the games repeatable")
    parser.add_argument("--records", metavar="DIR", help="a folder for the games' records")
    parser.add_argument(
        "--game",
        default="splendor",
        help=f"{', '.join(GAMES)} (the default), or a class derived from BaseGame, as in "
        "./mine.py:MyGame",
    )
    return parser


def _play(config: GameConfig, arguments: Namespace) -> int:
    if config.games < 1:
        raise ValueError(f"--games is {config.games}; it must be 1 or more.")
    folder = _folder(arguments.records)
    if config.seed is not None:
        print(GUESSABLE, file=sys.stderr)
    code = 0
    with config.make_playground() as ground:
        try:
            ground.playGames(config.games, progress=_progress if sys.stderr.isatty() else None)
        except KeyboardInterrupt:
            code = INTERRUPTED
        for number, result in enumerate(ground.results, 1):
            if folder is not None and result.record is not None:
                result.record.save(folder / f"{number:06}.json")
        _report(ground)
    return code


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise ValueError(f"{folder} is not empty; the records need a folder of their own.")
    return folder


def _progress(done: int, games: int) -> None:
    end = "\n" if done == games else ""
    print(f"\r{done} of {games} games", end=end, file=sys.stderr, flush=True)


def _report(ground: PlayGround) -> None:
    results = ground.results
    if not results:
        print("No game was finished.")
        return
    print(
        f"{'player':<{_NAME}}{'games':>7}{'wins':>7}{'draws':>7}{'losses':>8}{'forfeits':>10}"
        f"{'points':>8}"
    )
    for done in ground.performances():
        print(
            f"{done.name[: _NAME - 1]:<{_NAME}}{done.games:>7}{done.wins:>7}{done.draws:>7}"
            f"{done.losses:>8}{done.forfeits:>10}{done.points / done.games:>8.1f}"
        )
    average = sum(result.length for result in results) / len(results)
    print(f"{average:.1f} turns per game on average.")
    for number, result in enumerate(results, 1):
        if result.fault is not None:
            name = ground.names[result.fault.player]
            print(f"Game {number}: {name} forfeited, {result.fault.reason}: {result.fault.detail}")
