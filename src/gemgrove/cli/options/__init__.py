"""The command line's options; a module for each group of commands."""

from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from argparse import _SubParsersAction

Commands: TypeAlias = "_SubParsersAction[Any]"


def add_color(command: ArgumentParser) -> None:
    """Add `--color`."""
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="use color; default: auto",
    )
