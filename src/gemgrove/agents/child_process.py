"""A program and its three pipes: every line sent or received has a deadline.

The program's stderr is read during every wait, and its last part is kept for the author. The
program runs in its own session, so its child processes are killed with it. A shell sets the limits
and then becomes the program: a parent with threads must not run Python between fork and exec. The
limits stop accidents; they are no sandbox against malicious code.
"""

import os
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import IO

from gemgrove.agents.agent import Forfeit

try:
    from resource import RLIMIT_CPU, prlimit
except ImportError:  # only Linux can change the limits of a running program
    prlimit = None  # type: ignore[assignment]

_CHUNK = 1 << 16
_TAIL = 4000
"""The number of stderr bytes to keep."""
_STEP = 0.02
_EXIT_SECONDS = 1.0
"""The time a program has to exit once it has closed its stdout."""
_DRAIN_SECONDS = 0.2
_UNLIMITED = "unlimited"
_LAUNCH = """
{ ulimit -c 0; ulimit -d "$1"; ulimit -S -t "$2"; } 2>/dev/null
shift 2
exec "$@"
"""
_OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "out of memory", "OutOfMemory", "memory allocation")
_FOR_PYTHON = ("PYTHONPATH", "VIRTUAL_ENV", "GEMGROVE_CPU")
_PASSED_ON = ("PATH", "HOME", "LANG", "LANGUAGE", "TMPDIR", "TZ", "USER", "LOGNAME", "SHELL")


@dataclass(frozen=True, slots=True)
class Limits:
    """The resources a program may use; None means no limit."""

    memory_mb: int | None = 2048
    cpu_seconds: int | None = 3600
    """CPU time of all threads, from the start of one game to the start of the next."""

    def __post_init__(self) -> None:
        for name, value in (("memory_mb", self.memory_mb), ("cpu_seconds", self.cpu_seconds)):
            if value is not None and value < 1:
                raise ValueError(f"{name} is {value}; it must be 1 or more, or None for no limit.")


class ChildProcess:
    """A running program. Call `stop` to end it; otherwise it is killed with this object."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        limits: Limits,
        longest_line: int,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start the program; `environment` is added to the minimal environment."""
        memory = _UNLIMITED if limits.memory_mb is None else str(limits.memory_mb * 1024)
        cpu = _UNLIMITED if limits.cpu_seconds is None else str(limits.cpu_seconds)
        self._limits = limits
        self._longest_line = longest_line
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", _LAUNCH, "sh", memory, cpu, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=minimal_environment() | dict(environment or {}),
            start_new_session=True,
        )
        self._in, self._out, self._err = (
            _unblocked(stream)
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._open = {self._out, self._err}
        self._received = bytearray()
        self._tail = bytearray()
        self._leaving = False
        self._end = weakref.finalize(self, _end, self._process, os.getpid())

    @property
    def pid(self) -> int:
        """The process id, which is also the id of the process group."""
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._end.alive and self._exit() is None

    @property
    def stderr(self) -> str:
        """The last part of the program's stderr, without control characters."""
        text = self._tail.decode("utf-8", "replace").strip()
        return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)

    @property
    def unfinished(self) -> bytes:
        """The start of a stdout line whose newline has not arrived yet."""
        return bytes(self._received).strip() if self._out in self._open else b""

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line; raise `TimeoutError` if the program does not read it in time.

        A program that has ended may have written lines before: they are left for `receive`.
        """
        rest = memoryview(line)
        while rest:
            if self._out not in self._open:
                if self._has_line:
                    return
                raise self._end_forfeit()
            self._check_flood()
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                self._step(deadline, writing=True)
            except BrokenPipeError:
                if self._has_line or self._read_line():
                    return
                raise self._end_forfeit() from None

    def receive(self, deadline: float) -> bytes:
        """Return the next line that is not blank; raise `TimeoutError` if none comes in time."""
        while True:
            line, newline, rest = self._received.partition(b"\n")
            if newline:
                if line.strip():
                    self._received = rest
                    return bytes(line)
                # Blank lines stay in the buffer until a message comes, so they count as flooding.
                text = self._received.lstrip()
                if b"\n" in text:
                    self._received = text
                    continue
            self._check_flood()
            if self._out not in self._open:
                raise self._end_forfeit()
            self._step(deadline)

    def pending(self, seconds: float) -> bytes:
        """Wait this many seconds, and return the output that has not been received yet."""
        deadline = time.monotonic() + seconds
        with suppress(TimeoutError):
            while self._out in self._open and len(self._received) <= self._longest_line:
                self._step(deadline)
        return bytes(self._received)

    def allow_cpu(self) -> bool:
        """Renew the program's CPU time; return False if the system cannot do that."""
        if self._limits.cpu_seconds is None:
            return True
        if prlimit is None:
            return False
        with suppress(OSError, ValueError):
            used = _cpu_seconds(self.pid)
            _, hard = prlimit(self.pid, RLIMIT_CPU)
            prlimit(self.pid, RLIMIT_CPU, (ceil(used) + self._limits.cpu_seconds, hard))
        return True

    def stop(self, *, farewell: bytes = b"", grace: float = 0.0) -> int | None:
        """End the program and its child processes.

        The program is sent `farewell`, its stdin is closed, and it has `grace` seconds to exit.
        Return its exit code, or None if it had to be killed.
        """
        if not self._end.alive:
            return self._process.returncode
        deadline = time.monotonic() + grace
        self._leaving = True
        if farewell:
            with suppress(Forfeit, TimeoutError):
                self.send(farewell, deadline)
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        code = self._await_exit(deadline)
        if self._err in self._open:
            self._read(self._err)  # output that came while nothing was waiting
        self._end()
        return code

    def _await_exit(self, deadline: float) -> int | None:
        """Return the exit code; None if the program is still running at the deadline."""
        while (code := self._exit()) is None and (now := time.monotonic()) < deadline:
            with suppress(TimeoutError):
                self._step(min(deadline, now + _STEP))
        return code

    def _exit(self) -> int | None:
        """Return the exit code, negative for a signal; None while the program runs."""
        if not hasattr(os, "waitid"):  # macOS with an older Python
            return self._process.poll()
        # Not reaped yet: until it is, no other process group can get its id.
        try:
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return self._process.returncode
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def _check_flood(self) -> None:
        if len(self._received) > self._longest_line:
            raise Forfeit(
                "flood",
                f"The program wrote more than {self._longest_line} bytes to stdout without "
                f"being asked, beginning with {bytes(self._received[:40])!r}. A message is one "
                "line, and there must be nothing else.",
            )

    def _step(self, deadline: float, *, writing: bool = False) -> None:
        """Wait until a pipe can be read (or written), and read it; raise `TimeoutError` if none."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        poll = select.poll()
        for pipe in self._open:
            poll.register(pipe, select.POLLIN)
        if writing:
            poll.register(self._in, select.POLLOUT)
        events = poll.poll(left * 1000)
        if not events:
            raise TimeoutError
        for pipe, _ in events:
            if pipe in self._open:
                self._read(pipe)

    @property
    def _has_line(self) -> bool:
        return b"\n" in self._received.lstrip()

    def _read_line(self) -> bool:
        """Read the output of a program that reads no more; return False if it has no line."""
        while self._out in self._open and not self._has_line:
            size = len(self._received)
            self._read(self._out)
            if len(self._received) == size:
                break
            self._check_flood()
        return self._has_line

    def _read(self, pipe: int) -> None:
        try:
            data = os.read(pipe, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._open.discard(pipe)
        elif pipe == self._err:
            self._tail = (self._tail + data)[-_TAIL:]
        elif not self._leaving:
            self._received += data

    def _end_forfeit(self) -> Forfeit:
        """Return the forfeit for a program that has exited or closed its pipes."""
        self._leaving = True
        code = self._await_exit(time.monotonic() + _EXIT_SECONDS)
        self._drain_stderr()
        reason, how = "crash", f"The program ended with exit code {code}"
        if code is None:
            how = "The program closed its stdin or stdout and ran on"
        elif code < 0:
            how = f"The program was ended by the signal {_signal_name(-code)}"
        if code == -signal.SIGXCPU:
            reason = "timeout"
            how = f"The program used up its {self._limits.cpu_seconds} seconds of CPU time"
        elif code and any(word in self.stderr for word in _OUT_OF_MEMORY):
            reason = "memory"
            how += f"; it may use {self._limits.memory_mb} MB of memory"
        return Forfeit(reason, f"{how}. {stderr_note(self.stderr)}")

    def _drain_stderr(self) -> None:
        deadline = time.monotonic() + _DRAIN_SECONDS
        with suppress(TimeoutError):
            while self._err in self._open:
                self._step(deadline)


def stderr_note(stderr: str) -> str:
    """Return a sentence that quotes the last part of a program's stderr."""
    return f"Its stderr ends with: {stderr}" if stderr else "Its stderr is empty."


def _end(process: "subprocess.Popen[bytes]", owner: int) -> None:
    """Kill the program and its group, and reap it."""
    if os.getpid() != owner:
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_EXIT_SECONDS)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def _unblocked(stream: IO[bytes] | None) -> int:
    assert stream is not None
    os.set_blocking(stream.fileno(), False)
    return stream.fileno()


def minimal_environment() -> dict[str, str]:
    """Return only the variables that every program needs, without secrets such as keys."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in _PASSED_ON or name.startswith("LC_")
    }


def python_environment() -> dict[str, str]:
    """Return the variables that Python needs in addition to `minimal_environment`."""
    return {key: os.environ[key] for key in _FOR_PYTHON if key in os.environ}


def _cpu_seconds(pid: int) -> float:
    # Skip the name in parentheses, which may contain anything. User and system time are fields 14
    # and 15 of the whole line.
    fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
