"""Bot specs: `beginner`, `greedy@1`, `random:seed=7`, `./mybot.py`, `exec:./a.out` and others.

`./model.safetensors` is a trained network, `exec:./a.out` a program that speaks the bot protocol.
`engine:./their-bot` is a program that speaks the protocol of another Arboretum engine.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from reprlib import repr as shown
from typing import TYPE_CHECKING, Any, Literal

from gemgrove.agents.agent import NamedAgent
from gemgrove.agents.builtin import GreedyAgent, RandomAgent
from gemgrove.agents.clock import TimeControl
from gemgrove.agents.levels import CHAMPION, LEVELS, Level, LevelAgent
from gemgrove.agents.search import SearchAgent
from gemgrove.rng import checked_seed

if TYPE_CHECKING:
    from gemgrove.agents.child_process import Limits
    from gemgrove.variant import Variant

PROGRAM = "exec"
ENGINE = "engine"
PROGRAMS = (PROGRAM, ENGINE)
"""The prefixes of program specs, one for each protocol."""
FILE_ENDING = ".py"
MODEL_ENDING = ".safetensors"
_FOREIGN_MODELS = (".zip", ".onnx", ".pt", ".pth")
"""Models of other programs; the error message says how to convert them."""

_IS_POSIX = os.name == "posix"
_MOST_DIGITS = 20
_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_INTERPRETERS = ("python", "pypy", "node", "deno", "java", "ruby", "perl", "bash", "lua", "julia")


class SpecError(ValueError):
    """A spec names no bot, or an option that the bot does not know."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot's name, its version if one is given, and its options.

    For a bot from a Python file, the name is the file and, after a colon, the class; for a model,
    the file; for a program, `exec:` or `engine:` and the command.

    >>> str(BotSpec.parse("random:seed=7"))
    'random:seed=7'
    >>> BotSpec.parse("./bots/mine.py:Careful:depth=3").short
    'Careful'
    """

    name: str
    version: int | None = None
    options: Mapping[str, str] = field(default_factory=dict, hash=False)

    @classmethod
    def parse(cls, text: str) -> "BotSpec":
        """Read `name`, `name@version`, `name:option=value,option=value`, a file or a program."""
        head, _, tail = text.strip().partition(":")
        head = head.strip()
        if head in PROGRAMS:
            return cls(f"{head}:{tail.strip()}")
        if head.endswith(FILE_ENDING):
            return cls._of_file(text, head, tail)
        if head.endswith((MODEL_ENDING, *_FOREIGN_MODELS)):
            return cls(head, None, _read_options(text, tail))
        name, at, version = head.partition("@")
        if at and not _is_number(version):
            raise SpecError(f"Bot {shown(text)}: after @ comes a version, a number.")
        return cls(name.strip(), int(version) if at else None, _read_options(text, tail))

    @classmethod
    def _of_file(cls, text: str, path: str, tail: str) -> "BotSpec":
        first, _, rest = tail.partition(":")
        kind = first.strip()
        if "=" in kind:
            kind, rest = "", tail
        if kind and not kind.isidentifier():
            raise SpecError(f"Bot {shown(text)}: {shown(kind)} cannot be the name of a class.")
        options = _read_options(text, rest)
        for key in options:
            if not key.isidentifier():
                raise SpecError(f"Bot {shown(text)}: {shown(key)} cannot be the name of an option.")
        return cls(f"{path}:{kind}" if kind else path, None, options)

    @property
    def source(self) -> Literal["named", "file", "model", "program"]:
        """The bot's origin: this package, a Python file, a model, or a program."""
        head = self.name.partition(":")[0]
        if head in PROGRAMS:
            return "program"
        if head.endswith((MODEL_ENDING, *_FOREIGN_MODELS)):
            return "model"
        return "file" if head.endswith(FILE_ENDING) else "named"

    @property
    def prefix(self) -> str:
        """A program's prefix, which names its protocol: `exec` or `engine`."""
        return self.name.partition(":")[0]

    @property
    def short(self) -> str:
        """The bot's name in tables, without folders and options."""
        head, _, tail = self.name.partition(":")
        match self.source:
            case "named":
                return self.name
            case "file":
                return tail or head.rpartition("/")[2].removesuffix(FILE_ENDING)
            case "model":
                return head.rpartition("/")[2].removesuffix(MODEL_ENDING)
            case "program":
                return _program_name(tail.split()) or head

    def __str__(self) -> str:
        version = f"@{self.version}" if self.version is not None else ""
        options = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.name}{version}" + (f":{options}" if options else "")


@dataclass(frozen=True, slots=True)
class Option:
    """A bot's option: its parser, its purpose, and its default in words."""

    read: Callable[[str], Any]
    about: str
    default: str


@dataclass(frozen=True, slots=True)
class Bot:
    """A built-in bot, with its versions and options."""

    about: str
    make: Callable[..., NamedAgent]
    versions: tuple[int, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    takes_seed: bool = False


def _program_name(words: list[str]) -> str:
    """Return a program's name; for an interpreter, the name of its script."""
    names = [word.rpartition("/")[2] for word in words]
    if names and names[0].rstrip("0123456789.") in _INTERPRETERS:
        names[1:] = [name for name in names[1:] if not name.startswith("-")]
        names = names[1:] or names
    return names[0] if names else ""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def _whole(text: str) -> int:
    if not _is_number(text):
        raise ValueError(f"a whole number of at most {_MOST_DIGITS} digits")
    return int(text)


def _whole_or_none(text: str) -> int | None:
    if text == "none":
        return None
    if not _is_number(text):
        raise ValueError("a whole number or none")
    return int(text)


def read_number(text: str) -> float:
    """Parse a number; the text of a `ValueError` says what it must be."""
    try:
        return float(text)
    except ValueError:
        raise ValueError("a number") from None


def read_flag(text: str) -> bool:
    """Parse yes or no; the text of a `ValueError` says what it must be."""
    if text.lower() not in _FLAGS:
        raise ValueError("yes or no")
    return _FLAGS[text.lower()]


def _champion(**options: Any) -> NamedAgent:
    from gemgrove.agents.champion import ChampionAgent

    return ChampionAgent(**options)


def _policy(**options: Any) -> NamedAgent:
    from gemgrove.agents.champion import PolicyAgent

    return PolicyAgent(**options)


_SEED = Option(_whole, "makes its choices repeatable", "none, always different")
_BUDGET = {
    "iterations": Option(_whole, "how often it looks ahead, for each decision", "1000"),
    "seconds": Option(read_number, "how long it may think, for each decision", "no limit"),
    "threads": Option(_whole, "how many processor cores it uses", "1"),
}
_NETWORK = {
    "temperature": Option(
        read_number, "how random its choices are; 1: as likely as it thinks", "0, none"
    ),
    "model": Option(str, "the file of another network", "the package's own"),
}


def _level(level: Level) -> Bot:
    return Bot(
        level.sentence, partial(LevelAgent, level.name), options={"seed": _SEED}, takes_seed=True
    )


_BOTS = {level.name: _level(level) for level in LEVELS} | {
    CHAMPION: Bot(
        "searches ahead with a network trained by self-play, or where there is none as mcts does",
        _champion,
        options=_BUDGET | _NETWORK | {"seed": _SEED},
        takes_seed=True,
    ),
    "random": Bot(
        "a random legal move, all equally likely",
        RandomAgent,
        options={"seed": _SEED},
        takes_seed=True,
    ),
    "greedy": Bot("the move that looks best one move ahead", GreedyAgent, versions=(1,)),
    "mcts": Bot(
        "searches ahead, redrawing what it cannot see",
        SearchAgent,
        options=_BUDGET
        | {
            "seed": _SEED,
            "root": Option(
                str, "how it shares its iterations between moves: halving, puct", "halving"
            ),
            "rollout": Option(str, "the policy of rollouts: prior, random", "prior"),
            "cutoff": Option(
                _whole_or_none, "decisions until a leaf is evaluated; none: at the end", "0"
            ),
            "exploration": Option(read_number, "the constant of PUCT", "the game's own"),
            "prior_weight": Option(read_number, "how much the priors count", "1"),
            "fpu_reduction": Option(
                read_number, "how much worse an unvisited move is assumed to be", "the game's own"
            ),
            "reuse": Option(read_flag, "keeps the search tree between decisions: yes, no", "yes"),
        },
        takes_seed=True,
    ),
    "policy": Bot(
        "the move that a network trained by self-play prefers, without a search",
        _policy,
        options=_NETWORK | {"seed": _SEED},
        takes_seed=True,
    ),
}


def _model_agent(path: str, **options: Any) -> NamedAgent:
    from gemgrove.agents import network

    return network.NetworkAgent(network.open_model(path), **options)


MODEL = Bot(
    "a trained network, played using only NumPy",
    _model_agent,
    options={
        "temperature": Option(
            read_number, "how random its choices are; 1: as it was trained", "0, none"
        ),
        "seed": _SEED,
    },
    takes_seed=True,
)
"""The bot that plays any model file."""


def available() -> Mapping[str, Bot]:
    """Return the built-in bots by name."""
    return dict(_BOTS)


def unknown_bot(name: str) -> str:
    """Return a sentence about a bot that does not exist, which lists those that do."""
    levels = [level.name for level in LEVELS]
    others = [bot for bot in _BOTS if bot not in levels]
    return (
        f"There is no bot {shown(name)}; the levels are {', '.join(levels)}, the other bots "
        f"{', '.join(others)}."
    )


def is_external(spec: str | BotSpec) -> bool:
    """Return True if a spec names a file or a program rather than a built-in bot."""
    return _wanted(spec).source != "named"


def runs_apart(spec: str | BotSpec) -> bool:
    """Return True if the bot runs in a separate process when isolated: it brings its own code."""
    return _wanted(spec).source in ("file", "program")


def make(
    spec: str | BotSpec,
    *,
    seed: int | None = None,
    isolated: bool = False,
    time: TimeControl | None = None,
    limits: "Limits | None" = None,
) -> NamedAgent:
    """Make the bot that `spec` names; `seed` makes its random choices repeatable.

    With `isolated`, a bot from a Python file runs in a separate process, where its crashes harm
    nobody else; programs always do. `time` and `limits` apply to bots in separate processes. Such
    a bot raises `Forfeit` when it crashes, is too slow or plays an illegal move; `close` ends its
    process.
    """
    wanted, seed = _wanted(spec), checked_seed(seed)
    match wanted.source:
        case "file":
            from gemgrove.agents import python_agent

            return python_agent.make(wanted, seed=seed, isolated=isolated, time=time, limits=limits)
        case "program":
            check_system()
            from gemgrove.agents.engine_agent import EngineAgent
            from gemgrove.agents.program_agent import command_of
            from gemgrove.agents.protocol_agent import ProtocolAgent

            command = command_of(wanted)
            if wanted.prefix == ENGINE:
                return EngineAgent(str(wanted), command, time=time, limits=limits)
            return ProtocolAgent(str(wanted), command, seed=seed, time=time, limits=limits)
        case "model":
            return _make_from(MODEL, wanted, seed, path=wanted.name, spec=str(wanted))
    return _make_named(wanted, seed)


def check_playable(specs: Iterable[str], variant: "Variant") -> None:
    """Raise a `SpecError` unless all these bots can play this variant."""
    for spec in specs:
        wanted = _wanted(spec)
        model = wanted.options.get("model")
        if wanted.name == "policy" or (wanted.name == CHAMPION and model is not None):
            from gemgrove.agents.champion import find_network

            find_network(model, variant)
        if wanted.source == "model":
            from gemgrove.agents.network import open_model

            if mismatch := open_model(wanted.name).mismatch(variant):
                raise SpecError(mismatch)
        if wanted.prefix == ENGINE:
            from gemgrove.arboretum_engine.state import check_game

            try:
                check_game(variant)
            except ValueError as error:
                raise SpecError(f"Bot {shown(spec)} cannot play this game. {error}") from None


def check_system() -> None:
    """Raise a `SpecError` unless bots can run in separate processes on this system."""
    if not _IS_POSIX:
        raise SpecError("Bots in separate processes need Linux, macOS or another POSIX system.")


def _wanted(spec: str | BotSpec) -> BotSpec:
    if not isinstance(spec, str | BotSpec):
        raise TypeError(f"A bot is named by a text or a BotSpec, not {shown(spec)}.")
    return BotSpec.parse(spec) if isinstance(spec, str) else spec


def _make_named(wanted: BotSpec, seed: int | None) -> NamedAgent:
    if wanted.name not in _BOTS:
        raise SpecError(unknown_bot(wanted.name))
    bot = _BOTS[wanted.name]
    if wanted.version is not None and wanted.version not in bot.versions:
        known = ", ".join(f"{wanted.name}@{version}" for version in bot.versions) or "none"
        raise SpecError(f"There is no {wanted.name}@{wanted.version}; its versions: {known}.")
    return _make_from(bot, wanted, seed)


def _make_from(bot: Bot, wanted: BotSpec, seed: int | None, **more: Any) -> NamedAgent:
    options = {key: _read_option(wanted, bot, key, text) for key, text in wanted.options.items()}
    if bot.takes_seed and seed is not None:
        options.setdefault("seed", seed)
    try:
        return bot.make(**options, **more)
    except SpecError:
        raise
    except ValueError as error:
        raise SpecError(f"Bot {shown(str(wanted))}: {error}") from None


def _read_options(spec: str, text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise SpecError(
                f"Bot {shown(spec)}: {shown(part)} must be an option and its value, "
                "as in random:seed=7."
            )
        if key.strip() in options:
            raise SpecError(f"Bot {shown(spec)}: the option {key.strip()} is given twice.")
        options[key.strip()] = value.strip()
    return options


def _read_option(spec: BotSpec, bot: Bot, key: str, text: str) -> Any:
    if key not in bot.options:
        known = ", ".join(bot.options) or "none"
        raise SpecError(f"The bot {spec.name} has no option {shown(key)}; its options: {known}.")
    return read_option(spec.name, key, text, bot.options[key].read)


def read_option(bot: str, key: str, text: str, read: Callable[[str], Any]) -> Any:
    """Parse an option; `read` raises a `ValueError` that says what the value must be."""
    try:
        return read(text)
    except ValueError as error:
        raise SpecError(f"{bot}: {key} is {shown(text)}; it must be {error}.") from None
