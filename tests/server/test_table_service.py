"""The table service: commands are answered after their commit, and carried out only once."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, insert, select, update

import gemgrove as gg
from gemgrove.server import ids
from gemgrove.server.database import tables as relations
from gemgrove.server.database.base import Database
from gemgrove.server.database.engine import open_database
from gemgrove.server.domain import Table, legal_moves
from gemgrove.server.domain.commands import (
    AddBot,
    Create,
    Join,
    Leave,
    Play,
    Ready,
    Rematch,
    Resign,
    Say,
)
from gemgrove.server.journal import Journal
from gemgrove.server.problems import Problem
from gemgrove.server.table_service import Answer, Requester, TableService
from tests.server.answers import decoded, refused
from tests.waiting import becomes

ADA = "p_" + "A" * 16
BEN = "p_" + "B" * 16
NAMES = {ADA: "Ada", BEN: "Ben"}
GAMES = pytest.mark.parametrize("game", ["splendor", "arboretum"])


class Harness:
    """A table service with two players, who use a new key for each request unless given one."""

    def __init__(self, table_service: TableService, journal: Journal, database: Database) -> None:
        self.table_service = table_service
        self.journal = journal
        self.database = database
        self._keys = iter(range(10**9))

    def ask(self, player: str, request: object = "", key: str | None = None) -> Requester:
        return Requester.of(player, key or f"key {next(self._keys)}", request, name=NAMES[player])

    async def opened(self, game: str = "splendor", **terms: Any) -> str:
        """Create a table at which both players sit."""
        made = await self.table_service.create(Create(game=game, players=2, **terms), self.ask(ADA))
        table: str = decoded(made)["table"]
        await self.table_service.act(table, Join(), self.ask(ADA))
        await self.table_service.act(table, Join(), self.ask(BEN))
        return table

    async def started(self, game: str = "splendor", **terms: Any) -> str:
        """Start a game between both players."""
        table = await self.opened(game, **terms)
        for player in (ADA, BEN):
            await self.table_service.act(table, Ready(nonce="ab"), self.ask(player))
        return table

    async def move(self, table: str, chance: random.Random) -> Answer:
        """Play a random move for the player to move."""
        standing = await self.table_service.table(table)
        seat = standing.to_move
        assert seat is not None
        player = standing.seats[seat].player
        assert player is not None
        action = chance.choice(legal_moves(standing, seat)).action
        command = Play(moves=[action], position=standing.position_seq)
        return await self.table_service.act(table, command, self.ask(player))

    async def end(self, table: str) -> Table:
        """Play until the end."""
        chance = random.Random(1)
        while (standing := await self.table_service.table(table)).phase == "playing":
            await self.move(table, chance)
        return standing


@asynccontextmanager
async def open_harness(url: str, **options: Any) -> AsyncIterator[Harness]:
    database = await open_database(url)
    async with database.writing() as connection:
        if not (await connection.execute(select(relations.players.c.id))).all():
            for player, name in ((ADA, "Ada"), (BEN, "Ben")):
                row = {"id": player, "name": name, "name_key": name, "kind": "named"}
                await connection.execute(insert(relations.players), row | {"created": 1.0})
    journal = Journal(database, lambda table, events: table_service.catch_up(table, events[-1].seq))
    table_service = TableService(database, journal, **options)
    try:
        yield Harness(table_service, journal, database)
    finally:
        await journal.close()
        await database.close()


@GAMES
async def test_a_game_is_played_from_creation_to_its_end(database_url: str, game: str) -> None:
    async with open_harness(database_url) as harness:
        table = await harness.started(game)
        over = await harness.end(table)
        assert over.outcome is not None
        assert over.outcome.winners


@GAMES
async def test_a_table_that_is_read_again_stands_as_it_stood(sqlite_url: str, game: str) -> None:
    async with open_harness(sqlite_url) as harness:
        table = await harness.started(game)
        chance = random.Random(2)
        for _ in range(20):
            await harness.move(table, chance)
        standing = await harness.table_service.table(table)
        harness.table_service.catch_up(table, standing.last_seq + 1)
        again = await harness.table_service.table(table)
        assert again is not standing
        assert again == standing


async def test_a_table_outlives_the_server(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        first = await harness.started()
        await harness.move(first, random.Random(3))
    async with open_harness(sqlite_url) as harness:
        assert (await harness.end(first)).phase == "over"


async def test_the_same_request_is_answered_as_before_and_done_once(database_url: str) -> None:
    async with open_harness(database_url) as harness:
        table = await harness.started()
        ask = harness.ask(ADA, "hello", key="same")
        first = await harness.table_service.act(table, Say(text="Hello"), ask)
        second = await harness.table_service.act(table, Say(text="Hello"), ask)
        assert (second.status, second.body, second.again) == (first.status, first.body, True)
        assert (await harness.table_service.table(table)).said == 1


async def test_the_same_request_twice_at_once_is_done_once(database_url: str) -> None:
    async with open_harness(database_url) as harness:
        table = await harness.opened()
        ask = harness.ask(ADA, "ready", key="same")
        answers = await asyncio.gather(
            *(harness.table_service.act(table, Ready(nonce="ab"), ask) for _ in range(5))
        )
        assert len({answer.body for answer in answers}) == 1
        assert [answer.again for answer in answers].count(False) == 1


async def test_creating_twice_with_one_key_makes_one_table(database_url: str) -> None:
    async with open_harness(database_url) as harness:
        ask = harness.ask(ADA, "create", key="same")
        create = Create(game="splendor", players=2)
        answers = await asyncio.gather(
            *(harness.table_service.create(create, ask) for _ in range(3))
        )
        assert len({decoded(answer)["table"] for answer in answers}) == 1


async def test_a_key_that_comes_with_another_request_is_refused(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        table = await harness.started()
        await harness.table_service.act(table, Say(text="One"), harness.ask(ADA, "one", key="same"))
        problem = await refused(
            harness.table_service.act(table, Say(text="Two"), harness.ask(ADA, "two", key="same"))
        )
        assert (problem.code, problem.status) == ("key_reused", 422)
        assert (await harness.table_service.table(table)).said == 1


async def test_two_may_use_the_same_key(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        table = await harness.started()
        for player in (ADA, BEN):
            await harness.table_service.act(
                table, Say(text="Hi"), harness.ask(player, "hi", key="same")
            )
        assert (await harness.table_service.table(table)).said == 2


async def test_what_is_refused_changes_nothing_and_may_be_asked_again(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        table = await harness.opened()
        ask = harness.ask(ADA, "resign", key="later")
        before = await harness.table_service.table(table)
        problem = await refused(harness.table_service.act(table, Resign(), ask))
        assert problem.code == "not_started"
        assert await harness.table_service.table(table) == before
        for player in (ADA, BEN):
            await harness.table_service.act(table, Ready(), harness.ask(player))
        assert not (await harness.table_service.act(table, Resign(), ask)).again


@GAMES
async def test_an_answer_tells_what_a_spectator_is_not_told(sqlite_url: str, game: str) -> None:
    async with open_harness(sqlite_url) as harness:
        table = await harness.started(game)
        chance = random.Random(5)
        own = 0
        while (standing := await harness.table_service.table(table)).phase == "playing":
            seat = standing.to_move
            answer = decoded(await harness.move(table, chance))
            stored = await harness.journal.events(table, after=answer["last_seq"] - 1)
            if answer["events"][-1] != msgspec.json.decode(stored[-1].payload(None)):
                own += 1
            form = msgspec.json.decode(stored[-1].payload(seat))
            assert answer["events"][-1] == form or len(answer["events"]) > 1
        assert own > 0


async def test_a_table_by_invitation_opens_to_who_has_the_code(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        made = decoded(
            await harness.table_service.create(
                Create(game="splendor", players=2, public=False), harness.ask(ADA)
            )
        )
        table, invite = made["table"], made["invite"]
        enter = harness.table_service.may_enter
        assert await enter(table, ADA)
        assert not await enter(table, BEN)
        assert not await enter(table, BEN, ids.new_invite())
        assert not await enter(table, BEN, "no code")
        assert await enter(table, BEN, invite.lower())
        harness.table_service.catch_up(table, 10**6)
        assert await enter(table, None, invite)


async def test_the_code_is_not_stored_with_the_table(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        create = Create(game="splendor", players=2, public=False)
        made = decoded(await harness.table_service.create(create, harness.ask(ADA)))
        stored = await harness.journal.load(made["table"])
        assert stored is not None
        assert made["invite"] not in repr(stored)


async def test_a_rematch_is_there_as_soon_as_both_want_it(database_url: str) -> None:
    async with open_harness(database_url) as harness:
        table = await harness.started()
        await harness.move(table, random.Random(6))
        await harness.move(table, random.Random(7))
        await harness.table_service.act(table, Resign(), harness.ask(ADA))
        assert (await harness.table_service.table(table)).rematch is None
        await harness.table_service.act(table, Rematch(), harness.ask(BEN))
        assert (await harness.table_service.table(table)).rematch is None
        await harness.table_service.act(table, Rematch(), harness.ask(ADA))
        again = (await harness.table_service.table(table)).rematch
        assert again is not None
        fresh = await harness.table_service.table(again)
        assert fresh.phase == "open"
        assert fresh.seat_of(BEN) is not None
        assert fresh.secret != (await harness.table_service.table(table)).secret


async def test_there_is_no_such_table(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        for table in (ids.new_table(), "t_1", "'; drop table tables"):
            problem = await refused(harness.table_service.act(table, Leave(), harness.ask(ADA)))
            assert (problem.code, problem.status) == ("not_found", 404)


async def test_tables_beyond_those_kept_in_memory_are_read_again(sqlite_url: str) -> None:
    async with open_harness(sqlite_url, max_loaded=2) as harness:
        found = [await harness.started() for _ in range(4)]
        for table in found * 2:
            await harness.move(table, random.Random(8))
        for table in found:
            assert len((await harness.table_service.table(table)).movers) >= 2


async def test_two_services_on_one_database_agree(postgres_url: str) -> None:
    async with open_harness(postgres_url) as harness:
        table = await harness.started()
        async with open_harness(postgres_url) as other:
            await other.table_service.table(table)
            chance = random.Random(9)
            for turn in range(30):
                here = (harness, other)[turn % 2]
                await here.table_service.act(
                    table, Say(text=f"{turn}"), here.ask(ADA, turn, f"k{turn}")
                )
                here.table_service.catch_up(table, 10**6)
                await here.move(table, chance)
            for each in (harness, other):
                each.table_service.catch_up(table, 10**6)
            assert await harness.table_service.table(table) == await other.table_service.table(
                table
            )


async def test_services_that_race_for_one_seat_give_it_to_one(postgres_url: str) -> None:
    async with open_harness(postgres_url) as harness:
        made = await harness.table_service.create(
            Create(game="splendor", players=2), harness.ask(ADA)
        )
        table = decoded(made)["table"]
        await harness.table_service.act(table, Join(), harness.ask(ADA))
        async with open_harness(postgres_url) as other:
            await other.table_service.table(table)
            outcomes = await asyncio.gather(
                harness.table_service.act(table, Join(), harness.ask(BEN, "join", "k1")),
                other.table_service.act(table, AddBot(bot="greedy"), other.ask(ADA, "bot", "k2")),
                return_exceptions=True,
            )
        problems = [outcome for outcome in outcomes if isinstance(outcome, Problem)]
        assert [problem.code for problem in problems] == ["table_full"]


async def test_a_listing_knows_how_a_table_stands(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        table = await harness.started()
        stored = await harness.journal.load(table)
        assert stored is not None
        summary = msgspec.json.decode(stored.row["summary"])
        assert stored.row["status"] == "playing"
        assert [seat["name"] for seat in summary["seats"]] == ["Ada", "Ben"]
        await harness.end(table)
        stored = await harness.journal.load(table)
        assert stored is not None
        assert stored.row["status"] == "over"
        assert sorted(msgspec.json.decode(stored.row["summary"])["places"]) in ([1, 2], [1, 1])


async def test_a_process_that_has_not_heard_of_a_move_does_not_refuse_the_next(
    postgres_url: str,
) -> None:
    async with open_harness(postgres_url) as harness:
        table = await harness.started()
        async with open_harness(postgres_url) as other:  # without notifications: it hears nothing
            for number in range(6):
                await (harness, other)[number % 2].move(table, random.Random(number))
            assert (await harness.table_service.table(table)).last_seq == (
                await other.table_service.table(table)
            ).last_seq


async def test_a_frozen_table_by_invitation_stays_closed(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        create = Create(game="splendor", players=2, public=False)
        made = decoded(await harness.table_service.create(create, harness.ask(ADA)))
        table, invite = made["table"], made["invite"]
        async with harness.database.writing() as connection:
            rows = relations.events
            newer = func.replace(rows.c.body, '"rules_version":1', '"rules_version":999')
            await connection.execute(update(rows).values(body=newer))
        harness.table_service.invalidate_all()
        assert (await harness.table_service.table(table)).frozen is not None
        assert not await harness.table_service.may_enter(table, BEN)
        assert not await harness.table_service.may_enter(table, None)
        assert await harness.table_service.may_enter(table, BEN, invite)


async def test_a_cancelled_request_leaves_no_table_behind_its_log(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        table = await harness.opened()
        asking = asyncio.create_task(
            harness.table_service.act(table, Say(text="hello"), harness.ask(ADA)),
        )
        before = (await harness.table_service.table(table)).last_seq
        while not harness.journal.waiting:
            await asyncio.sleep(0)
        asking.cancel()

        async def stored() -> bool:
            return (await harness.journal.reached(table) or 0) > before

        await becomes(stored)
        assert (await harness.table_service.table(table)).last_seq == before + 1


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
async def test_a_move_is_applied_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    applied: list[object] = []

    def play(self: gg.Game, move: object) -> None:
        applied.append(move)
        native(self, move)

    native: Any = gg.Game.play

    async with open_harness(sqlite_url) as harness:
        table = await harness.started(game)
        monkeypatch.setattr(gg.Game, "play", play)
        for moves in range(1, 11):
            await harness.move(table, random.Random(moves))
            assert len(applied) == moves
        harness.table_service.catch_up(table, 10**6)
        await harness.table_service.table(table)
        assert len(applied) == 2 * moves, "and once more when the table is read again"
