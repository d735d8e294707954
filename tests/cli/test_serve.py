"""`gemgrove serve` as a separate process."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.waiting import PATIENCE


@contextmanager
def server(folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Run a server without a terminal, and end it afterwards."""
    command = [sys.executable, "-m", "gemgrove", "serve", "--data", str(folder / "data")]
    few = ["--bot-workers", "1", "--log-level", "warning"]
    with subprocess.Popen(
        [*command, *few, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": ""},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def address_of(process: subprocess.Popen[str]) -> str:
    """Read the next line of output and return the address in it."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.fullmatch(r"Gemgrove is at (http://\S+)   \(Ctrl-C stops it\)\n", line)
    assert found, line
    return found[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_ends_well_when_asked_to(
    tmp_path: Path, number: signal.Signals
) -> None:
    with server(tmp_path, "--port", "0") as process:
        url = address_of(process)
        assert httpx.get(f"{url}/health").status_code == 200
        process.send_signal(number)
        assert process.wait(PATIENCE) == 0


def test_if_the_port_is_taken_another_one_is_used_where_allowed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with server(tmp_path, "--port", str(port), "--any-port") as process:
            assert process.stdout is not None
            assert process.stdout.readline() == f"Port {port} is taken; another one is used.\n"
            url = address_of(process)
            assert not url.endswith(f":{port}")
            assert httpx.get(f"{url}/health").status_code == 200
        with server(tmp_path, "--port", str(port)) as process:
            _, said = process.communicate(timeout=PATIENCE)
            assert process.returncode == 2
            assert f"Port {port} of 127.0.0.1 is not available" in said
