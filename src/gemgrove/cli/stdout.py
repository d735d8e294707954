"""Stdout kept free for what a program at the other end reads."""

import os
import sys
from typing import IO

_OUT, _ERROR = 1, 2


def own_stdout() -> IO[bytes]:
    """Stdout for replies only: whatever else is printed goes to stderr."""
    _open_stderr()
    sys.stdout.flush()
    replies = os.fdopen(os.dup(_OUT), "wb")
    os.dup2(_ERROR, _OUT)
    return replies


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
