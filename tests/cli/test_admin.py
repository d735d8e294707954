"""`gemgrove admin`, with and without a running server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gemgrove.cli import main
from tests.server.rest.http_server import HttpServer, http_server, started


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[HttpServer]:
    """A running server."""
    with http_server(data) as found:
        yield found


Output = pytest.CaptureFixture[str]


def admin(data: Path, *arguments: str) -> int:
    return main(["admin", "--data", str(data), *arguments])


def test_tables_and_players_are_listed(server: HttpServer, data: Path, capsys: Output) -> None:
    people = server.players(2)
    table = started(people)
    assert admin(data, "tables", "--status", "playing") == 0
    [line] = [line for line in capsys.readouterr().out.splitlines() if table in line]
    assert "playing   splendor for 2: " in line
    assert people[0].made["name"] in line
    assert admin(data, "players", "--search", people[1].made["name"]) == 0
    assert f"{people[1].id}  {people[1].made['name']} (named), 20" in capsys.readouterr().out


def test_lists_are_as_long_as_they_shall_be(server: HttpServer, data: Path, capsys: Output) -> None:
    server.players(3)
    assert admin(data, "players", "--limit", "2") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[2] == "There are more; --limit 4 shows twice as many."
    assert admin(data, "players", "--limit", "0") == 2
    assert "--limit is 0; it must be 1 or more." in capsys.readouterr().err


def test_a_table_is_ended_while_the_server_runs(
    server: HttpServer, data: Path, capsys: Output
) -> None:
    people = server.players(2)
    table = started(people)
    assert admin(data, "abort", table, "--why", "The host is tired.") == 0
    assert capsys.readouterr().out == (
        f"Table {table} has ended. Its players are told: The host is tired.\n"
    )
    assert people[0].sees(table)["aborted"] == "The host is tired."


def test_a_player_is_banned_while_the_server_runs(
    server: HttpServer, data: Path, capsys: Output
) -> None:
    player = server.player("Mallory")
    assert player.get("/api/me").status_code == 200
    assert admin(data, "ban", "mallory") == 0
    assert capsys.readouterr().out == (f"Mallory ({player.id}) is banned. Seats given up: 0.\n")
    assert player.get("/api/me").status_code == 403
    assert admin(data, "ban", player.id) == 0
    assert "was banned already" in capsys.readouterr().out
    assert admin(data, "unban", player.id) == 0
    assert "is no longer banned" in capsys.readouterr().out
    assert player.get("/api/me").status_code == 200
    assert admin(data, "revoke", "Mallory") == 0
    assert "1 tokens revoked" in capsys.readouterr().out
    assert player.get("/api/me").status_code == 401


def test_figures_are_those_of_the_database(server: HttpServer, data: Path, capsys: Output) -> None:
    started(server.players(2))
    assert admin(data, "metrics") == 0
    assert 'gemgrove_tables{status="playing"}' in capsys.readouterr().out


def test_a_refusal_is_a_sentence(server: HttpServer, data: Path, capsys: Output) -> None:
    assert admin(data, "abort", "t_1") == 2
    assert capsys.readouterr().err == "gemgrove: There is no such table.\n"


def test_no_token_is_printed(server: HttpServer, data: Path, capsys: Output) -> None:
    people = server.players(2)
    made = people[0].create(public=False)
    for action in (["tables"], ["players"], ["metrics"], ["revoke", people[0].id]):
        assert admin(data, *action) == 0
    printed = capsys.readouterr().out
    assert made["table"] in printed
    for secret in (people[0].made["token"], people[0].made["recovery"], made["invite"]):
        assert secret not in printed


def test_without_a_server_the_database_is_opened(tmp_path: Path, capsys: Output) -> None:
    with http_server(tmp_path) as server:
        player = server.player("Trent")
    assert admin(tmp_path, "ban", "Trent") == 0
    assert "Trent" in capsys.readouterr().out
    with http_server(tmp_path) as server:
        token = player.made["token"]
        answer = server.visitor(Authorization=f"Bearer {token}").get("/api/me")
    assert answer.status_code == 403


def test_no_database_is_made_by_asking_for_one(tmp_path: Path, capsys: Output) -> None:
    assert admin(tmp_path / "nowhere", "players") == 2
    assert "There is no database in" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()
