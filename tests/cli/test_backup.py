"""`gemgrove backup` and `gemgrove restore`."""

from pathlib import Path

import pytest

from gemgrove.cli import main
from tests.server.rest.http_server import http_server, started

Output = pytest.CaptureFixture[str]


def test_a_server_goes_on_from_the_backup_of_another(tmp_path: Path, capsys: Output) -> None:
    old, new, copy = tmp_path / "old", tmp_path / "new", tmp_path / "copy.db"
    with http_server(old) as server:
        people = server.players(2)
        table = started(people)
        assert main(["backup", str(copy), "--data", str(old)]) == 0
        assert f"The backup is {copy}; it was checked and is complete." in capsys.readouterr().out
        people[0].does(table, "say", {"text": "too late for the backup"})
        before = people[0].sees(table)["last_seq"]
        assert main(["restore", str(copy), "--data", str(old), "--replace"]) == 2
        assert "is in use by process" in capsys.readouterr().err
    assert main(["verify-log", "--file", str(copy)]) == 0
    assert main(["restore", str(copy), "--data", str(new)]) == 0
    assert str(new / "gemgrove.db") in capsys.readouterr().out
    with http_server(new) as server:
        assert server.visitor().get(f"/api/tables/{table}").json()["last_seq"] == before - 1


def test_a_replaced_database_is_kept(tmp_path: Path, capsys: Output) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with http_server(data) as server:
        server.player()
    assert main(["backup", str(copy), "--data", str(data)]) == 0
    capsys.readouterr()
    assert main(["restore", str(copy), "--data", str(data)]) == 2
    assert "With --replace the backup takes its place" in capsys.readouterr().err
    assert main(["restore", str(copy), "--data", str(data), "--replace"]) == 0
    [line] = [line for line in capsys.readouterr().out.splitlines() if "is kept as" in line]
    assert Path(line.removeprefix("The previous database is kept as ")).is_file()


def test_without_a_database_there_is_no_backup(tmp_path: Path, capsys: Output) -> None:
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy), "--data", str(tmp_path / "nowhere")]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert main(["restore", str(copy), "--data", str(tmp_path / "nowhere")]) == 2
    assert "There is no file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "program"), [("backup", "pg_dump --format"), ("restore", "pg_restore --exit")]
)
def test_postgresql_is_left_to_its_own_programs(command: str, program: str, capsys: Output) -> None:
    url = "postgresql+asyncpg://ann:secret@db.example/games"
    assert main([command, "copy", "--database", url]) == 2
    told = capsys.readouterr().err
    assert program in told
    assert "secret" not in told
