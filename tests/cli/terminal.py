"""A real pseudo-terminal that runs the command `gemgrove`."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from tests.waiting import PATIENCE

ROWS, COLUMNS = 50, 80
INTERRUPT = b"\x03"
MOVE = r"(?:[^\n]+: )?(?:move|(?:return a token|noble|pay|draw|card|plant) .*)> "
QUESTION = r"Quit\?.*> |Save to which file> |[^\n]*Press Enter when .*[.] "
PROMPT = re.compile(rf"(?:^|\n)(?:{MOVE}|{QUESTION})$")
REPLACED = re.compile(r"\r[^\r\n]{79}\r(?:  [^\r\n]* thinks\.\.\.)?")
"""A notice that the next line replaces."""
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\r\x07]")


class Terminal:
    """Types lines and reads what comes back; everything ends after `PATIENCE` seconds."""

    def __init__(
        self,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        size: tuple[int, int] = (ROWS, COLUMNS),
    ) -> None:
        self._master, self._slave = pty.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.modes_before = termios.tcgetattr(self._slave)
        inherited = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gemgrove", *arguments],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env=inherited | {"TERM": "xterm-256color"} | dict(environment or {}),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - for Ctrl-C
        )
        self._end = time.monotonic() + PATIENCE
        self.raw = b""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)
        os.close(self._slave)

    @property
    def text(self) -> str:
        """The whole output, without control codes."""
        return CONTROL.sub("", REPLACED.sub("", self.raw.decode("utf-8", "replace")))

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        self.press(line.encode() + b"\r")

    def press(self, keys: bytes) -> None:
        self._seen = len(self.text)
        os.write(self._master, keys)

    def until_prompt(self) -> str:
        """Read up to the next prompt; return the output since the last key."""
        while not PROMPT.search(self.text[self._seen :]):
            if not self._read():
                raise AssertionError(f"The program ended without a prompt:\n{self.text}")
        return self.text[self._seen :]

    def until(self, text: str) -> None:
        """Read until this text has appeared since the last key."""
        while text not in self.text[self._seen :]:
            if not self._read():
                raise AssertionError(f"The program ended without {text!r}:\n{self.text}")

    def ask(self, line: str) -> str:
        """Type a line and return the answer, with the next prompt."""
        self.type(line)
        return self.until_prompt()

    def exit_code(self) -> int:
        """Read to the end and return the program's exit code."""
        while self._read():
            pass
        return self._process.wait(self._left())

    def exit_code_after(self, signal_number: int) -> int:
        """Send a signal as a person would: again, if nothing happens.

        A signal that arrives just before readline waits for a key is noticed only at the next one.
        """
        while self._process.poll() is None:
            if signal_number == signal.SIGINT:
                self.press(INTERRUPT)
            else:
                self._process.send_signal(signal_number)
            again = time.monotonic() + 2
            while self._process.poll() is None and time.monotonic() < again:
                self._read()
        return self.exit_code()

    def modes(self) -> list[object]:
        """The terminal's current settings."""
        return termios.tcgetattr(self._slave)

    def _read(self) -> bool:
        """Read more; False once the program has ended and nothing is left."""
        ended = self._process.poll() is not None
        ready, _, _ = select.select([self._master], [], [], 0 if ended else min(0.05, self._left()))
        if not ready:
            return not ended
        with contextlib.suppress(OSError):
            self.raw += os.read(self._master, 65536)
        return True

    def _left(self) -> float:
        left = self._end - time.monotonic()
        assert left > 0, f"Nothing more came:\n{self.text[-2000:]}"
        return left
