"""Load classes from Python files and create objects: `./mybot.py:MyBot:depth=3`.

A `Kind` says which class to look for: a bot, or something else that users write.
"""

import hashlib
import importlib.util
import inspect
import os
import sys
import traceback
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from gemgrove.agents.spec import BotSpec, SpecError, read_flag, read_number, read_option
from gemgrove.variant import shown

_PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of class to look for in a file."""

    noun: str
    """The name used in messages, such as `bot`."""
    feature: str
    """The required feature, as named in messages, such as `choose(view) method`."""
    fits: Callable[[type], bool]


def has_method(kind: type, name: str) -> bool:
    return callable(getattr(kind, name, None))


def load_class(spec: BotSpec, kind: Kind) -> type:
    """Load the class that a spec names, or the only class in its file that fits."""
    path, name = file_of(spec)
    module = _load_module(path)
    classes = {
        key: value
        for key, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__
    }
    fitting = [key for key, value in classes.items() if kind.fits(value)]
    if not name:
        if not fitting:
            raise SpecError(f"{path} has no class with a {kind.feature}, so no {kind.noun}.")
        if len(fitting) > 1:
            raise SpecError(
                f"{path}: which class is the {kind.noun}? Several classes have a {kind.feature}: "
                f"{', '.join(fitting)}. Name one, as in {path}:{fitting[0]}."
            )
        name = fitting[0]
    if name not in classes:
        there = ", ".join(fitting) or "none"
        raise SpecError(f"{path} has no class {name}; its classes with a {kind.feature}: {there}.")
    if name not in fitting:
        raise SpecError(
            f"The class {name} in {path} has no {kind.feature}, so it is not a {kind.noun}."
        )
    return classes[name]


def file_of(spec: BotSpec) -> tuple[str, str]:
    """Return the file and the class that a spec names; the class may be empty."""
    path, _, name = spec.name.partition(":")
    if not Path(path).is_file():
        raise SpecError(f"There is no file {shown(path)}.")
    return path, name


def _load_module(path: str) -> types.ModuleType:
    """Load a file as a module, once; it may import other files in its folder."""
    file = Path(path).resolve()
    digest = hashlib.sha256(os.fsencode(file)).hexdigest()[:16]
    name = f"gemgrove_bot_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    found = importlib.util.spec_from_file_location(name, file)
    if found is None or found.loader is None:
        raise SpecError(f"{path} cannot be loaded as a Python file.")
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # loading a file may do anything, even exit
        del sys.modules[name]
        raise SpecError(f"{path} cannot be loaded: {error_text(error)}.") from error
    return module


def build(spec: BotSpec, made: type, kind: Kind, offered: Mapping[str, Any]) -> Any:
    """Create an object, with the spec's options converted to the types of the constructor.

    It also gets those `offered` values that its constructor names, unless they are None.
    """
    name = made.__name__
    try:
        parameters = inspect.signature(made, eval_str=True).parameters
    except (NameError, TypeError, ValueError, SyntaxError, AttributeError):
        parameters = inspect.signature(made).parameters
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
            raise SpecError(
                f"The {kind.noun} {name} has no option {shown(key)}; its options: {known}."
            )
        options[key] = _read(name, key, text, named.get(key))
    for key, value in offered.items():
        if value is not None and key in named:
            options.setdefault(key, value)
    missing = [
        key for key, item in named.items() if item.default is item.empty and key not in options
    ]
    if missing:
        example = f"{spec.name}:{missing[0]}=..."
        raise SpecError(f"The {kind.noun} {name} needs the option {missing[0]}: {example}")
    try:
        return made(**options)
    except Exception as error:
        raise SpecError(
            f"The {kind.noun} {name} could not be made: {error_text(error)}."
        ) from error


def _read(bot: str, key: str, text: str, parameter: inspect.Parameter | None) -> Any:
    """Convert an option to the type of the constructor's parameter or of its default."""
    for kind in _types(parameter):
        if kind in _READERS:
            return read_option(bot, key, text, _READERS[kind])
    return text


def _types(parameter: inspect.Parameter | None) -> tuple[Any, ...]:
    """Return the possible types of an option, from its annotation or its default."""
    if parameter is None:
        return ()
    if parameter.annotation is parameter.empty:
        return (type(parameter.default),)
    if get_origin(parameter.annotation) in (Union, types.UnionType):
        return get_args(parameter.annotation)
    return (parameter.annotation,)


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError("a whole number") from None


_READERS: Mapping[Any, Callable[[str], Any]] = {bool: read_flag, int: _whole, float: read_number}


def error_text(error: BaseException) -> str:
    """Describe an error in a user's code, with its file and line."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    places = [] if isinstance(error, SyntaxError) else traceback.extract_tb(error.__traceback__)
    theirs = [place for place in places if _PACKAGE not in Path(place.filename).parents]
    if not theirs:
        return text
    return f"{text} ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})"
