"""Bots from Python files: `./mybot.py:MyBot:depth=3`, a class with a `choose` method."""

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
    """Load a bot from a file, here or, with `isolated`, in a separate process."""
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
    """Return the command that serves a bot over the bot protocol."""
    # Without -P the folder would come first on the path, and a bot called random.py would hide the
    # standard library's module.
    command = [sys.executable, "-P", "-m", "gemgrove", "bot", str(spec)]
    return command if seed is None else [*command, f"--seed={seed}"]


def holds_a_bot(spec: BotSpec) -> bool:
    """Return True if a file defines a class with a `choose` method; the file is not executed."""
    path, name = file_of(spec)
    return bool(name) or any(_classes(path).values())


class FileAgent:
    """Wraps an object of a user's class and adds its spec."""

    def __init__(self, spec: str, bot: Agent) -> None:
        self.spec = spec
        self.bot = bot
        """The object of the user's class."""

    def choose(self, view: View) -> Playable:
        return self.bot.choose(view)

    def __getattr__(self, name: str) -> Any:
        """Return one of an agent's optional methods, if the bot defines it."""
        if name in OPTIONAL_METHODS:
            return getattr(self.bot, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _classes(path: str) -> dict[str, bool]:
    """Return the names of a file's classes and imports; True for classes that define `choose`."""
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
