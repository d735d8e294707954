"""Errors that a command reports to the user in one sentence."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

SIGNALED = 128
"""The exit code after a signal is this plus the signal's number."""
INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class CommandError(Exception):
    """The command cannot be run as given. The text is one sentence for the user."""


@contextmanager
def command_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Turn errors into a `CommandError`; by default, `OSError` and `ValueError`."""
    expected = kinds or (OSError, ValueError)
    try:
        yield
    except expected as error:
        text = str(error)
        if isinstance(error, OSError):
            where = f"{error.filename}: " if error.filename is not None else ""
            text = f"{where}{error.strerror or error}"
        raise CommandError(text if text.endswith(".") else f"{text}.") from error


def check_minimum(arguments: Namespace, option: str, minimum: int) -> None:
    """Raise `CommandError` if an option has a smaller value."""
    value = getattr(arguments, option, None)
    if value is not None and value < minimum:
        name = option.replace("_", "-")
        raise CommandError(f"--{name} is {value}; it must be {minimum} or more.")


def require_extra(module: str, what: str, *, extra: str = "arena") -> None:
    """Raise `CommandError` if a module of an extra is missing; `what` begins the sentence."""
    if find_spec(module) is None:
        raise CommandError(f"{what} needs the extra: pip install 'gemgrove[{extra}]'.")
