"""The service: permissions and limits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from gemgrove.server.background.uptime import Uptime
from gemgrove.server.database.engine import open_database
from gemgrove.server.domain import commands, legal_moves
from gemgrove.server.domain.commands import Abort, Create, TableCommand
from gemgrove.server.feed import Feed
from gemgrove.server.journal import Journal
from gemgrove.server.listing import Filters
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Problem
from gemgrove.server.service import Service
from gemgrove.server.settings import Settings
from gemgrove.server.table_service import Answer, Requester, TableService
from tests.server.answers import decoded, refused


class Harness:
    """A service and its users."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def person(self, name: str) -> Caller:
        made = decoded(await self.service.accounts.register(name, bot=False, key=None))
        return await self.service.caller(Token.read(made["token"]))

    async def table(self, caller: Caller, **wish: Any) -> dict[str, Any]:
        return decoded(
            await self.service.create(caller, Create(**{"game": "splendor"} | wish), None)
        )

    async def act(self, caller: Caller, table: str, request: TableCommand) -> dict[str, Any]:
        return decoded(await self.service.act(caller, table, request, None))

    async def started(self, people: list[Caller], **wish: Any) -> str:
        table: str = (await self.table(people[0], players=len(people), **wish))["table"]
        for request in (commands.Join(), commands.Ready()):
            for person in people:
                await self.act(person, table, request)
        return table

    async def play_out(self, people: list[Caller], table: str) -> None:
        while (standing := await self.service.table_service.table(table)).to_move is not None:
            seat = standing.to_move
            action = legal_moves(standing, seat)[0].action
            play = commands.Play(moves=[action], position=standing.position_seq)
            await self.act(people[seat], table, play)


@asynccontextmanager
async def open_harness(url: str, **set_to: Any) -> AsyncIterator[Harness]:
    database = await open_database(url)
    journal = Journal(database)
    feed = Feed(journal.events)
    table_service = TableService(database, journal)
    settings = Settings(database=url, **set_to)
    service = Service(settings, database, journal, table_service, feed, Uptime(database))
    try:
        yield Harness(service)
    finally:
        await journal.close()
        await feed.close()
        await database.close()


async def test_whoever_asks_a_table_that_is_not_there_is_told_so(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        ada = await harness.person("Ada")
        for table in ("t_" + "0" * 16, "nonsense", ""):
            for request in (
                commands.Join(),
                commands.Rematch(),
                commands.Play(moves=[0], position=0),
            ):
                assert (await refused(harness.act(ada, table, request))).status == 404


async def test_a_stranger_learns_nothing_of_a_private_table_by_playing_there(
    sqlite_url: str,
) -> None:
    async with open_harness(sqlite_url) as harness:
        ada, ben, eve = [await harness.person(name) for name in ("Ada", "Ben", "Eve")]
        made = await harness.table(ada, public=False)
        for person in (ada, ben):
            join = commands.Join()
            await harness.service.act(person, made["table"], join, None, invite=made["invite"])
        for request in (commands.Play(moves=[0], position=0), commands.Rematch()):
            problem = await refused(harness.act(eve, made["table"], request))
            assert problem.code == "not_found"


async def test_bots_come_from_the_hosts_list(sqlite_url: str) -> None:
    async with open_harness(
        sqlite_url, bots=("greedy", "Strong = mcts:iterations<=500")
    ) as harness:
        ada = await harness.person("Ada")
        table = (await harness.table(ada, players=3))["table"]
        await harness.act(ada, table, commands.Join())
        for bot in (
            "nobody",
            "./mine.py:Bot",
            "exec:rm",
            "engine:rm",
            "strong:iterations=501",
            "",
            "x" * 200,
        ):
            problem = await refused(harness.act(ada, table, commands.AddBot(bot=bot)))
            assert (problem.code, problem.status) == ("bot_not_allowed", 422)
        answer = await harness.act(ada, table, commands.AddBot(bot="strong:iterations=20"))
        assert answer["events"][0]["bot"] == "strong:iterations=20"


async def test_a_bot_sits_only_at_tables_whose_game_it_can_play(
    sqlite_url: str, tmp_path: Path
) -> None:
    network = tmp_path / "secret.safetensors"
    with as_file(files("gemgrove.agents") / "networks" / "splendor-2p.safetensors") as own:
        network.write_bytes(own.read_bytes())
    bots = ("greedy", f"Strong = champion:model={network}")
    async with open_harness(sqlite_url, bots=bots) as harness:
        ada = await harness.person("Ada")
        for game, playable in (("splendor", True), ("arboretum", False)):
            table = (await harness.table(ada, game=game))["table"]
            await harness.act(ada, table, commands.Join())
            adding = harness.act(ada, table, commands.AddBot(bot="strong"))
            if playable:
                assert (await adding)["events"][0]["bot"] == "strong"
                continue
            problem = await refused(adding)
            assert (problem.code, problem.status) == ("bot_not_allowed", 422)
            assert problem.detail == (
                "The bot strong cannot play arboretum with 2 players by these rules."
            )


async def test_the_number_of_tables_per_player_is_limited(sqlite_url: str) -> None:
    async with open_harness(sqlite_url, most_tables=2) as harness:
        ada, ben = await harness.person("Ada"), await harness.person("Ben")
        first = (await harness.table(ada))["table"]
        await harness.table(ada)
        assert (await refused(harness.table(ada))).code == "too_many_tables"
        for table in [(await harness.table(ben))["table"] for _ in range(2)]:
            joining = harness.act(ada, table, commands.Join())
            assert (await refused(joining)).code == "too_many_tables"
        await harness.service.table_service.act(first, Abort(why="Test."), Requester())
        assert (await harness.table(ada))["table"]


async def test_an_answer_that_was_given_is_given_again_beyond_the_bounds(sqlite_url: str) -> None:
    async with open_harness(sqlite_url, most_tables=1) as harness:
        ada = await harness.person("Ada")
        wish = Create(game="splendor", public=False)
        first = await harness.service.create(ada, wish, "key")
        again = await harness.service.create(ada, wish, "key")
        assert again.again
        assert again.body == first.body
        assert (await refused(harness.service.create(ada, wish, "other"))).code == "too_many_tables"


async def test_what_was_answered_is_answered_again_to_who_may_not_enter_any_more(
    sqlite_url: str,
) -> None:
    async with open_harness(sqlite_url) as harness:
        ada, ben = await harness.person("Ada"), await harness.person("Ben")
        made = await harness.table(ada, public=False)
        join = commands.Join()
        first = await harness.service.act(ben, made["table"], join, "key", invite=made["invite"])
        await harness.act(ben, made["table"], commands.Leave())
        again = await harness.service.act(ben, made["table"], join, "key")
        assert again.body == first.body
        other = harness.service.act(ben, made["table"], join, "other")
        assert (await refused(other)).code == "not_found"


async def test_the_bound_holds_for_tables_that_are_asked_for_at_once(sqlite_url: str) -> None:
    async with open_harness(sqlite_url, most_tables=3) as harness:
        ada = await harness.person("Ada")
        wish = Create(game="splendor")
        asked = [harness.service.create(ada, wish, f"key {number // 2}") for number in range(12)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        answers = [answer.body for answer in found if isinstance(answer, Answer)]
        assert (len(answers), len(set(answers))) == (6, 3)
        assert {error.code for error in found if isinstance(error, Problem)} == {"too_many_tables"}


async def test_a_full_server_says_so(sqlite_url: str) -> None:
    async with open_harness(sqlite_url, most_unfinished=1) as harness:
        ada = await harness.person("Ada")
        await harness.table(ada)
        harness.service._unfinished = (0.0, 0)
        problem = await refused(harness.table(ada))
        assert (problem.code, problem.status) == ("unavailable", 503)


async def test_tables_are_listed_a_page_at_a_time_as_they_are_wanted(database_url: str) -> None:
    async with open_harness(database_url) as harness:
        ada, ben = await harness.person("Ada"), await harness.person("Ben")
        made = [(await harness.table(ada, players=2 + number % 3))["table"] for number in range(7)]
        playing = await harness.started([ada, ben])
        service = harness.service
        found: list[str] = []
        before = None
        while True:
            page = await service.tables(Filters(limit=3, before=before))
            found += [table.table for table in page.tables]
            if page.next is None:
                break
            before = page.next
        assert sorted(found) == sorted([*made, playing])
        for filters, count in (
            (Filters(status=("playing",)), 1),
            (Filters(status=("open", "playing")), 8),
            (Filters(free=False), 1),
            (Filters(players=3), 2),
            (Filters(game="arboretum"), 0),
            (Filters(player=ben.player), 1),
        ):
            assert len((await service.tables(filters)).tables) == count
        assert (await refused(service.tables(Filters(status=("lost",))))).code == "invalid"
        assert (await refused(service.tables(Filters(before="x")))).code == "invalid"


async def test_names_in_lists_are_those_of_now(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        ada, ben = await harness.person("Ada"), await harness.person("Ben")
        table = await harness.started([ada, ben])
        await harness.service.accounts.rename(ada, "Countess", key=None)
        await harness.service.accounts.delete(ben, key=None)
        (found,) = (await harness.service.tables(Filters())).tables
        assert found.table == table
        assert [seat.name for seat in found.seats] == ["Countess", "deleted player"]
