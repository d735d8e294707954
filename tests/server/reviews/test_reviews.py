"""Reviews of finished games in real processes, which are killed, and on servers that stop."""

import asyncio
import importlib
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

import gemgrove as gg
from gemgrove.analysis.review import Decision, Step, unjudged
from gemgrove.record import Record
from gemgrove.server.backup import back_up
from gemgrove.server.bots.leases import SharedLeases
from gemgrove.server.database import tables as relations
from gemgrove.server.domain.commands import Abort
from gemgrove.server.problems import Problem
from gemgrove.server.reviews.reviewer import Reviewer
from gemgrove.server.table_service import Requester
from tests.agents.scripts import is_running
from tests.server.background.offline_server import (
    ADA,
    BEN,
    CAT,
    offline_server,
)
from tests.server.reviews.review_helpers import (
    ITERATIONS,
    analyzed,
    plain,
    played,
    reviewing,
    until_done,
    until_stopped,
)
from tests.server.sample_log import checked
from tests.waiting import becomes

SLOW = 20_000
"""Iterations that take a while, so that a review can be interrupted."""
ENDLESS = 100_000_000
"""Iterations that take longer than any test."""

# Dies a given number of times, and then judges.
FAULTY = """
import os
from pathlib import Path

from gemgrove.server.reviews.worker import judge_decision

HERE = Path(__file__).parent


def judge(view, action, iterations):
    died = len(list(HERE.glob("died-*")))
    if died < {deaths}:
        (HERE / f"died-{{died}}").touch()
        os._exit(1)
    return judge_decision(view, action, iterations)
"""


async def refused(asked: Coroutine[Any, Any, object]) -> str:
    with pytest.raises(Problem) as caught:
        await asked
    assert caught.value.detail.endswith(".")
    return caught.value.code


async def test_a_review_says_what_an_analysis_of_the_same_game_says(database_url: str) -> None:
    async with offline_server(database_url) as server:
        for game in gg.GAMES:
            table = await played(server, game=game)
            async with reviewing(server) as reviews:
                assert (await reviews.review(table)).done == 0
                begun = await reviews.begin(table, ADA)
                assert (begun.running, begun.complete) == (True, False)
                found = await until_done(reviews, table)
            right = analyzed(table)
            assert found["decisions"] == right
            assert any(decision["judgement"] for decision in right)
            assert found == {
                "table": table.id,
                "bot": {"splendor": "champion", "arboretum": "mcts"}[game],
                "iterations": ITERATIONS,
                "total": len(right),
                "done": len(right),
                "complete": True,
                "running": False,
                "decisions": right,
            }


async def test_a_review_that_is_complete_is_not_made_again(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        table = await played(server)
        async with reviewing(server) as reviews:
            await reviews.begin(table, ADA)
            found = await until_done(reviews, table)
            await becomes(lambda: reviews.under_way == 0)
            assert plain(await reviews.begin(table, BEN)) == found
            assert reviews.under_way == 0


async def test_a_process_is_there_for_as_long_as_there_is_something_to_judge(
    sqlite_url: str,
) -> None:
    async with offline_server(sqlite_url) as server:
        table = await played(server)
        async with reviewing(server) as reviews:
            assert reviews.pids == []
            await reviews.begin(table, ADA)
            await becomes(lambda: reviews.pids)
            (process,) = reviews.pids
            await until_done(reviews, table)
            await becomes(lambda: not reviews.pids)
            assert not is_running(process)


async def test_a_review_stands_back_behind_bots(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        table = await played(server)
        async with reviewing(server, iterations=ENDLESS) as reviews:
            await reviews.begin(table, ADA)
            await becomes(lambda: reviews.pids)
            (process,) = reviews.pids
            await becomes(lambda: os.getpriority(os.PRIO_PROCESS, process) == 19)


async def test_a_review_goes_on_where_the_server_has_ended(database_url: str) -> None:
    async with offline_server(database_url) as server:
        table = await played(server)
        async with reviewing(server) as reviews:
            await reviews.begin(table, ADA)
            await until_done(reviews, table, 3)
        before = plain(await reviews.review(table))["decisions"]
        done = len(before)
        assert done >= 3
        assert before == analyzed(table)[:done]
        told = '{"kept": true}'
        async with server.database.writing() as connection:
            await connection.execute(update(relations.reviews).values(decision=told))
        async with reviewing(server) as again:
            assert plain(await again.review(table))["done"] == done
            assert not (await again.review(table)).running
            await again.begin(table, BEN)
            found = await until_done(again, table)
        assert found["decisions"][:done] == [{"kept": True}] * done
        assert found["decisions"][done:] == analyzed(table)[done:]


async def test_others_have_their_turn_while_a_review_finds_its_place_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[int] = [0]
    passed: list[int] = []

    async def others() -> None:
        while True:
            turns[0] += 1
            await asyncio.sleep(0)

    def watched(record: Record) -> Iterator[tuple[Step, Decision, bool]]:
        for found in unjudged(record):
            passed.append(turns[0])
            yield found

    async with offline_server(sqlite_url) as server:
        table = await played(server)
        async with reviewing(server, iterations=SLOW) as reviews:
            await reviews.begin(table, ADA)
            done = (await until_done(reviews, table, 3))["done"]
        monkeypatch.setattr("gemgrove.server.reviews.reviewer.unjudged", watched)
        waiting = asyncio.create_task(others())
        async with reviewing(server, iterations=SLOW) as again:
            await again.begin(table, ADA)
            await becomes(lambda: len(passed) > done)
        waiting.cancel()
        assert len(set(passed[:done])) == done >= 3


async def test_what_was_judged_by_other_terms_is_not_mixed_in(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with offline_server(database_url) as server:
        table = await played(server)
        async with reviewing(server, iterations=1) as reviews:
            await reviews.begin(table, ADA)
            other = await until_done(reviews, table)
        async with reviewing(server) as reviews:
            assert (await reviews.review(table)).decisions == []
            await reviews.begin(table, ADA)
            found = await until_done(reviews, table)
        assert found["decisions"] == analyzed(table) != other["decisions"]
        assert found["bot"] == "champion"
        later = Reviewer(server.database, workers=1, iterations=20)
        assert (await later.review(table)).done == found["total"]
        for changed in ("VERSION", "own_digest", "analysis_bot"):
            with monkeypatch.context() as patched:
                value = "another" if changed == "VERSION" else lambda _: "another"
                patched.setattr(f"gemgrove.server.reviews.reviewer.{changed}", value)
                assert (await later.review(table)).done == 0, changed


@pytest.mark.parametrize("deaths", [1, 2])
async def test_a_worker_that_dies_costs_another_try_and_two_cost_the_judgement(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deaths: int
) -> None:
    (tmp_path / f"faulty_{deaths}.py").write_text(FAULTY.format(deaths=deaths))
    monkeypatch.syspath_prepend(tmp_path)
    name = f"faulty_{deaths}"
    judge = importlib.import_module(name).judge

    async with offline_server(sqlite_url) as server:
        table = await played(server)
        async with reviewing(server, judge=judge) as reviews:
            await reviews.begin(table, ADA)
            found = await until_done(reviews, table)
        right = analyzed(table)
        first = next(number for number, decision in enumerate(right) if decision["judgement"])
        if deaths == 2:
            right[first]["judgement"] = None
        assert found["decisions"] == right
        assert len(list(tmp_path.glob("died-*"))) == deaths


async def test_a_review_survives_its_process_being_killed(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        table = await played(server)
        async with reviewing(server) as reviews:
            await reviews.begin(table, ADA)
            await until_done(reviews, table, 2)
            if reviews.pids:
                os.kill(reviews.pids[0], signal.SIGKILL)
            found = await until_done(reviews, table)
        assert found["decisions"] == analyzed(table)


async def test_where_no_process_can_be_had_a_review_stops_and_can_be_asked_for_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with offline_server(sqlite_url) as server:
        table = await played(server)
        async with reviewing(server) as reviews:
            with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
                patched.setattr("gemgrove.worker_pool.process.sys.executable", "/none/such")
                await reviews.begin(table, ADA)
                found = await until_stopped(reviews, table)
            assert (found["done"], found["complete"]) == (0, False)
            assert f"The review of {table.id} has stopped" in caplog.text
            await reviews.begin(table, ADA)
            assert (await until_done(reviews, table))["decisions"] == analyzed(table)


async def test_games_are_reviewed_one_by_one_and_the_queue_is_limited(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        tables = [await played(server, seed=seed) for seed in range(4)]
        bounds: dict[str, Any] = {"max_waiting": 2, "max_per_player": 2}
        async with reviewing(server, iterations=ENDLESS, **bounds) as reviews:
            for table in tables[:2]:
                assert (await reviews.begin(table, ADA)).running
                await becomes(lambda: reviews.pids)
            assert await refused(reviews.begin(tables[2], ADA)) == "too_many_reviews"
            assert not (await reviews.review(tables[2])).running
            # A review that is already running does not count as another.
            assert (await reviews.begin(tables[0], ADA)).running
            assert (await reviews.begin(tables[2], BEN)).running
            assert await refused(reviews.begin(tables[3], BEN)) == "unavailable"
            assert len(reviews.pids) == 1
            (process,) = reviews.pids
        assert not is_running(process)
        assert await refused(reviews.begin(tables[0], CAT)) == "unavailable"


async def test_a_server_that_reviews_nothing_still_shows_what_there_is(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        table, other = [await played(server, seed=seed) for seed in range(2)]
        async with reviewing(server) as reviews:
            await reviews.begin(table, ADA)
            found = await until_done(reviews, table)
        async with reviewing(server, workers=0) as reviews:
            assert plain(await reviews.begin(table, ADA)) == found
            assert await refused(reviews.begin(other, ADA)) == "reviews_off"


async def test_a_game_that_is_not_over_is_not_reviewed(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server, reviewing(server) as reviews:
        closed = await server.seated(ADA, players=2)
        await server.table_service.act(closed, Abort(why="Nobody comes."), Requester())
        for table in (
            await server.seated(ADA, players=2),
            await server.started(ADA, BEN),
            closed,
        ):
            standing = await server.table_service.table(table)
            assert await refused(reviews.review(standing)) == "not_over"
            assert await refused(reviews.begin(standing, ADA)) == "not_over"


async def test_a_game_that_was_broken_off_is_reviewed_as_far_as_it_went(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        table = await server.started(ADA, BEN)
        for _ in range(5):
            await server.move(table)
        await server.table_service.act(table, Abort(why="It rains."), Requester())
        unplayed = await server.started(ADA, BEN)
        await server.table_service.act(unplayed, Abort(why="It rains."), Requester())
        async with reviewing(server) as reviews:
            standing = await server.table_service.table(table)
            await reviews.begin(standing, ADA)
            assert (await until_done(reviews, standing))["decisions"] == analyzed(standing)
            nothing = await reviews.begin(await server.table_service.table(unplayed), ADA)
            assert (nothing.total, nothing.complete) == (0, True)


async def test_one_of_several_servers_makes_a_review_and_all_know_it(postgres_url: str) -> None:
    async with offline_server(postgres_url) as server:
        table = await played(server)
        leases = [SharedLeases(server.database) for _ in range(2)]
        async with (
            reviewing(server, leases=leases[0], iterations=ENDLESS) as one,
            reviewing(server, leases=leases[1], iterations=ENDLESS) as other,
        ):
            await one.begin(table, ADA)
            assert (await other.review(table)).running
            assert (await other.begin(table, BEN)).running
            assert (one.under_way, other.under_way) == (1, 0)
            await one.close()
            assert not (await other.review(table)).running
            await other.begin(table, BEN)
            assert other.under_way == 1
        async with server.database.reading() as connection:
            query = select(func.count()).select_from(relations.leases)
            assert (await connection.execute(query)).scalar_one() == 0


async def test_a_database_with_reviews_is_backed_up_and_verified(
    sqlite_url: str, tmp_path: Path
) -> None:
    async with offline_server(sqlite_url) as server:
        table = await played(server)
        async with reviewing(server) as reviews:
            await reviews.begin(table, ADA)
            first = await until_done(reviews, table)
    copy = tmp_path / "copy.db"
    back_up(Path(sqlite_url.removeprefix("sqlite:///")), copy)
    report, faults = await asyncio.to_thread(checked, copy)
    assert (report.tables, faults) == (1, [])
    async with offline_server(f"sqlite:///{copy}") as server:
        table = await server.table_service.table(first["table"])
        async with reviewing(server, workers=0) as reviews:
            assert plain(await reviews.review(table)) == first


async def test_a_worker_gets_a_view_and_nothing_else(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        game: Any = gg.new("arboretum", seed=1)
        with pytest.raises(TypeError, match="by a View, not by a Game"):
            Reviewer(server.database, workers=1, iterations=1)._submit(game, 0)


def test_a_worker_loads_nothing_of_the_server_but_its_own() -> None:
    code = "import sys, gemgrove.server.reviews.worker; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    names = set(loaded.stdout.split())
    assert "gemgrove.server.reviews.worker" in names
    assert not names & {"sqlalchemy", "litestar", "msgspec", "alembic", "asyncio"}


async def test_closing_what_was_never_asked_for_ends_at_once(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        reviews = Reviewer(server.database, workers=1, iterations=1)
        await reviews.close()
        table = await played(server)
        assert await refused(reviews.begin(table, ADA)) == "unavailable"
