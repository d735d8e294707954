"""Two servers on one PostgreSQL: each one's clients hear what happens on the other."""

import asyncio
import random

from tests.server.live.live_server import LiveServer, live_server
from tests.waiting import PATIENCE


async def both(here: LiveServer, there: LiveServer) -> None:
    ada, ben = await here.player(), await here.player()
    table = await here.started(ada, ben, game="arboretum")
    begun = (await here.service.table_service.table(table)).last_seq
    final = asyncio.get_running_loop().create_future()
    ready = asyncio.Barrier(5)

    async def listen(server: LiveServer, late: bool) -> None:
        async with server.client(ben) as client:
            await client.watch(table, after=begun)
            await ready.wait()
            if late:  # missed events are read, whoever committed them
                await client.until_seq(begun + 5)
                await client.say(do="unwatch", table=table)
                # The refusal arrives after every event that was still on its way.
                assert (await client.ask(table, "join"))["is"] == "problem"
                known = max(client.forms(table))
                assert (await client.watch(table, after=known))["is"] == "resumed"
            await client.until_seq(await final)
            right = await here.service.journal.events(table, begun)
            assert client.forms(table) == {event.seq: event.payload(1) for event in right}

    async with asyncio.TaskGroup() as group:
        for server in (here, there):
            for late in (False, True):
                group.create_task(listen(server, late))
        await ready.wait()
        chance = random.Random(1)
        last = begun
        for turn in range(40):
            server = there if turn % 3 == 0 else here
            while (await server.service.table_service.table(table)).last_seq < last:
                server.service.table_service.catch_up(table, last)  # the notification may be late
            players = {player.id: player.at(server) for player in (ada, ben)}
            await server.move(table, players, chance)
            last = (await server.service.table_service.table(table)).last_seq
        final.set_result(last)


async def test_each_hears_what_the_other_does(postgres_url: str) -> None:
    async with (
        asyncio.timeout(PATIENCE),
        live_server(postgres_url) as here,
        live_server(postgres_url) as there,
    ):
        await both(here, there)


async def test_a_client_ahead_of_its_server_goes_on_from_there(
    postgres_url: str,
) -> None:
    async with live_server(postgres_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        table_service = server.service.table_service
        earlier = await table_service.table(table)
        await server.move(table, {ada.id: ada, ben.id: ben}, random.Random(1))
        last = (await table_service.table(table)).last_seq
        table_service._cache[table].table = earlier  # as if another process had committed it
        async with server.client(ada) as client:
            told = await client.watch(table, after=last)
            assert (told["is"], told["last_seq"]) == ("resumed", last)
