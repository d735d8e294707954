"""`gemgrove bots`: which bots there are."""

from argparse import Namespace

from gemgrove import agents
from gemgrove.cli.screen import Screen

_NAME = 10


def run(arguments: Namespace) -> int:
    """List the bots, their versions and their options."""
    screen = Screen(arguments.color)
    for name, bot in agents.available().items():
        screen.say(f"{screen.strong(name)}{'':<{max(1, _NAME - len(name))}}{bot.about}")
        if bot.versions:
            versions = ", ".join(f"{name}@{version}" for version in bot.versions)
            screen.say(f"{'':<{_NAME}}versions: {versions}")
        if bot.options:
            options = ", ".join(f"{name}:{option}=..." for option in bot.options)
            screen.say(f"{'':<{_NAME}}options: {options}")
    return 0
