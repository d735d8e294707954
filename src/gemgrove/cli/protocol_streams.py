"""Stdin and stdout reserved for a protocol."""

import os
import sys
from typing import IO

_IN, _OUT, _ERROR = 0, 1, 2


def claim_stdout() -> IO[bytes]:
    """Return stdout for replies only: whatever else is printed goes to stderr."""
    _open_stderr()
    sys.stdout.flush()
    replies = os.fdopen(os.dup(_OUT), "wb")
    os.dup2(_ERROR, _OUT)
    return replies


def claim_stdin() -> IO[bytes]:
    """Return stdin for messages only: any other reader, even a child process, finds it empty."""
    messages = os.fdopen(os.dup(_IN), "rb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, _IN)
    os.close(null)
    return messages


def _open_stderr() -> None:
    """If stderr is closed, send it to the null device; stdout's copy would take its number."""
    try:
        os.fstat(_ERROR)
    except OSError:
        null = os.open(os.devnull, os.O_WRONLY)
        if null != _ERROR:
            os.dup2(null, _ERROR)
            os.close(null)
        os.set_inheritable(_ERROR, True)
