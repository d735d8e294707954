"""`gemgrove bots`: which bots there are."""

from argparse import Namespace
from collections.abc import Mapping
from textwrap import wrap

from gemgrove import agents
from gemgrove.agents import Bot
from gemgrove.cli.screen import WIDTH, Screen

_INDENT = 10
_MODEL = "./model.zip"

_FROM_OUTSIDE = {
    "./mybot.py:MyBot": "a class with a method choose(view), from a file of Python; the class may "
    "be left out where the file has only one. Options are its keyword arguments: "
    "./mybot.py:MyBot:depth=3",
    _MODEL: f"{agents.MODEL.about}; docs/recipes/training.md shows how to train one",
    "exec:./a.out --flag": "any program that talks the bot protocol on stdin and stdout; "
    "docs/bot-protocol.md describes it, and gemgrove check-bot checks it",
}


def run(arguments: Namespace) -> int:
    """List the bots, their versions and their options; and how others are named."""
    screen = Screen(arguments.color)
    for name, bot in agents.available().items():
        _say(screen, name, [bot.about, *_details(name, bot)])
    screen.say()
    screen.say("Bots of your own:")
    for name, about in _FROM_OUTSIDE.items():
        screen.say(f"  {screen.strong(name)}")
        options = _options(name, agents.MODEL.options) if name == _MODEL else []
        screen.say(_set_in([about, *options]))
    return 0


def _details(name: str, bot: Bot) -> list[str]:
    details = []
    if bot.versions:
        details.append(f"versions: {', '.join(f'{name}@{number}' for number in bot.versions)}")
    details += _options(name, bot.options)
    return details


def _options(name: str, options: Mapping[str, agents.Option]) -> list[str]:
    return [
        f"{name}:{key}=...  {option.about}; default: {option.default}"
        for key, option in options.items()
    ]


def _say(screen: Screen, name: str, details: list[str]) -> None:
    text = _set_in(details)
    screen.say(f"{screen.strong(name)}{text[len(name) :]}")


def _set_in(paragraphs: list[str]) -> str:
    lines = [line for text in paragraphs for line in wrap(text, WIDTH - 1 - _INDENT)]
    return "\n".join(" " * _INDENT + line for line in lines)
