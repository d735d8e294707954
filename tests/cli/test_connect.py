"""`gemgrove connect`: a bot in a separate process, at the tables of a real server."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gemgrove.cli import main
from gemgrove.cli.errors import INTERRUPTED
from gemgrove.client import Client, Credentials
from tests.client.servers import move, player, server, until_turn


class Command:
    """A running `gemgrove connect`, whose stderr is read line by line."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.said: list[str] = []

    async def until(self, words: str) -> str:
        """Wait for the next line with these words."""
        assert self._process.stderr is not None
        while line := (await self._process.stderr.readline()).decode():
            self.said.append(line)
            if words in line:
                return line
        raise AssertionError(f"it never said {words!r}, but: {''.join(self.said)}")

    def interrupt(self) -> None:
        self._process.send_signal(signal.SIGINT)

    async def end(self) -> int:
        """Wait for the command to end by itself; return its exit code."""
        assert self._process.stderr is not None
        self.said.append((await self._process.stderr.read()).decode())
        return await self._process.wait()


@asynccontextmanager
async def connected(url: str, folder: Path, *options: str) -> AsyncIterator[Command]:
    """Run the command with a separate configuration folder."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "gemgrove", "connect", "--server", url, *options),
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
        env=os.environ | {"XDG_CONFIG_HOME": str(folder / "config")},
    )
    try:
        yield Command(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def opponent(client: Client, table: str) -> dict[str, Any]:
    """Play against the bot to the end."""
    number = 0
    while (standing := await until_turn(client, table))["phase"] == "playing":
        number += 3
        await move(client, table, number)
    return standing


async def test_a_bot_opens_a_table_plays_a_game_and_ends(tmp_path: Path) -> None:
    async with server(tmp_path) as running, player(running.url, "ann") as ann:
        options = ("--bot", "greedy", "--games", "1", "--game", "arboretum")
        async with connected(running.url, tmp_path, *options) as bot:
            line = await bot.until("Took seat 1 at table")
            table = line.split()[-1].rstrip(".")
            await ann.join(table)
            await ann.ready(table)
            standing = await opponent(ann, table)
            assert standing["outcome"]["ending"] == "finished"
            assert standing["seats"][0]["name"].startswith("greedy-")
            assert await bot.end() == 0
        assert "is over (finished)" in bot.said[-1]
        assert bot.said[-1].endswith("1 game has ended; nothing is left to play.\n")


async def test_the_bots_account_is_made_once_and_used_again(tmp_path: Path) -> None:
    async with server(tmp_path) as running, player(running.url, "ann") as ann:
        made = await ann.create("splendor", players=2, public=False)
        table, invite = made["table"], made["invite"]
        await ann.join(table)
        await ann.ready(table)
        file = tmp_path / "token.json"
        options = (
            "--bot",
            "random",
            "--name",
            "Robo",
            "--token-file",
            str(file),
            "--seed",
            "5",
        )
        named = (*options, "--table", table, "--invite", invite)
        async with connected(running.url, tmp_path, *named) as bot:
            await bot.until("Registered the bot Robo")
            await bot.until("Playing splendor against ann")
            bot.interrupt()
            assert await bot.end() == INTERRUPTED
            assert "run the same command to continue it" in bot.said[-1]
        assert file.stat().st_mode & 0o777 == 0o600
        async with connected(running.url, tmp_path, *named) as bot:
            await bot.until("Connected as Robo.")
            await opponent(ann, table)
            assert await bot.end() == 0
        assert "Registered" not in "".join(bot.said)
        kinds = [event["kind"] for event in await ann.events(table)]
        assert kinds.count("joined") == 2


async def test_ctrl_c_leaves_a_table_that_has_not_begun(tmp_path: Path) -> None:
    async with server(tmp_path) as running, player(running.url, "ann") as ann:
        async with connected(running.url, tmp_path, "--bot", "greedy", "--tables", "2") as bot:
            for _ in range(2):
                await bot.until("Took seat 1 at table")
            bot.interrupt()
            assert await bot.end() == INTERRUPTED
            assert bot.said[-1].count("where no game had begun") == 2
        assert (await ann.tables(status="open"))["tables"] == []


async def test_a_server_that_restarts_in_mid_game_is_found_again(tmp_path: Path) -> None:
    async with server(tmp_path) as running, player(running.url, "ann") as ann:
        port = int(running.url.rpartition(":")[2])
        connecting = connected(running.url, tmp_path, "--bot", "greedy", "--games", "1")
        bot = await connecting.__aenter__()
        table = (await bot.until("Took seat 1 at table")).split()[-1].rstrip(".")
        await ann.join(table)
        await ann.ready(table)
        await until_turn(ann, table)
    await bot.until("There is no connection")
    async with server(tmp_path, port=port) as running, Client(running.url, ann.token) as ann:
        await opponent(ann, table)
        assert await bot.end() == 0
        await connecting.__aexit__(None, None, None)


async def test_a_bot_that_crashes_resigns(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(
        "class Broken:\n    def choose(self, view):\n        raise KeyError('no idea')\n"
    )

    async with server(tmp_path) as running, player(running.url, "ann") as ann:
        made = await ann.create("splendor", players=2, options={"first_player": 1})
        await ann.join(made["table"])
        await ann.ready(made["table"])
        options = ("--bot", str(file), "--table", made["table"])
        async with connected(running.url, tmp_path, *options) as bot:
            assert await bot.end() == 0
            assert "cannot play" in bot.said[-1]
            assert "no idea" in bot.said[-1]
        assert (await ann.snapshot(made["table"]))["phase"] == "aborted"


async def test_two_commands_play_each_other(tmp_path: Path) -> None:
    async with server(tmp_path) as running, player(running.url, "ann") as ann:
        table = (await ann.create("splendor", players=2))["table"]
        options = ("--bot", "greedy", "--table", table)
        async with (
            connected(running.url, tmp_path, *options, "--name", "one-x") as one,
            connected(running.url, tmp_path, *options, "--name", "two-x") as two,
        ):
            assert [*await asyncio.gather(one.end(), two.end())] == [0, 0]
        assert (await ann.snapshot(table))["outcome"]["ending"] == "finished"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--bot", "nobody"), "There is no bot 'nobody'"),
        (("--bot", "greedy", "--server", "example.org"), "is not a server's address"),
        (("--bot", "greedy", "--game", "chess"), "There is no game 'chess'"),
        (("--bot", "greedy", "--tables", "-1"), "--tables is -1"),
        (("--bot", "greedy", "--tables", "0"), "There is nothing to play"),
        (("--bot", "greedy", "--games", "0"), "--games is 0"),
        (("--bot", "greedy", "--invite", "X"), "--invite needs --table"),
    ],
)
def test_an_impossible_command_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], message: str
) -> None:
    assert main(["connect", "--server", "http://127.0.0.1:1", *options]) == 2
    assert message in capsys.readouterr().err


def test_a_server_that_does_not_answer_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("gemgrove.cli.connect.RETRY_SECONDS", 0.1)
    file = str(tmp_path / "token.json")
    options = ["--server", "http://127.0.0.1:1", "--bot", "greedy", "--token-file", file]
    assert main(["connect", *options]) == 2
    assert "http://127.0.0.1:1 does not answer" in capsys.readouterr().err
    assert not Path(file).exists()


async def test_a_token_of_another_server_or_none_in_force_is_not_shown_to_this_one(
    tmp_path: Path,
) -> None:
    async with server(tmp_path) as running:
        secret = {"token": "gg_bot_" + "0" * 52, "recovery": "none"}
        other, stale = tmp_path / "other.json", tmp_path / "stale.json"
        Credentials("https://example.org", "p_1", "Robo", **secret).write(other)
        Credentials(running.url, "p_1", "Robo", **secret).write(stale)
        for file, words in (
            (other, "is for https://example.org, not for"),
            (stale, "is no longer valid"),
        ):
            options = ("--bot", "greedy", "--token-file", str(file))
            async with connected(running.url, tmp_path, *options) as bot:
                assert await bot.end() == 2
                assert words in bot.said[-1]
