"""A bot on a server, through lost connections and its own failures."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gemgrove.agents import Forfeit, NamedAgent
from gemgrove.client import Client
from gemgrove.client.bot_player import BotPlayer
from gemgrove.client.bot_seats import BotSeats
from gemgrove.client.bot_thread import BotThread
from gemgrove.game import View
from tests.client.servers import begun, move, player, server, until_turn
from tests.waiting import PATIENCE, becomes


class Counting:
    """Plays its first legal move once allowed to, and counts how often it was asked."""

    spec = "counting"

    def __init__(self) -> None:
        self.asked = 0
        self.free = threading.Event()
        self.thinking = threading.Event()
        self.free.set()

    def choose(self, view: View) -> int:
        """Wait for permission."""
        self.asked += 1
        self.thinking.set()
        self.free.wait(PATIENCE)
        return view.legal_actions()[0]


class Failing:
    """Fails at every decision."""

    spec = "failing"

    def __init__(self, error: Exception) -> None:
        self._error = error

    def choose(self, view: View) -> int:
        """Always raise."""
        raise self._error


class Playing:
    """A running bot and its log messages."""

    def __init__(self, client: Client, agent: NamedAgent) -> None:
        self.said: list[str] = []
        self.began: asyncio.Queue[str] = asyncio.Queue()
        self.ended: asyncio.Queue[str] = asyncio.Queue()
        self.failures: list[Exception] = []
        self._news = asyncio.Event()
        self.bot_thread = BotThread(lambda: agent)
        self.player = BotPlayer(
            client,
            self.bot_thread,
            tell=self._tell,
            began=self.began.put_nowait,
            ended=self.ended.put_nowait,
            failed=self.failures.append,
        )

    def _tell(self, sentence: str) -> None:
        self.said.append(sentence)
        self._news.set()

    def count(self, words: str) -> int:
        return sum(words in sentence for sentence in self.said)

    async def until(self, words: str, times: int = 1) -> None:
        """Wait until this was logged `times` times."""
        while self.count(words) < times:
            self._news.clear()
            await self._news.wait()


@asynccontextmanager
async def playing(client: Client, agent: NamedAgent) -> AsyncIterator[Playing]:
    bot = Playing(client, agent)
    bot.player.start()
    try:
        yield bot
    finally:
        await bot.player.close()
        bot.bot_thread.close()


async def test_a_connection_that_is_lost_in_mid_turn_costs_no_second_thought(
    tmp_path: Path,
) -> None:
    agent = Counting()
    agent.free.clear()
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "robo", bot=True) as robo,
        playing(robo, agent) as bot,
    ):
        table = await begun(robo, ann, options={"first_player": 0})
        await asyncio.to_thread(agent.thinking.wait, 30)
        bot.player.link.drop()
        await bot.until("Connected as robo.", 2)
        agent.free.set()
        assert (await until_turn(ann, table))["phase"] == "playing"
        assert agent.asked == 1
        assert bot.count("There is no connection") == 1


async def test_every_turn_is_thought_about_once_however_often_the_connection_is_lost(
    tmp_path: Path,
) -> None:
    agent = Counting()
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "robo", bot=True) as robo,
        playing(robo, agent) as bot,
    ):
        table = await begun(robo, ann, options={"turn_limit": 12})
        number = 0
        while (await until_turn(ann, table))["phase"] == "playing":
            await move(ann, table, number)
            number += 1
            if number % 2:
                bot.player.link.drop()
        assert await bot.ended.get() == table
        told = await ann.events(table)
        own = [event for event in told if event["kind"] == "played" and event["seat"] == 0]
        assert agent.asked == len(own)
        assert bot.count("was refused") == 0
        assert bot.count("Connected as") > 2


async def test_a_game_that_ended_meanwhile_is_forgotten(tmp_path: Path) -> None:
    agent = Counting()
    async with server(tmp_path) as running, player(running.url, "robo", bot=True) as robo:
        port = int(running.url.rpartition(":")[2])
        bot = Playing(robo, agent)
        bot.player.start()
        async with player(running.url, "ann") as ann:
            table = await begun(ann, robo, options={"first_player": 0})
            assert await bot.began.get() == table
    async with server(tmp_path / "other", port=port) as running:
        # Another server at the same address, which does not know the bot.
        await becomes(lambda: bot.failures)
        assert "token" in str(bot.failures[0])
        await bot.player.close()
    async with server(tmp_path, port=port) as running, Client(running.url, ann.token) as ann:
        await ann.leave(table)
        bot.player.start()
        await bot.until("ended while there was no connection")
        assert await bot.ended.get() == table
        assert bot.player.games == []
        await bot.player.close()
        bot.bot_thread.close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Forfeit("crash", "The program ended."), "and resigns: crash: The program ended."),
        (StopIteration(), "and resigns: StopIteration()"),
    ],
)
async def test_a_bot_that_fails_resigns_and_plays_on_elsewhere(
    tmp_path: Path, error: Exception, words: str
) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "robo", bot=True) as robo,
        playing(robo, Failing(error)) as bot,
    ):
        for _ in range(2):
            table = await begun(robo, ann, options={"first_player": 0})
            assert await bot.ended.get() == table
        assert bot.count(words) == 2


async def test_own_tables_are_kept_going_until_all_games_are_played(tmp_path: Path) -> None:
    said: list[str] = []
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "robo", bot=True) as robo,
    ):
        options = {"turn_limit": 1}
        wish = {"game": "splendor", "players": 2, "options": options}
        seating = BotSeats(robo, keep=2, games=3, wish=wish, tell=said.append)
        bot_thread = BotThread(Counting)
        bot = BotPlayer(
            robo,
            bot_thread,
            tell=said.append,
            began=seating.began,
            ended=seating.ended,
            failed=lambda error: said.append(str(error)),
        )
        bot.start()
        keeping = asyncio.create_task(seating.run())

        async def two_are_open() -> bool:
            return len((await ann.tables(status="open"))["tables"]) == 2

        await becomes(two_are_open)
        most, tables = 0, set()
        while not keeping.done():
            for row in (await ann.tables(status="open", free="true"))["tables"]:
                ready = (await ann.snapshot(row["table"]))["seats"][0]["ready"]
                if not ready:
                    continue
                open_now = (await ann.tables(status="open"))["tables"]
                most = max(most, len(open_now))
                tables.add(row["table"])
                await ann.join(row["table"])
                await ann.ready(row["table"])
                while (await until_turn(ann, row["table"]))["phase"] == "playing":
                    await move(ann, row["table"])
            await asyncio.sleep(0.01)
        await keeping
        assert (len(tables), seating.played, most) == (3, 3, 2)
        await bot.close()
        bot_thread.close()


async def test_an_open_table_of_an_earlier_run_is_taken_up_and_left_at_the_end(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    async with server(tmp_path) as running, player(running.url, "robo", bot=True) as robo:
        wish = {"game": "splendor", "players": 2}

        async def sits() -> BotSeats:
            seating = BotSeats(robo, keep=1, wish=wish, tell=said.append)
            keeping = asyncio.create_task(seating.run())
            await becomes(lambda: seating.waiting)

            async def ready() -> bool:
                snapshot = await robo.snapshot(seating.waiting[0])
                return bool(snapshot["seats"][0]["ready"])

            await becomes(ready)
            keeping.cancel()
            return seating

        first, second = await sits(), await sits()
        assert first.waiting == second.waiting
        assert sum(sentence.startswith("Made table") for sentence in said) == 1
        await second.leave()
        assert (await robo.my_tables(status="open"))["tables"] == []
