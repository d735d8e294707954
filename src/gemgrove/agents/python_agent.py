"""Bots from files of Python: `./mybot.py:MyBot:depth=3`, a class with a method `choose`."""

import ast
import sys
from pathlib import Path
from typing import Any

from gemgrove.agents.agent import OPTIONAL_METHODS, Agent, NamedAgent
from gemgrove.agents.child_process import Limits, python_environment
from gemgrove.agents.class_loader import Kind, build, error_text, file_of, has_method, load_class
from gemgrove.agents.clock import TimeControl
from gemgrove.agents.protocol_agent import ProtocolAgent
from gemgrove.agents.spec import BotSpec, SpecError, check_system
from gemgrove.game import Playable, View

BOT = Kind("bot", "choose(view) method", lambda kind: has_method(kind, "choose"))


def make(
    spec: BotSpec,
    *,
    seed: int | None,
    isolated: bool,
    time: TimeControl | None,
    limits: Limits | None,
) -> NamedAgent:
    """The bot of a file, loaded here or, with `isolated`, in a process of its own."""
    if not isolated:
        return FileAgent(str(spec), build(spec, load_class(spec, BOT), BOT, {"seed": seed}))
    path, name = file_of(spec)
    check_system()
    if name not in ("", *_classes(path)):
        raise SpecError(f"{path} has no class {name}.")
    return ProtocolAgent(
        str(spec),
        serving_command(spec, seed=seed),
        seed=seed,
        time=time,
        limits=limits,
        environment=python_environment(),
    )


def serving_command(spec: BotSpec, *, seed: int | None = None) -> list[str]:
    """The command that serves a bot over the bot protocol."""
    # Without -P the folder would come before the library: a bot called random.py is no module.
    command = [sys.executable, "-P", "-m", "gemgrove", "bot", str(spec)]
    return command if seed is None else [*command, f"--seed={seed}"]


def holds_a_bot(spec: BotSpec) -> bool:
    """True if a file has a class with a method `choose`; it is not run to find out."""
    path, name = file_of(spec)
    return bool(name) or any(_classes(path).values())


class FileAgent:
    """A bot made from a user's class, with the name of its spec."""

    def __init__(self, spec: str, bot: Agent) -> None:
        self.spec = spec
        self.bot = bot
        """The object that the class has made."""

    def choose(self, view: View) -> Playable:
        return self.bot.choose(view)

    def __getattr__(self, name: str) -> Any:
        """The optional methods of an agent, where the bot has them."""
        if name in OPTIONAL_METHODS:
            return getattr(self.bot, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _classes(path: str) -> dict[str, bool]:
    """The names of a file's classes, including imports; True for those with a method `choose`."""
    try:
        tree = ast.parse(Path(path).read_bytes(), filename=path)
    except (SyntaxError, ValueError) as error:
        raise SpecError(f"{path} cannot be loaded: {error_text(error)}.") from None
    names: dict[str, bool] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            methods = [item.name for item in node.body if isinstance(item, ast.FunctionDef)]
            names[node.name] = "choose" in methods
        elif isinstance(node, ast.alias):
            names[node.asname or node.name] = False
    return names
