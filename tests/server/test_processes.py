"""Two server processes on one PostgreSQL, which players cannot tell apart."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from gemgrove.client import Client, ServerProblem, new_key
from gemgrove.server.database import tables as relations
from gemgrove.server.database.engine import open_database
from tests.client.servers import until_turn
from tests.server.journals import count
from tests.server.live.live_server import Client as Socket
from tests.server.postgres import Postgres
from tests.server.server_process import ServerProcess, verified
from tests.waiting import PATIENCE, becomes

DECISIONS = 60
RACES = 30
THINKS = 'bots = ["Deep = mcts:seconds=600,iterations=100000000", "greedy"]\n'
ANSWERS = 'bots = ["Deep = greedy"]\n'
LEFT_BEHIND = {"stale_position", "not_your_turn", "game_over"}


class TwoServers:
    """Two server processes."""

    def __init__(self, url: str, folder: Path, module: str, *settings: str) -> None:
        self.database = url
        self._servers: list[ServerProcess] = []
        for number, more in enumerate(settings):
            own = folder / str(number)
            own.mkdir()
            self._servers.append(ServerProcess(own, module, database=url, settings=more))
        self.here, self.there = (server.url for server in self._servers)
        self._running: list[ServerProcess] = []

    async def start(self) -> None:
        """Start both at once, on a database that may be empty."""
        self._running = self._servers[:]
        await asyncio.gather(*(server.start() for server in self._servers))

    def kill_here(self) -> None:
        self._running.pop(0).end(kill=True)

    def end(self) -> list[int]:
        """Shut running processes down cleanly; return their exit codes."""
        return [server.end(kill=False) for server in self._running]


@contextmanager
def running(pair: TwoServers) -> Iterator[TwoServers]:
    """Run both; they must shut down cleanly, and their database must verify."""
    try:
        asyncio.run(pair.start())
        yield pair
    finally:
        codes = pair.end()
    assert codes == [0] * len(codes)
    found = verified(["--database", pair.database])
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.fixture(scope="module")
def both(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoServers]:
    """Two processes as a host starts them, but that they look at tokens more often."""
    folder, module = tmp_path_factory.mktemp("both"), "tests.server.checking_server"
    with running(TwoServers(postgres.new_database(), folder, module, "", "")) as pair:
        yield pair


class Player:
    """A player who can send requests to both processes."""

    def __init__(self, here: Client, there: Client, made: dict[str, Any]) -> None:
        self.here = here
        self.there = there
        self.id = str(made["player"])
        self.token = str(made["token"])

    @property
    def ways(self) -> tuple[Client, Client]:
        return self.here, self.there


@asynccontextmanager
async def players(both: TwoServers, number: int = 2) -> AsyncIterator[list[Player]]:
    """New players, registered with one process and known to the other at once."""
    found = []
    clients = []
    try:
        for _ in range(number):
            here, there = Client(both.here), Client(both.there)
            clients += [here, there]
            made = await here.register()
            there.token = here.token
            found.append(Player(here, there, made))
        yield found
    finally:
        for client in clients:
            await client.close()


async def begun(people: list[Player], game: str = "splendor") -> str:
    """Start a game; each player uses another process than the one before."""
    made = await people[0].here.create(game, players=len(people))
    for number, player in enumerate(people):
        await player.ways[number % 2].join(made["table"])
    for number, player in enumerate(people):
        await player.ways[number % 2].ready(made["table"])
    return str(made["table"])


@asynccontextmanager
async def listening(url: str, table: str, token: str | None = None) -> AsyncIterator[Socket]:
    """A WebSocket that receives a table's events from its beginning."""
    async with connect(f"{url.replace('http', 'ws')}/api/live", max_queue=None) as socket:
        client = Socket(socket)
        await client.say(do="hello", token=token)
        assert (await client.hear())["is"] == "welcome"
        assert (await client.watch(table, after=0))["is"] == "resumed"
        yield client


async def mover(people: list[Player], table: str) -> tuple[Player, dict[str, Any]] | None:
    """The player to move and their snapshot of the table; None when the game has ended."""
    while True:
        for player in people:
            standing = await player.here.snapshot(table)
            if standing["phase"] == "over":
                return None
            if standing["legal"]:
                return player, standing


async def test_everybody_hears_everything_at_either_process_in_the_same_bytes(
    both: TwoServers,
) -> None:
    async with players(both) as people:
        table = await begun(people, "arboretum")
        audiences = [None, *(player.token for player in people)]

        async def listen(url: str, token: str | None) -> list[str]:
            async with listening(url, table, token) as client:
                await client.until_seq(await final)
                return list(client.forms(table).values())

        final = asyncio.get_running_loop().create_future()
        listeners = [
            asyncio.create_task(listen(url, token))
            for token in audiences
            for url in (both.here, both.there)
        ]
        chance = random.Random(5)
        last = 0
        for number in range(DECISIONS):
            found = await mover(people, table)
            assert found is not None
            player, standing = found
            way = player.ways[people.index(player)]
            action = chance.choice(standing["legal"])["action"]
            done = await way.play(table, [action], standing["position"])
            if number % 10 == 0:
                done = await people[number // 10 % 2].ways[number // 20 % 2].say(table, "Hm.")
            last = done["last_seq"]
        final.set_result(last)
        heard = await asyncio.gather(*listeners)
        async with httpx.AsyncClient() as http:
            for number, forms in enumerate(heard):
                token = audiences[number // 2]
                headers = {} if token is None else {"Authorization": f"Bearer {token}"}
                for url in (both.here, both.there):
                    path = f"{url}/api/tables/{table}/events"
                    history = await http.get(path, headers=headers)
                    assert history.text == f'{{"events":[{",".join(forms)}]}}'
        assert [json.loads(form)["seq"] for form in heard[0]] == list(range(1, last + 1))
        assert [json.loads(form)["kind"] for form in heard[0]].count("said") == 6
        assert len({tuple(forms) for forms in heard}) == len(audiences)


async def test_only_one_of_two_moves_through_both_processes_is_made(
    both: TwoServers,
) -> None:
    async with players(both) as people:
        table = await begun(people)
        chance = random.Random(6)
        won = [0, 0]
        for _ in range(RACES):
            found = await mover(people, table)
            assert found is not None
            player, standing = found
            moves = [chance.choice(standing["legal"])["action"] for _ in range(6)]
            results = await asyncio.gather(
                *(
                    player.ways[number % 2].play(table, [move], standing["position"])
                    for number, move in enumerate(moves)
                ),
                return_exceptions=True,
            )
            made = [n for n, result in enumerate(results) if isinstance(result, dict)]
            assert len(made) == 1, results
            won[made[0] % 2] += 1
            for result in results:
                if not isinstance(result, dict):
                    assert isinstance(result, ServerProblem), result
                    assert result.code in LEFT_BEHIND
        events = await people[0].there.events(table)
        assert sum(event["kind"] == "played" for event in events) == RACES
        assert min(won) > 0, won


async def test_one_key_sent_to_both_processes_at_once_is_one_request(both: TwoServers) -> None:
    async with players(both) as people:
        table = await begun(people)
        chance = random.Random(7)
        for _ in range(RACES):
            found = await mover(people, table)
            assert found is not None
            player, standing = found
            move, key = chance.choice(standing["legal"])["action"], new_key()
            answers = await asyncio.gather(
                *(way.play(table, [move], standing["position"], key=key) for way in player.ways * 2)
            )
            assert answers == answers[:1] * 4
        player, key = people[0], new_key()
        said = await asyncio.gather(*(way.say(table, "Hm.", key=key) for way in player.ways))
        assert said[0] == said[1]
        made = await asyncio.gather(
            *(way.create("arboretum", key=key + "!") for way in player.ways)
        )
        assert made[0] == made[1]
        events = await people[0].there.events(table)
        kinds = [event["kind"] for event in events]
        assert (kinds.count("played"), kinds.count("said")) == (RACES, 1)
        own = await player.there.tables(status="open")
        assert sum(each["table"] == made[0]["table"] for each in own["tables"]) == 1


async def test_the_lobby_shows_tables_of_the_other_process(both: TwoServers) -> None:
    async with players(both, 1) as (player,):
        url = f"{both.there.replace('http', 'ws')}/api/live"
        async with connect(url, max_queue=None) as socket:
            client = Socket(socket)
            await client.say(do="hello", token=None)
            await client.say(do="watch_lobby")
            await client.until("lobby")
            hidden = (await player.here.create("splendor", public=False))["table"]
            table = (await player.here.create("splendor"))["table"]
            shown: dict[str, Any] = {}
            while table not in shown:
                change = await client.until("lobby_change")
                shown |= {each["table"]: each for each in change["tables"]}
            assert hidden not in shown
            await player.here.join(table)
            while shown[table]["seats"][0]["player"] != player.id:
                change = await client.until("lobby_change")
                shown |= {each["table"]: each for each in change["tables"]}


async def refusal(client: Client) -> int:
    """Send requests until one is refused; return the status."""

    async def status() -> int | None:
        try:
            await client.me()
        except ServerProblem as problem:
            return problem.status
        return None

    return await becomes(status)


async def test_a_token_that_was_revoked_at_one_process_is_soon_void_at_the_other(
    both: TwoServers,
) -> None:
    async with players(both, 1) as (player,):
        given = await player.here.request("POST", "/me/tokens", {"scope": "play"})
        url = f"{both.there.replace('http', 'ws')}/api/live"
        async with Client(both.there, given["token"]) as other, connect(url) as socket:
            client = Socket(socket)
            await client.say(do="hello", token=given["token"])
            assert (await client.hear())["player"] == player.id
            assert (await other.me())["player"] == player.id
            await player.here.request("DELETE", f"/me/tokens/{given['prefix']}")
            assert await refusal(other) == 401
            assert await client.closed() == 4401
        assert (await player.there.me())["player"] == player.id


def test_a_process_takes_over_from_one_that_was_killed_while_its_bot_thought(
    postgres_url: str, tmp_path: Path
) -> None:
    async def work(pair: TwoServers) -> None:
        async with players(pair, 1) as (player,):
            made = await player.here.create("splendor", players=2, options={"first_player": 0})
            table = made["table"]
            await player.here.join(table)
            await player.here.add_bot(table, "deep")
            position = (await player.here.ready(table))["position"]
            async with listening(pair.there, table, player.token) as client:
                done = await player.here.play(table, ["p3 white blue green"], position)
                database = await open_database(postgres_url)
                try:
                    await becomes(lambda: count(database, relations.leases))
                finally:
                    await database.close()
                await client.until_seq(done["last_seq"])
                pair.kill_here()
                answer = await client.event("played")
                assert (answer["seat"], answer["by_bot"]) == (1, True)
                assert answer["seq"] == done["last_seq"] + 1
            standing = await until_turn(player.there, table)
            action = standing["legal"][0]["action"]
            await player.there.play(table, [action], standing["position"])
            await until_turn(player.there, table)

    with running(
        TwoServers(postgres_url, tmp_path, "tests.server.fast_server", THINKS, ANSWERS)
    ) as pair:
        asyncio.run(asyncio.wait_for(work(pair), PATIENCE))
