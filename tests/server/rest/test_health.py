"""Health, readiness and metrics."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.rest import server as rest_server
from tests.server.rest.http_server import HttpServer, code, http_server, started


def test_a_server_that_runs_is_well_and_ready(server: HttpServer) -> None:
    assert server.visitor().get("/health").json() == {"status": "running"}
    assert server.visitor().get("/ready").json() == {"status": "ready"}


def test_without_its_database_a_server_is_well_and_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rest_server, "DATABASE_SECONDS", 0.05)

    with http_server(tmp_path) as found:

        @asynccontextmanager
        async def stuck() -> AsyncIterator[AsyncConnection]:
            await asyncio.Event().wait()
            yield AsyncConnection(found.service.database._reader)

        found.service.database.reading = stuck  # type: ignore[method-assign]
        assert found.visitor().get("/health").status_code == 200
        assert code(found.visitor().get("/ready")) == "unavailable"


def test_figures_are_for_everybody_only_where_the_host_says_so(tmp_path: Path) -> None:
    with http_server(tmp_path) as found:
        assert code(found.visitor().get("/metrics")) == "not_found"


def test_figures_count_requests_moves_and_tables(server: HttpServer) -> None:
    people = server.players()
    table = started(people)
    mover = people[people[0].sees(table)["to_move"]]
    standing = mover.sees(table)
    body = {"moves": [standing["legal"][0]["action"]], "position": standing["position"]}
    mover.does(table, "play", body)
    server.visitor().get("/secret/path")
    answer = server.visitor().get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain")
    lines = answer.text.splitlines()
    assert 'gemgrove_moves_total{by="player"} 1.0' in lines
    route = 'method="POST",route="/api/tables/{table}/play",status="200"'
    assert f"gemgrove_requests_total{{{route}}} 1.0" in lines
    for name in ("tables_loaded", "journal_waiting", "websockets", "bots_busy", "bots_lost"):
        assert any(line.startswith(f"gemgrove_{name} ") for line in lines), name
    assert table not in answer.text
    assert "secret" not in answer.text
