"""Bots from files of Python: `./mybot.py:MyBot:depth=3`, a class with a method `choose`."""

import ast
import hashlib
import importlib.util
import inspect
import os
import sys
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

from gemgrove.agents.agent import Agent, NamedAgent, Table, begin, close, end
from gemgrove.agents.clock import TimeControl
from gemgrove.agents.spec import BotSpec, SpecError, check_system
from gemgrove.game import View
from gemgrove.variant import Move, shown

if TYPE_CHECKING:
    from gemgrove.agents.limits import Limits

_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_FOR_PYTHON = ("PYTHONPATH", "VIRTUAL_ENV", "GEMGROVE_CPU")


def make(
    spec: BotSpec,
    *,
    seed: int | None,
    isolated: bool,
    time: TimeControl | None,
    limits: "Limits | None",
) -> NamedAgent:
    """The bot of a file, loaded here or, with `isolated`, in a process of its own."""
    path, _, name = spec.name.partition(":")
    if not Path(path).is_file():
        raise SpecError(f"There is no file {shown(path)} to take a bot from.")
    if not isolated:
        return FileAgent(str(spec), _build(spec, _load(path, name), seed))
    check_system()
    from gemgrove.agents.process import ProcessAgent

    classes = _classes(path)
    if name and name not in classes:
        raise SpecError(f"{path} has no class {name}.")
    command = serving_command(spec, seed=seed)
    return ProcessAgent(
        str(spec),
        command,
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


def python_environment() -> dict[str, str]:
    """What such a command needs of the environment beside what every program gets."""
    return {key: os.environ[key] for key in _FOR_PYTHON if key in os.environ}


def holds_a_bot(spec: BotSpec) -> bool:
    """Whether a file has a class with a method `choose`; it is not run to find out."""
    path, _, name = spec.name.partition(":")
    if not Path(path).is_file():
        raise SpecError(f"There is no file {shown(path)} to take a bot from.")
    return bool(name) or any(_classes(path).values())


class FileAgent:
    """A bot made from a class of one's own, with the name of its spec."""

    def __init__(self, spec: str, bot: Agent) -> None:
        self.spec = spec
        self.bot = bot
        """The object that the class has made."""
        self._table = Table()

    def sit(self, table: Table) -> None:
        """Pass the table on."""
        self._table = table

    def begin(self, view: View) -> None:
        """Pass it on, if the bot wants to know."""
        begin(self.bot, view, table=self._table)

    def choose(self, view: View) -> Move | str | int:
        """What the bot chooses."""
        return self.bot.choose(view)

    def end(self, view: View) -> None:
        """Pass it on, if the bot wants to know."""
        end(self.bot, view)

    def close(self) -> None:
        """Pass it on, if the bot wants to know."""
        close(self.bot)


def _load(path: str, name: str) -> type:
    """The class of a bot, found by its name, or as the only one that chooses moves."""
    module = _load_module(path)
    classes = {
        key: value
        for key, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__
    }
    bots = [key for key, value in classes.items() if callable(getattr(value, "choose", None))]
    if not name:
        if len(bots) != 1:
            found = f"several: {', '.join(bots)}" if bots else "none"
            raise SpecError(
                f"{path}: which class is the bot? Those with a method choose(view) are {found}. "
                f"Name one, as in {path}:{bots[0] if bots else 'MyBot'}."
            )
        name = bots[0]
    if name not in classes:
        there = ", ".join(bots) or "none"
        raise SpecError(f"{path} has no class {name}; its classes with a choose(view): {there}.")
    if name not in bots:
        raise SpecError(f"The class {name} in {path} has no method choose(view), so it is no bot.")
    return classes[name]


def _load_module(path: str) -> types.ModuleType:
    """The module of a file, loaded once; beside it, it may import what is in its folder."""
    file = Path(path).resolve()
    digest = hashlib.sha256(os.fsencode(file)).hexdigest()[:16]
    name = f"gemgrove_bot_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    found = importlib.util.spec_from_file_location(name, file)
    if found is None or found.loader is None:
        raise SpecError(f"{path} cannot be loaded as a file of Python.")
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a file may do anything when it is loaded, exit included
        del sys.modules[name]
        raise SpecError(f"{path} cannot be loaded: {_told(error)}.") from error
    return module


def _classes(path: str) -> dict[str, bool]:
    """The names that a file gives to classes, imported ones too, and which are seen to choose."""
    try:
        tree = ast.parse(Path(path).read_bytes(), filename=path)
    except (SyntaxError, ValueError) as error:
        raise SpecError(f"{path} cannot be loaded: {_told(error)}.") from None
    names: dict[str, bool] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            methods = [item.name for item in node.body if isinstance(item, ast.FunctionDef)]
            names[node.name] = "choose" in methods
        elif isinstance(node, ast.alias):
            names[node.asname or node.name] = False
    return names


def _build(spec: BotSpec, kind: type, seed: int | None) -> Agent:
    """The bot, its options read as its constructor wants them."""
    name = kind.__name__
    try:
        parameters = inspect.signature(kind, eval_str=True).parameters
    except (NameError, TypeError, ValueError, SyntaxError, AttributeError):
        parameters = inspect.signature(kind).parameters
    anything = any(item.kind is item.VAR_KEYWORD for item in parameters.values())
    named = {
        key: item
        for key, item in parameters.items()
        if item.kind in (item.POSITIONAL_OR_KEYWORD, item.KEYWORD_ONLY)
    }
    options: dict[str, Any] = {}
    for key, text in spec.options.items():
        if key not in named and not anything:
            known = ", ".join(named) or "none"
            raise SpecError(f"The bot {name} has no option {shown(key)}; its options: {known}.")
        options[key] = _read(name, key, text, named.get(key))
    if seed is not None and "seed" in named:
        options.setdefault("seed", seed)
    missing = [
        key for key, item in named.items() if item.default is item.empty and key not in options
    ]
    if missing:
        example = f"{spec.name}:{missing[0]}=..."
        raise SpecError(f"The bot {name} needs the option {missing[0]}: {example}")
    try:
        return kind(**options)  # type: ignore[no-any-return]
    except Exception as error:
        raise SpecError(f"The bot {name} could not be made: {_told(error)}.") from error


def _read(bot: str, key: str, text: str, parameter: inspect.Parameter | None) -> Any:
    """An option's value, of the type that the constructor says, or of its default."""
    for kind in _types(parameter):
        if kind in _READERS:
            read, right = _READERS[kind]
            try:
                return read(text)
            except (KeyError, ValueError):
                raise SpecError(f"{bot}: {key} is {shown(text)}; it must be {right}.") from None
    return text


def _types(parameter: inspect.Parameter | None) -> tuple[Any, ...]:
    """What an option may be: by its annotation, without None, or by its default."""
    if parameter is None:
        return ()
    if parameter.annotation is parameter.empty:
        return (type(parameter.default),)
    if get_origin(parameter.annotation) in (Union, types.UnionType):
        return get_args(parameter.annotation)
    return (parameter.annotation,)


_READERS: Mapping[Any, tuple[Callable[[str], Any], str]] = {
    bool: (lambda text: _FLAGS[text.lower()], "yes or no"),
    int: (int, "a whole number"),
    float: (float, "a number"),
}


def _told(error: BaseException) -> str:
    """An error of somebody else's code in words, with the place where it happened."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or isinstance(error, SyntaxError):
        return text
    file = Path(trace.tb_frame.f_code.co_filename).name
    return f"{text} ({file}, line {trace.tb_lineno})"
