"""Stdin and stdout kept for the program at the other end."""

import os
import sys
from typing import IO

_IN, _OUT, _ERROR = 0, 1, 2


def own_stdout() -> IO[bytes]:
    """Stdout for replies only: whatever else is printed goes to stderr."""
    _open_stderr()
    sys.stdout.flush()
    replies = os.fdopen(os.dup(_OUT), "wb")
    os.dup2(_ERROR, _OUT)
    return replies


def own_stdin() -> IO[bytes]:
    """Stdin for messages only: whoever else reads, a program that a bot starts too, finds none."""
    messages = os.fdopen(os.dup(_IN), "rb")
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, _IN)
    os.close(nowhere)
    return messages


def _open_stderr() -> None:
    """Where stderr is closed, let it lead nowhere; stdout's copy would take its number."""
    try:
        os.fstat(_ERROR)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        if nowhere != _ERROR:
            os.dup2(nowhere, _ERROR)
            os.close(nowhere)
        os.set_inheritable(_ERROR, True)
