"""Runs a server in a separate process, and `gemgrove verify-log` in another."""

import asyncio
import random
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
SETTINGS = """
requests_per_second = 1e6
request_burst = 1e6
most_tables = 1000
bot_workers = 1
log_level = "error"
"""


def free_port() -> int:
    """Return a port that stays free while a server is restarted: below 32,768, where systems begin
    to assign ports by themselves."""
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(20_000, 32_000)
        with socket.socket() as found:
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


class ServerProcess:
    """A server process that can be restarted on the same data and port."""

    def __init__(
        self,
        folder: Path,
        module: str = "gemgrove",
        *,
        database: str | None = None,
        settings: str = "",
    ) -> None:
        """`database` is a URL; `settings` are further lines of TOML."""
        self.folder = folder
        self._settings = folder / "settings.toml"
        self._settings.write_text(SETTINGS + settings)
        self._module = module
        self._database = [] if database is None else ["--database", database]
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Start the server; it accepts requests when this returns."""
        command = [sys.executable, "-m", self._module, "serve", "--port", str(self._port)]
        command += ["--data", str(self.folder), "--settings", str(self._settings)]
        command += self._database
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout is not None
        line = await asyncio.to_thread(self._process.stdout.readline)
        assert self.url in line, line

    def end(self, *, kill: bool) -> int:
        """Kill the server or shut it down; return its exit code."""
        assert self._process is not None
        self._process.kill() if kill else self._process.terminate()
        code = self._process.wait(timeout=PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code


def verified(arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run `gemgrove verify-log`."""
    command = [sys.executable, "-m", "gemgrove", "verify-log", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
