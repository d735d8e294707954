"""Two servers on one PostgreSQL: clients of each hear what is done by the other."""

import asyncio
import random

from tests.server.live.house import SECONDS, House, house_of, run


async def both(here: House, there: House) -> None:
    ada, ben = await here.player(), await here.player()
    table = await here.started(ada, ben, game="arboretum")
    begun = (await here.service.hall.table(table)).last_seq
    final = asyncio.get_running_loop().create_future()
    ready = asyncio.Barrier(5)

    async def listen(house: House, late: bool) -> None:
        async with house.client(ben) as client:
            await client.watch(table, after=begun)
            await ready.wait()
            if late:  # what it has missed is read, whoever has committed it
                await client.until_seq(begun + 5)
                await client.say(do="unwatch", table=table)
                known = max(client.forms(table))
                assert (await client.watch(table, after=known))["is"] == "resumed"
            await client.until_seq(await final)
            right = await here.service.journal.events(table, begun)
            assert client.forms(table) == {event.seq: event.form(1) for event in right}

    async with asyncio.TaskGroup() as group:
        for house in (here, there):
            for late in (False, True):
                group.create_task(listen(house, late))
        await ready.wait()
        chance = random.Random(1)
        last = begun
        for turn in range(40):
            house = there if turn % 3 == 0 else here
            while (await house.service.hall.table(table)).last_seq < last:
                house.service.hall.catch_up(table, last)  # its notice may be late
            players = {player.id: player.at(house) for player in (ada, ben)}
            await house.move(table, players, chance)
            last = (await house.service.hall.table(table)).last_seq
        final.set_result(last)


def test_each_hears_what_the_other_does(postgres_url: str) -> None:
    async def scene() -> None:
        async with (
            asyncio.timeout(SECONDS),
            house_of(postgres_url) as here,
            house_of(postgres_url) as there,
        ):
            await both(here, there)

    asyncio.run(scene())


def test_who_knows_more_than_this_server_has_heard_of_goes_on_from_there(
    postgres_url: str,
) -> None:
    async def scene(house: House) -> None:
        ada, ben = await house.player(), await house.player()
        table = await house.started(ada, ben)
        hall = house.service.hall
        earlier = await hall.table(table)
        await house.move(table, {ada.id: ada, ben.id: ben}, random.Random(1))
        last = (await hall.table(table)).last_seq
        hall._places[table].table = earlier  # as if another process had committed it
        async with house.client(ada) as client:
            told = await client.watch(table, after=last)
            assert (told["is"], told["last_seq"]) == ("resumed", last)

    run(postgres_url, scene)
