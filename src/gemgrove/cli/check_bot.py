"""`gemgrove check-bot`: checks whether a program follows the bot protocol."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from textwrap import indent, wrap

from gemgrove.agents import BotSpec, TimeControl, available
from gemgrove.agents.child_process import Limits, python_environment
from gemgrove.agents.program_agent import check_program, command_of
from gemgrove.agents.python_agent import holds_a_bot, serving_command
from gemgrove.agents.spec import ENGINE, check_system
from gemgrove.cli.console import WIDTH, Console, printable
from gemgrove.cli.errors import check_minimum, command_errors
from gemgrove.compliance import Finding, Suite, examine, examine_engine_bot
from gemgrove.compliance.engine_checks import GAME as ENGINE_GAME
from gemgrove.game import GAMES, variant_class

_MARK = 7


def run(arguments: Namespace) -> int:
    """Print the result of each check; return 1 if one failed."""
    console = Console(arguments.color)
    check_minimum(arguments, "games", 1)
    check_minimum(arguments, "memory", 0)
    with command_errors():
        check_system()
        if arguments.game is not None:
            variant_class(arguments.game)
        words = arguments.bot[1:] if arguments.bot[:1] == ["--"] else arguments.bot
        checks = _checks(words, arguments.game)
        suite = Suite(
            _command(words),
            games=GAMES if arguments.game is None else (arguments.game,),
            rounds=arguments.games,
            time=TimeControl.parse(arguments.time),
            limits=Limits(memory_mb=arguments.memory or None),
            progress=console.progress,
            environment=python_environment(),
        )
    wrong = 0
    for finding in checks(suite):
        console.progress("")
        _print_finding(console, finding)
        wrong += not finding.right
    console.progress("")
    if wrong:
        console.print(f"{wrong} of the checks found something wrong.")
        return 1
    console.print("The bot follows the protocol.")
    return 0


def _checks(words: list[str], game: str | None) -> Callable[[Suite], Iterator[Finding]]:
    if len(words) != 1 or BotSpec.parse(words[0]).prefix != ENGINE:
        return examine
    if game not in (None, ENGINE_GAME):
        raise ValueError(f"The bots of that engine play only {ENGINE_GAME} for two, not {game}.")
    return examine_engine_bot


def _command(words: list[str]) -> list[str]:
    """Return the command to run: one word may name a bot, several are a program with arguments."""
    if not words:
        raise ValueError("Name a command to check, as in gemgrove check-bot ./a.out --flag.")
    if len(words) == 1:
        spec = BotSpec.parse(words[0])
        match spec.source:
            case "program":
                return command_of(spec)
            case "file" if holds_a_bot(spec):
                return serving_command(spec)
            case "named" if spec.name in available():
                return serving_command(spec)
            case "model":
                return serving_command(spec)
    check_program(words[0])
    return words


def _print_finding(console: Console, finding: Finding) -> None:
    mark = "-" if finding.skipped else "ok" if finding.right else "WRONG"
    note = f" ({printable(finding.note)})" if finding.note else ""
    line = f"{mark:<{_MARK}}{finding.check}{note}"
    console.print(line if finding.right else console.bold(line))
    for text in (finding.problem, finding.advice):
        for part in text.splitlines():
            console.print(indent("\n".join(wrap(printable(part), WIDTH - 1 - _MARK)), " " * _MARK))
