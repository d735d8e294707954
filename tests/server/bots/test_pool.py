"""Workers that think, die, hang and are stopped, all of them real processes."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvloop

import gemgrove as gg
from gemgrove import agents
from gemgrove.server.bots.pool import (
    BotMove,
    BotPool,
    BotPoolError,
    BotTurn,
    MoveCancelled,
    PoolFull,
)
from gemgrove.worker_pool import PoolClosed
from tests.agents.scripts import is_running
from tests.server.bots.misbehaving import Bots, turn
from tests.waiting import PATIENCE, becomes

LONG = 600.0
"""Seconds; longer than any test."""

Run = Callable[[Coroutine[Any, Any, None]], None]
both_loops = pytest.mark.parametrize("run", [asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])


@pytest.fixture
def bots(tmp_path: Path) -> Bots:
    """Bots that misbehave."""
    return Bots(tmp_path)


@pytest.mark.parametrize("game", gg.GAMES)
@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:iterations=50"])
async def test_a_worker_decides_as_the_bot_itself_does(game: gg.GameName, spec: str) -> None:
    asked = turn(spec, game=game)

    async with BotPool(workers=1) as pool:
        thoughts = [await pool.choose(asked) for _ in range(2)]
    right = agents.make(spec, seed=asked.seed).choose(asked.view)
    assert [thought.action for thought in thoughts] == [right, right]
    assert {(thought.spec, thought.tries) for thought in thoughts} == {(spec, 1)}


@both_loops
def test_a_job_whose_worker_is_killed_in_mid_thought_is_done_by_another(
    bots: Bots, run: Run
) -> None:
    async def think() -> None:
        async with BotPool(workers=1, seconds=LONG) as pool:
            thinking = asyncio.create_task(pool.choose(turn(bots.spec("Blocked"))))
            await becomes(bots.asked)
            (killed,) = pool.pids
            os.kill(killed, signal.SIGKILL)
            await becomes(lambda: len(bots.asked()) == 2)
            bots.open()
            thought = await thinking
            assert (thought.spec, thought.tries) == (bots.spec("Blocked"), 2)
            assert killed not in pool.pids
            assert pool.stats.lost == 1

    run(think())


@both_loops
def test_a_bot_that_hangs_is_killed_and_replaced(bots: Bots, run: Run) -> None:
    asked = turn(bots.spec("Hang"))

    async def think() -> None:
        # On a busy machine the time may be up before the bot has begun.
        for seconds in (3.0, 12.0, 48.0):
            async with BotPool(workers=1, seconds=seconds, tries=1) as pool:
                try:
                    thought = await pool.choose(asked)
                except BotPoolError:
                    continue
                if bots.asked():
                    assert (thought.spec, thought.tries) == ("greedy", 2)
                    assert thought.action == asked.view.greedy_action()
                    assert (pool.stats.lost, pool.stats.substituted) == (1, 1)
                    break
        *_, hung = bots.asked()
        assert not is_running(hung)

    run(think())


async def test_a_bot_that_always_kills_its_worker_is_replaced(bots: Bots) -> None:
    async with BotPool(workers=1, tries=2) as pool:
        for name in ("Dies", "Exits"):
            assert (await pool.choose(turn(bots.spec(name)))).spec == "greedy"
        assert pool.stats.lost == 4


@pytest.mark.parametrize("name", ["Crash", "Cheat", "OutOfMemory"])
async def test_a_bot_that_fails_is_replaced_at_once_and_its_worker_goes_on(
    bots: Bots, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with BotPool(workers=1, memory_mb=512) as pool:
        thought = await pool.choose(turn(bots.spec(name)))
        assert (thought.spec, thought.tries) == ("greedy", 2)
        assert pool.stats.lost == 0
    assert "failed at t_1" in caplog.text
    assert "is 42" not in caplog.text, "what a bot says may tell of hidden cards"


async def test_a_bot_may_name_its_move(bots: Bots) -> None:
    asked = turn(bots.spec("NamesMove"))

    async with BotPool(workers=1) as pool:
        assert (await pool.choose(asked)).action == asked.view.legal_actions()[1]


async def test_a_worker_does_not_get_the_servers_environment(
    bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://with:password@somewhere")
    asked = turn(bots.spec("ReadsEnvironment"))

    async with BotPool(workers=1) as pool:
        assert (await pool.choose(asked)).action == asked.view.legal_actions()[0]


async def test_workers_yield_to_the_process_that_answers_people() -> None:
    async with BotPool(workers=1) as pool:
        await pool.choose(turn())
        theirs = os.getpriority(os.PRIO_PROCESS, pool.pids[0])
        assert theirs > os.getpriority(os.PRIO_PROCESS, 0) or theirs == 19


def test_a_worker_loads_nothing_of_the_server_but_its_own() -> None:
    code = "import sys, gemgrove.server.bots.worker; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    names = set(loaded.stdout.split())
    assert "gemgrove.server.bots.worker" in names
    assert not names & {"sqlalchemy", "litestar", "msgspec", "alembic", "asyncio"}


async def test_where_no_worker_can_be_started_the_job_fails_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gemgrove.worker_pool.process.sys.executable", "/none/such")

    async with BotPool(workers=1, tries=1) as pool:
        with pytest.raises(BotPoolError, match="No bot could move at t_1, not even greedy"):
            await pool.choose(turn())


async def test_the_tables_take_turns(bots: Bots) -> None:
    served: list[str] = []

    async with BotPool(workers=1, seconds=LONG) as pool:

        async def ask(table: str, spec: str) -> None:
            await pool.choose(turn(spec, table=table))
            served.append(table)

        first = asyncio.create_task(ask("first", bots.spec("Blocked")))
        await becomes(bots.asked)
        rest = [asyncio.create_task(ask(table, "random")) for table in "aaaabbc"]
        await becomes(lambda: pool.stats.queued == 7)
        bots.open()
        await asyncio.gather(first, *rest)
    assert served == ["first", *"abcabaa"]


async def test_the_numbers_of_workers_and_queued_moves_are_limited(bots: Bots) -> None:
    async with BotPool(workers=2, max_queued=3, seconds=LONG) as pool:
        asked = [turn(bots.spec("Blocked"), table=f"t_{number}") for number in range(6)]
        thoughts = [asyncio.create_task(pool.choose(one)) for one in asked[:2]]
        await becomes(lambda: len(bots.asked()) == 2)
        thoughts += [asyncio.create_task(pool.choose(one)) for one in asked[2:5]]
        await becomes(lambda: pool.stats.queued == 3)
        with pytest.raises(PoolFull, match="3 moves are queued for bots already"):
            await pool.choose(asked[5])
        assert (pool.stats.busy, len(set(bots.asked()))) == (2, 2)
        bots.open()
        assert all([await thought for thought in thoughts])


async def test_queued_moves_of_a_table_that_ended_are_never_chosen(bots: Bots) -> None:
    async with BotPool(workers=1, seconds=LONG) as pool:
        first = asyncio.create_task(pool.choose(turn(bots.spec("Blocked"), table="t_1")))
        await becomes(bots.asked)
        unwanted = asyncio.create_task(pool.choose(turn(bots.spec("First"), table="t_2")))
        await becomes(lambda: pool.stats.queued == 1)
        pool.cancel("t_2")
        with pytest.raises(MoveCancelled, match="t_2"):
            await unwanted
        bots.open()
        await first
        await pool.choose(turn())
        assert len(bots.asked()) == 1


@pytest.mark.parametrize("how", ["the table", "the task"])
async def test_a_cancelled_move_soon_frees_its_worker(
    bots: Bots, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with BotPool(workers=1, seconds=LONG) as pool:
        unwanted = asyncio.create_task(pool.choose(turn(bots.spec("Hang"))))
        await becomes(bots.asked)
        if how == "the table":
            pool.cancel("t_1")
        else:
            unwanted.cancel()
        with pytest.raises(MoveCancelled if how == "the table" else asyncio.CancelledError):
            await unwanted
        async with asyncio.timeout(PATIENCE):
            assert (await pool.choose(turn())).spec == "greedy"
        assert len(bots.asked()) == 1, "what nobody wants is not tried again"
    assert caplog.records == [], "nothing went wrong"


@both_loops
def test_closing_ends_all_processes_and_tells_all_who_wait(bots: Bots, run: Run) -> None:
    async def think() -> None:
        pool = BotPool(workers=2, seconds=LONG)
        asked = [turn(bots.spec(name), table=name) for name in ("Hang", "HoldsGil", "First")]
        tasks = [asyncio.create_task(pool.choose(one)) for one in asked]
        await becomes(lambda: len(bots.asked()) == 2)
        processes = pool.pids
        assert sorted(bots.asked()) == sorted(processes)
        await pool.close(within=0.5)
        assert not any(map(is_running, processes))
        assert pool.pids == []
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(result) for result in results] == [PoolClosed] * 3
        await pool.close()
        with pytest.raises(PoolClosed):
            await pool.choose(turn())

    run(think())


@pytest.mark.parametrize("option", ["workers", "max_queued"])
async def test_a_pool_without_workers_or_a_queue_is_refused(option: str) -> None:
    zero: dict[str, Any] = {option: 0}
    with pytest.raises(ValueError, match=f"{option} is 0; it must be 1 or more"):
        BotPool(**zero)


def test_a_seat_that_has_nothing_to_decide_is_refused() -> None:
    game = gg.new("splendor", seed=1)
    waiting = next(seat for seat in range(game.players) if seat != game.to_move)

    async def think() -> BotMove:
        async with BotPool() as pool:
            return await pool.choose(BotTurn("t_1", game.view(waiting), "greedy", 1))

    with pytest.raises(ValueError, match=f"Seat {waiting} has nothing to decide now"):
        asyncio.run(think())
