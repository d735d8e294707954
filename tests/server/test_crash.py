"""The whole server, killed at random under load: nothing acknowledged is lost or done twice.

Kills cannot show that the disk was synced first; `test_journal_crash.py` does.
"""

import asyncio
from pathlib import Path

import pytest

from tests.server.crash_load import MOVES_PER_KILL, crash_load
from tests.server.server_process import ServerProcess, verified

KILLS = 3
MANY_KILLS = 50
CHANCES = 10


def holds_out(folder: Path, kills: int) -> int:
    """Kill a server this often, check that it has no faults, and return the acknowledged moves."""
    server = ServerProcess(folder)
    faults, moves = asyncio.run(crash_load(server, kills=kills, seed=kills))
    assert faults == []
    found = verified(["--data", str(folder)])
    assert found.returncode == 0, found.stdout + found.stderr
    return moves


def test_a_killed_server_has_lost_nothing_and_done_nothing_twice(tmp_path: Path) -> None:
    assert holds_out(tmp_path, KILLS) > KILLS * MOVES_PER_KILL[0]


@pytest.mark.slow
def test_a_server_that_is_killed_fifty_times_has_lost_nothing(tmp_path: Path) -> None:
    moves = holds_out(tmp_path, MANY_KILLS)
    print(f"{moves} acknowledged moves, {MANY_KILLS} kills: 0 lost, 0 doubled")
    assert moves > 1_000


def test_a_server_that_acknowledges_first_is_caught(tmp_path: Path) -> None:
    for chance in range(CHANCES):
        folder = tmp_path / str(chance)
        folder.mkdir()
        server = ServerProcess(folder, "tests.server.premature_server")
        faults, _ = asyncio.run(crash_load(server, kills=1, seed=chance))
        if faults:
            assert any("acknowledged" in fault for fault in faults)
            return
    pytest.fail("A server that acknowledges before it stores went unnoticed.")
