"""The hall: commands answered once they are committed, and once only."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, insert, select, update

from gemgrove.server import ids
from gemgrove.server.database import tables as relations
from gemgrove.server.database.engine import Database, open_database
from gemgrove.server.domain import Table, legal_moves
from gemgrove.server.domain.commands import (
    AddBot,
    Create,
    Join,
    Leave,
    Play,
    Ready,
    Resign,
    Say,
)
from gemgrove.server.hall import Answer, Ask, Hall
from gemgrove.server.journal import Journal
from gemgrove.server.problems import Problem

ADA = "p_" + "A" * 16
BEN = "p_" + "B" * 16
GAMES = pytest.mark.parametrize("game", ["splendor", "arboretum"])


class House:
    """A hall with two players, who never use a key twice unless they say so."""

    def __init__(self, hall: Hall, journal: Journal, database: Database) -> None:
        self.hall = hall
        self.journal = journal
        self.database = database
        self._keys = iter(range(10**9))

    def ask(self, player: str, request: object = "", key: str | None = None) -> Ask:
        return Ask.of(player, key or f"key {next(self._keys)}", request)

    async def opened(self, game: str = "splendor", **terms: Any) -> str:
        """A table at which both sit."""
        made = await self.hall.create(Create(game=game, players=2, **terms), self.ask(ADA))
        table: str = told(made)["table"]
        await self.hall.act(table, Join(name="Ada"), self.ask(ADA))
        await self.hall.act(table, Join(name="Ben"), self.ask(BEN))
        return table

    async def started(self, game: str = "splendor", **terms: Any) -> str:
        """A table at which both play."""
        table = await self.opened(game, **terms)
        for player in (ADA, BEN):
            await self.hall.act(table, Ready(nonce="ab"), self.ask(player))
        return table

    async def move(self, table: str, chance: random.Random) -> Answer:
        """Whoever is to move plays something."""
        standing = await self.hall.table(table)
        seat = standing.to_move
        assert seat is not None
        player = standing.seats[seat].player
        assert player is not None
        action = chance.choice(legal_moves(standing, seat))["action"]
        command = Play(moves=[action], position=standing.position_seq)
        return await self.hall.act(table, command, self.ask(player))

    async def end(self, table: str) -> Table:
        """Play until the end."""
        chance = random.Random(1)
        while (standing := await self.hall.table(table)).phase == "playing":
            await self.move(table, chance)
        return standing


@asynccontextmanager
async def house_of(url: str, **options: Any) -> AsyncIterator[House]:
    database = await open_database(url)
    async with database.writing() as connection:
        if not (await connection.execute(select(relations.players.c.id))).all():
            for player, name in ((ADA, "Ada"), (BEN, "Ben")):
                row = {"id": player, "name": name, "name_key": name, "kind": "named"}
                await connection.execute(insert(relations.players), row | {"created": 1.0})
    journal = Journal(database, lambda table, events: hall.catch_up(table, events[-1].seq))
    hall = Hall(database, journal, **options)
    try:
        yield House(hall, journal, database)
    finally:
        await journal.close()
        await database.close()


def told(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(answer.body)
    return found


def run(url: str, scene: Callable[[House], Coroutine[Any, Any, None]], **options: Any) -> None:
    async def whole() -> None:
        async with house_of(url, **options) as house:
            await scene(house)

    asyncio.run(whole())


async def refused(asked: Coroutine[Any, Any, object]) -> Problem:
    with pytest.raises(Problem) as caught:
        await asked
    return caught.value


@GAMES
def test_a_game_is_played_from_creation_to_its_end(database_url: str, game: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started(game)
        over = await house.end(table)
        assert over.outcome is not None
        assert over.outcome.winners

    run(database_url, scene)


@GAMES
def test_a_table_that_is_read_again_stands_as_it_stood(sqlite_url: str, game: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started(game)
        chance = random.Random(2)
        for _ in range(20):
            await house.move(table, chance)
        standing = await house.hall.table(table)
        house.hall.catch_up(table, standing.last_seq + 1)
        again = await house.hall.table(table)
        assert again is not standing
        assert again == standing

    run(sqlite_url, scene)


def test_a_table_outlives_the_server(sqlite_url: str) -> None:
    found: list[str] = []

    async def before(house: House) -> None:
        found.append(await house.started())
        await house.move(found[0], random.Random(3))

    async def after(house: House) -> None:
        assert (await house.end(found[0])).phase == "over"

    run(sqlite_url, before)
    run(sqlite_url, after)


def test_the_same_request_is_answered_as_before_and_done_once(database_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started()
        ask = house.ask(ADA, "hello", key="same")
        first = await house.hall.act(table, Say(text="Hello"), ask)
        second = await house.hall.act(table, Say(text="Hello"), ask)
        assert (second.status, second.body, second.again) == (first.status, first.body, True)
        assert (await house.hall.table(table)).said == 1

    run(database_url, scene)


def test_the_same_request_twice_at_once_is_done_once(database_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.opened()
        ask = house.ask(ADA, "ready", key="same")
        answers = await asyncio.gather(
            *(house.hall.act(table, Ready(nonce="ab"), ask) for _ in range(5))
        )
        assert len({answer.body for answer in answers}) == 1
        assert [answer.again for answer in answers].count(False) == 1

    run(database_url, scene)


def test_creating_twice_with_one_key_makes_one_table(database_url: str) -> None:
    async def scene(house: House) -> None:
        ask = house.ask(ADA, "create", key="same")
        create = Create(game="splendor", players=2)
        answers = await asyncio.gather(*(house.hall.create(create, ask) for _ in range(3)))
        assert len({told(answer)["table"] for answer in answers}) == 1

    run(database_url, scene)


def test_a_key_that_comes_with_another_request_is_refused(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started()
        await house.hall.act(table, Say(text="One"), house.ask(ADA, "one", key="same"))
        problem = await refused(
            house.hall.act(table, Say(text="Two"), house.ask(ADA, "two", key="same"))
        )
        assert (problem.code, problem.status) == ("key_reused", 422)
        assert (await house.hall.table(table)).said == 1

    run(sqlite_url, scene)


def test_two_may_use_the_same_key(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started()
        for player in (ADA, BEN):
            await house.hall.act(table, Say(text="Hi"), house.ask(player, "hi", key="same"))
        assert (await house.hall.table(table)).said == 2

    run(sqlite_url, scene)


def test_what_is_refused_changes_nothing_and_may_be_asked_again(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.opened()
        ask = house.ask(ADA, "resign", key="later")
        before = await house.hall.table(table)
        problem = await refused(house.hall.act(table, Resign(), ask))
        assert problem.code == "not_started"
        assert await house.hall.table(table) == before
        for player in (ADA, BEN):
            await house.hall.act(table, Ready(), house.ask(player))
        assert not (await house.hall.act(table, Resign(), ask)).again

    run(sqlite_url, scene)


def test_a_move_that_answers_an_earlier_position_is_stale(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started()
        standing = await house.hall.table(table)
        seat = standing.to_move
        assert seat is not None
        await house.move(table, random.Random(4))
        stale = Play(moves=["pass"], position=standing.position_seq)
        player = standing.seats[seat].player
        assert player is not None
        problem = await refused(house.hall.act(table, stale, house.ask(player)))
        assert (problem.code, problem.status) == ("stale_position", 409)

    run(sqlite_url, scene)


def test_talk_does_not_make_a_move_stale(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started()
        position = (await house.hall.table(table)).position_seq
        await house.hall.act(table, Say(text="Hm"), house.ask(BEN))
        assert (await house.hall.table(table)).position_seq == position

    run(sqlite_url, scene)


@GAMES
def test_an_answer_tells_what_a_spectator_is_not_told(sqlite_url: str, game: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started(game)
        chance = random.Random(5)
        own = 0
        while (standing := await house.hall.table(table)).phase == "playing":
            seat = standing.to_move
            answer = told(await house.move(table, chance))
            stored = await house.journal.events(table, after=answer["last_seq"] - 1)
            if answer["events"][-1] != msgspec.json.decode(stored[-1].form(None)):
                own += 1
            form = msgspec.json.decode(stored[-1].form(seat))
            assert answer["events"][-1] == form or len(answer["events"]) > 1
        assert own > 0

    run(sqlite_url, scene)


def test_a_table_by_invitation_opens_to_who_has_the_code(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        made = told(
            await house.hall.create(
                Create(game="splendor", players=2, public=False), house.ask(ADA)
            )
        )
        table, invite = made["table"], made["invite"]
        enter = house.hall.may_enter
        assert await enter(table, ADA)
        assert not await enter(table, BEN)
        assert not await enter(table, BEN, ids.new_invite())
        assert not await enter(table, BEN, "no code")
        assert await enter(table, BEN, invite.lower())
        house.hall.catch_up(table, 10**6)
        assert await enter(table, None, invite)

    run(sqlite_url, scene)


def test_the_code_is_not_stored_with_the_table(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        create = Create(game="splendor", players=2, public=False)
        made = told(await house.hall.create(create, house.ask(ADA)))
        stored = await house.journal.load(made["table"])
        assert stored is not None
        assert made["invite"] not in repr(stored)

    run(sqlite_url, scene)


def test_a_rematch_is_there_as_soon_as_both_want_it(database_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started()
        await house.move(table, random.Random(6))
        await house.move(table, random.Random(7))
        await house.hall.act(table, Resign(), house.ask(ADA))
        assert (await house.hall.table(table)).rematch is None
        await house.hall.rematch(table, house.ask(BEN))
        assert (await house.hall.table(table)).rematch is None
        await house.hall.rematch(table, house.ask(ADA))
        again = (await house.hall.table(table)).rematch
        assert again is not None
        fresh = await house.hall.table(again)
        assert fresh.phase == "open"
        assert fresh.seat_of(BEN) is not None
        assert fresh.secret != (await house.hall.table(table)).secret

    run(database_url, scene)


def test_there_is_no_such_table(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        for table in (ids.new_table(), "t_1", "'; drop table tables"):
            problem = await refused(house.hall.act(table, Leave(), house.ask(ADA)))
            assert (problem.code, problem.status) == ("not_found", 404)

    run(sqlite_url, scene)


def test_tables_beyond_those_kept_in_memory_are_read_again(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        found = [await house.started() for _ in range(4)]
        for table in found * 2:
            await house.move(table, random.Random(8))
        for table in found:
            assert len((await house.hall.table(table)).movers) >= 2

    run(sqlite_url, scene, most_loaded=2)


def test_two_halls_on_one_database_agree(postgres_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started()
        async with house_of(postgres_url) as other:
            await other.hall.table(table)
            chance = random.Random(9)
            for turn in range(30):
                here = (house, other)[turn % 2]
                await here.hall.act(table, Say(text=f"{turn}"), here.ask(ADA, turn, f"k{turn}"))
                here.hall.catch_up(table, 10**6)
                await here.move(table, chance)
            for each in (house, other):
                each.hall.catch_up(table, 10**6)
            assert await house.hall.table(table) == await other.hall.table(table)

    run(postgres_url, scene)


def test_halls_that_race_for_one_seat_give_it_to_one(postgres_url: str) -> None:
    async def scene(house: House) -> None:
        made = await house.hall.create(Create(game="splendor", players=2), house.ask(ADA))
        table = told(made)["table"]
        await house.hall.act(table, Join(name="Ada"), house.ask(ADA))
        async with house_of(postgres_url) as other:
            await other.hall.table(table)
            outcomes = await asyncio.gather(
                house.hall.act(table, Join(name="Ben"), house.ask(BEN, "join", "k1")),
                other.hall.act(table, AddBot(bot="greedy"), other.ask(ADA, "bot", "k2")),
                return_exceptions=True,
            )
        problems = [outcome for outcome in outcomes if isinstance(outcome, Problem)]
        assert [problem.code for problem in problems] == ["table_full"]

    run(postgres_url, scene)


def test_a_listing_knows_how_a_table_stands(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.started()
        stored = await house.journal.load(table)
        assert stored is not None
        summary = msgspec.json.decode(stored.row["summary"])
        assert stored.row["status"] == "playing"
        assert [seat["name"] for seat in summary["seats"]] == ["Ada", "Ben"]
        await house.end(table)
        stored = await house.journal.load(table)
        assert stored is not None
        assert stored.row["status"] == "over"
        assert sorted(msgspec.json.decode(stored.row["summary"])["places"]) in ([1, 2], [1, 1])

    run(sqlite_url, scene)


def test_a_process_that_has_not_heard_of_a_move_does_not_refuse_the_next(
    postgres_url: str,
) -> None:
    async def scene(house: House) -> None:
        table = await house.started()
        async with house_of(postgres_url) as other:  # without notices: it hears nothing
            for number in range(6):
                await (house, other)[number % 2].move(table, random.Random(number))
            assert (await house.hall.table(table)).last_seq == (
                await other.hall.table(table)
            ).last_seq

    run(postgres_url, scene)


def test_a_frozen_table_by_invitation_stays_closed(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        create = Create(game="splendor", players=2, public=False)
        made = told(await house.hall.create(create, house.ask(ADA)))
        table, invite = made["table"], made["invite"]
        async with house.database.writing() as connection:
            rows = relations.events
            newer = func.replace(rows.c.body, '"rules_version":1', '"rules_version":999')
            await connection.execute(update(rows).values(body=newer))
        house.hall.doubt_all()
        assert (await house.hall.table(table)).frozen is not None
        assert not await house.hall.may_enter(table, BEN)
        assert not await house.hall.may_enter(table, None)
        assert await house.hall.may_enter(table, BEN, invite)

    run(sqlite_url, scene)


def test_who_stops_waiting_leaves_no_table_behind_its_log(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        table = await house.opened()
        asking = asyncio.create_task(
            house.hall.act(table, Say(text="hello"), house.ask(ADA)),
        )
        before = (await house.hall.table(table)).last_seq
        while not house.journal.waiting:
            await asyncio.sleep(0)
        asking.cancel()
        while (await house.journal.reached(table) or 0) == before:
            await asyncio.sleep(0.001)
        assert (await house.hall.table(table)).last_seq == before + 1

    run(sqlite_url, scene)
