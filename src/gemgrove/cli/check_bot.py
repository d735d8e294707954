"""`gemgrove check-bot`: whether a program keeps to the bot protocol."""

from argparse import Namespace
from textwrap import indent, wrap

from gemgrove.agents import BotSpec, TimeControl, available
from gemgrove.agents.files import holds_a_bot, python_environment, serving_command
from gemgrove.agents.limits import Limits
from gemgrove.agents.process import check_program, command_of
from gemgrove.agents.spec import check_system
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.screen import WIDTH, Screen, printable
from gemgrove.compliance import Finding, Suite, examine
from gemgrove.game import GAMES, variant_class

_MARKS = {True: "ok", False: "WRONG"}
_MARK = 7


def run(arguments: Namespace) -> int:
    """Print each check; 1 if something is wrong."""
    screen = Screen(arguments.color)
    if arguments.games < 1:
        raise Complaint(f"--games is {arguments.games}; it must be 1 or more.")
    if arguments.memory < 0:
        raise Complaint(f"--memory is {arguments.memory}; it must be 0 or more.")
    with complaints():
        check_system()
        if arguments.game is not None:
            variant_class(arguments.game)
        suite = Suite(
            _command(arguments.bot),
            games=GAMES if arguments.game is None else (arguments.game,),
            rounds=arguments.games,
            time=TimeControl.parse(arguments.time),
            limits=Limits(memory_mb=arguments.memory or None),
            progress=screen.progress,
            environment=python_environment(),
        )
    wrong = 0
    for finding in examine(suite):
        screen.progress("")
        _say(screen, finding)
        wrong += not finding.right
    screen.progress("")
    if wrong:
        screen.say(f"{wrong} of the checks found something wrong.")
        return 1
    screen.say("The bot keeps to the protocol.")
    return 0


def _command(words: list[str]) -> list[str]:
    """The command to run: one word may name a bot, several are a program and its arguments."""
    if words[:1] == ["--"]:
        words = words[1:]
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


def _say(screen: Screen, finding: Finding) -> None:
    mark = "-" if finding.skipped else _MARKS[finding.right]
    note = f" ({printable(finding.note)})" if finding.note else ""
    line = f"{mark:<{_MARK}}{finding.check}{note}"
    screen.say(line if finding.right else screen.strong(line))
    for text in (finding.problem, finding.advice):
        for part in text.splitlines():
            screen.say(indent("\n".join(wrap(printable(part), WIDTH - 1 - _MARK)), " " * _MARK))
