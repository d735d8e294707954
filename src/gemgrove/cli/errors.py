"""Errors that a command reports to the user in one sentence."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class CommandError(Exception):
    """The command cannot be carried out as given. The text is one sentence for the user."""


@contextmanager
def command_errors() -> Iterator[None]:
    """Turn errors of the library or the system into a `CommandError`."""
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        raise CommandError(f"{where}{error.strerror or error}.") from error
    except ValueError as error:
        text = str(error)
        raise CommandError(text if text.endswith(".") else f"{text}.") from error


def check_minimum(arguments: Namespace, option: str, minimum: int) -> None:
    """Raise `CommandError` if an option was given a smaller number."""
    value = getattr(arguments, option, None)
    if value is not None and value < minimum:
        name = option.replace("_", "-")
        raise CommandError(f"--{name} is {value}; it must be {minimum} or more.")


def require_extra(module: str, what: str, *, extra: str = "arena") -> None:
    """Raise `CommandError` if a module of an extra is missing; `what` begins the sentence."""
    if find_spec(module) is None:
        raise CommandError(f"{what} needs the extra: pip install 'gemgrove[{extra}]'.")
