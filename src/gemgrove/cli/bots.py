"""`gemgrove bots`: lists the bots."""

from argparse import Namespace
from collections.abc import Mapping
from textwrap import indent, wrap

from gemgrove import agents
from gemgrove.cli.console import WIDTH, Console

_INDENT = 10
_MODEL = "./model.safetensors"

_FROM_OUTSIDE = {
    "./mybot.py:MyBot": "a class with a choose(view) method in a Python file; the class may be "
    "left out if the file has only one. Options are its keyword arguments: "
    "./mybot.py:MyBot:depth=3",
    _MODEL: f"{agents.MODEL.about}; docs/recipes/training.md shows how to train one",
    "exec:./a.out --flag": "any program that speaks the bot protocol on stdin and stdout; "
    "docs/bot-protocol.md describes it, and gemgrove check-bot checks it",
    "engine:./their-bot": "a program that speaks the protocol of another Arboretum engine, for "
    "two-player Arboretum; docs/arboretum-engine.md describes it, and gemgrove check-bot checks it",
}


def run(arguments: Namespace) -> int:
    """List the levels, the bots with their options, and how to name your own bots."""
    console = Console(arguments.color)
    levels = {level.name: level for level in agents.LEVELS}
    width = max(map(len, levels)) + 2
    console.print("Levels, weakest first, in every game and for any number of players:")
    for name, level in levels.items():
        console.print(f"  {console.bold(name)}{' ' * (width - len(name))}{level.sentence}")
    console.print("\nBots with options:")
    for name, bot in agents.available().items():
        if name in levels and set(bot.options) == {"seed"}:
            continue
        versions = ", ".join(f"{name}@{number}" for number in bot.versions)
        details = [f"versions: {versions}"] if versions else []
        text = _indented([bot.about, *details, *_options(name, bot.options)])
        console.print(f"{console.bold(name)}{text[len(name) :]}")
    console.print("\nYour own bots:")
    for name, about in _FROM_OUTSIDE.items():
        console.print(f"  {console.bold(name)}")
        options = _options(name, agents.MODEL.options) if name == _MODEL else []
        console.print(_indented([about, *options]))
    return 0


def _options(name: str, options: Mapping[str, agents.Option]) -> list[str]:
    return [
        f"{name}:{key}=...  {option.about}; default: {option.default}"
        for key, option in options.items()
    ]


def _indented(paragraphs: list[str]) -> str:
    lines = [line for text in paragraphs for line in wrap(text, WIDTH - 1 - _INDENT)]
    return indent("\n".join(lines), " " * _INDENT)
