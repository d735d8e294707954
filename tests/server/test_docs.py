"""docs/server.md, followed as a reader would: in two terminals, with curl."""

import asyncio
import json
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gemgrove.server.lifecycle import serving
from gemgrove.server.settings import Settings
from tests.missing import missing
from tests.waiting import PATIENCE

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8000"
DONE = "-- done --"


class Terminal:
    """A shell that runs blocks of the page."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def enter(self, block: str) -> str:
        """Run a block and return its output."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{block}\necho '{DONE}'\n".encode())
        printed = ""
        async with asyncio.timeout(PATIENCE):
            while not printed.endswith(f"{DONE}\n"):
                line = await self._process.stdout.readline()
                assert line, printed
                printed += line.decode()
        return printed.removesuffix(f"{DONE}\n")


@asynccontextmanager
async def terminal(folder: Path) -> AsyncIterator[Terminal]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    process = await asyncio.create_subprocess_exec(
        "bash",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=folder,
        env={**os.environ, "PATH": path},
    )
    try:
        yield Terminal(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


def blocks(name: str, url: str) -> list[str]:
    """The blocks for one terminal, or for both."""
    found = re.findall(rf"<!-- {name} -->\n```sh\n(.*?)```", PAGE, re.DOTALL)
    return [block.replace(ADDRESS, url) for block in found]


@pytest.mark.slow
async def test_the_game_of_the_page_is_played_to_its_end_and_verifies(tmp_path: Path) -> None:
    for program in ("curl", "jq"):
        if shutil.which(program) is None:
            missing(f"{program} is not installed")

    settings = Settings(data=tmp_path / "data", port=0, bot_workers=1)
    async with (
        serving(settings) as server,
        terminal(tmp_path) as ada,
        terminal(tmp_path) as ben,
    ):
        functions, look, play = blocks("both", server.url)
        sit, check = blocks("first", server.url)
        (join,) = blocks("second", server.url)
        await ada.enter(functions + sit)
        assert '"kind":"started"' in await ben.enter(functions + join)
        seen = [await player.enter(look) for player in (ada, ben)]
        assert sum('"legal": []' in text for text in seen) == 1
        ended = await asyncio.gather(ada.enter(play), ben.enter(play))
        assert ended[0] == ended[1]
        assert '"ending"' in ended[0]
        checked = await ada.enter(check + "\necho $?")
        assert checked.endswith("\n0\n"), checked


async def test_a_game_by_its_id_is_made_and_its_log_read_as_the_page_says(tmp_path: Path) -> None:
    for program in ("curl", "jq"):
        if shutil.which(program) is None:
            missing(f"{program} is not installed")

    settings = Settings(data=tmp_path / "data", port=0, bot_workers=1)
    async with serving(settings) as server, terminal(tmp_path) as ada:
        functions, *_ = blocks("both", server.url)
        sit, _ = blocks("first", server.url)
        (create,) = blocks("by id", server.url)
        await ada.enter(functions + sit)
        made = json.loads(await ada.enter(create))
        assert made["deal"]["id"] == "ABCD-EFGH-JKMN-PQR"
        log = json.loads(await ada.enter(f"get /tables/{made['table']}/events?after=0"))
        assert log["events"] == made["events"]
        assert log["events"][0]["variant"]["rules"]["over_limit"] == "return_drawn"


async def test_what_the_page_says_in_python_runs(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    body = "".join(f"    {line}\n" for line in code.splitlines())
    told: list[dict[str, object]] = []

    settings = Settings(data=tmp_path, port=0, bot_workers=1)
    async with serving(settings) as server:
        script = f"async def example(print):\n{body}".replace(ADDRESS, server.url)
        names: dict[str, object] = {}
        exec(compile(script, "server.md", "exec"), names)
        await names["example"](told.append)  # type: ignore[operator]
        table = await server.service.table_service.table(told[0]["table"])  # type: ignore[arg-type]
        assert table.phase == "playing"
    assert "started" in str(told)


@pytest.mark.parametrize("name", ["server-reference.md", "bot-protocol.md"])
def test_the_page_points_at_pages_that_are_there(name: str) -> None:
    assert f"]({name}" in PAGE
    assert (Path(__file__).parents[2] / "docs" / name).exists()
