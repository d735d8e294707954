"""`gemgrove verify-log`: a whole database, single tables, and a game from its public events."""

import copy
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gemgrove.cli import main
from tests.cli.terminal import Terminal
from tests.server.rest.http_server import http_server, played_out, started
from tests.server.sample_log import Log, made

Output = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    return made(tmp_path_factory.mktemp("log"))


def test_a_sound_database_is_reported_in_a_sentence(log: Log, capsys: Output) -> None:
    assert main(["verify-log", "--data", str(log.path.parent)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"Checked {len(log.tables)} tables with ")
    assert printed.endswith(" answers: no fault.\n")
    assert len(printed.splitlines()) == 1


def test_every_fault_is_a_line_and_the_exit_code_is_one(
    log: Log, tmp_path: Path, capsys: Output
) -> None:
    spoiled = log.copied(tmp_path)
    seq = spoiled.seq("over", "over")
    spoiled.edit("over", seq, scores=[7, 7])
    assert main(["verify-log", "--file", str(spoiled.path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    table = log.tables["over"]
    assert lines[0].startswith(f"Table {table}, event {seq}: in 'over' its 'scores' is [7, 7]")
    assert lines[-1].endswith(f": {len(lines) - 1} faults.")


def test_a_frozen_table_is_reported_but_no_fault(log: Log, tmp_path: Path, capsys: Output) -> None:
    spoiled = log.copied(tmp_path)
    spoiled.edit("over", 1, rules_version=2)
    assert main(["verify-log", "--file", str(spoiled.path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"Table {log.tables['over']} is frozen: its rules have version 2")
    assert lines[1].endswith("no fault; 1 table frozen.")


def test_a_finished_sealed_game_verifies_with_one_command(log: Log, capsys: Output) -> None:
    table = log.tables["over"]
    place = ["--data", str(log.path.parent)]
    assert main(["verify-log", *place, "--table", table]) == 0
    printed = capsys.readouterr().out
    commitment = log.body("over", 1)["deal"]["commitment"]
    assert f"Table {table}: splendor with 2 players, over (" in printed
    assert f"sealed by the commitment {commitment}" in printed
    assert "it makes the deal sealed:" in printed
    assert printed.endswith("events: no fault.\n")


def test_a_game_that_began_in_the_middle_of_another_verifies(log: Log, capsys: Output) -> None:
    table = log.tables["continued"]
    assert main(["verify-log", "--data", str(log.path.parent), "--table", table]) == 0
    printed = capsys.readouterr().out
    commitment = log.body("continued", 1)["deal"]["commitment"]
    assert f"fixed by the commitment {commitment} before anybody could move" in printed
    assert "it makes the deal" not in printed
    assert printed.endswith("events: no fault.\n")


def test_no_secret_of_an_unfinished_game_is_printed(log: Log, capsys: Output) -> None:
    table = log.tables["playing"]
    place = ["--data", str(log.path.parent)]
    assert main(["verify-log", *place, "--table", table]) == 0
    printed = capsys.readouterr().out
    secret = log.value('SELECT secret FROM secrets WHERE "table" = ?', table)
    assert f"Table {table}: arboretum with 2 players, playing." in printed
    assert "sealed:" not in printed
    assert secret not in printed


def test_a_table_that_is_not_there_is_a_fault(log: Log, capsys: Output) -> None:
    assert main(["verify-log", "--data", str(log.path.parent), "--table", "t_0"]) == 1
    assert "Table t_0: it does not exist." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--file", "nothing.db"], "nothing.db: No such file or directory."),
        (["--data", "nowhere"], "There is no file"),
        (["--file", "a.db", "--data", "b"], "--file cannot be combined with --data"),
        (["--url", "http://127.0.0.1:9"], "name one with --table"),
        (["--url", "http://127.0.0.1:9", "--file", "x"], "--url cannot be combined with --file"),
        (["--url", "games", "--table", "t_1"], "is not a server's address"),
        (["--invite", "CODE"], "it needs --url"),
        (["--database", "mysql://here/games"], "Only sqlite:/// and postgresql+asyncpg://"),
    ],
)
def test_an_impossible_check_is_refused_in_a_sentence(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Output,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["verify-log", *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_shows_how_far_it_is(log: Log) -> None:
    with Terminal("verify-log", "--data", str(log.path.parent)) as terminal:
        assert terminal.exit_code() == 0
    assert f" of {len(log.tables)} tables" in terminal.text
    assert "no fault." in terminal.text


def test_a_player_verifies_a_game_of_a_server(tmp_path: Path, capsys: Output) -> None:
    with http_server(tmp_path) as server:
        people = server.players(2)
        table = started(people, game="arboretum")
        commitment = people[0].sees(table)["deal"]["commitment"]
        url = ["verify-log", "--url", server.url, "--table", table]
        assert main(url) == 2
        assert "It has not ended; until then its cards are hidden." in capsys.readouterr().err
        played_out(people, table)
        assert main(url) == 0
        printed = capsys.readouterr().out
        assert f"sealed by the commitment {commitment}" in printed
        assert "decisions are legal" in printed
        # The host checks everything while the server is running.
        assert main(["verify-log", "--data", str(tmp_path)]) == 0
        _lie(tmp_path / "gemgrove.db", table)
        assert main(url) == 1
        assert "the payload for spectators is not the one that would be sent now" in (
            capsys.readouterr().out
        )


def test_an_exported_record_shows_that_its_deal_was_fixed(tmp_path: Path, capsys: Output) -> None:
    with http_server(tmp_path) as server:
        people = server.players(2)
        table = started(people)
        played_out(people, table)
        record = people[0].get(f"/api/tables/{table}/record").json()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    assert main(["verify-log", "--file", str(path)]) == 0
    printed = capsys.readouterr().out
    assert f"The record of table {table} replays" in printed
    assert record["server"]["sealed"]["commitment"] in printed
    for spoil, sentence in SPOILED_RECORDS:
        spoiled = copy.deepcopy(record)
        spoil(spoiled)
        path.write_text(json.dumps(spoiled))
        assert main(["verify-log", "--file", str(path)]) == 1
        assert sentence in capsys.readouterr().out


def _other(part: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda record: record["server"]["sealed"].update({part: value})


SPOILED_RECORDS: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (_other("secret", "11" * 32), "is not the one that its commitment fixes"),
    (_other("commitment", "11" * 32), "is not the one that its commitment fixes"),
    (_other("nonces", ["ab", "cd"]), "is not the one that its secret and nonces make"),
    (_other("nonces", [7]), "does not say how its sealed deal was made"),
    (lambda record: record["server"].update(sealed=None), "nothing shows how it was made"),
    (lambda record: record["server"].update(scores=[99, 0]), "not those that the server reported"),
    (lambda record: record["result"].update(scores=[99, 0]), "but its moves lead to"),
    (lambda record: record.pop("server"), "not a record that a server has exported"),
]


def test_a_game_by_invitation_needs_its_code(tmp_path: Path, capsys: Output) -> None:
    with http_server(tmp_path) as server:
        ada, ben = server.players(2)
        made = ada.create(public=False)
        table, invite = made["table"], made["invite"]
        for person in (ada, ben):
            person.does(table, "join", Gemgrove_Invite=invite)
        for person in (ada, ben):
            person.does(table, "ready", {"nonce": ""})
        played_out([ada, ben], table)
        url = ["verify-log", "--url", server.url, "--table", table]
        assert main(url) == 2
        assert "There is no such table" in capsys.readouterr().err
        assert main([*url, "--invite", invite]) == 0


def _lie(path: Path, table: str) -> None:
    """Falsify the public payloads: cards drawn from the deck seem to come from a pile."""
    connection = sqlite3.connect(path, timeout=30)
    with connection:
        connection.execute(
            """UPDATE events SET public = replace(public, '"draw deck"', '"draw 1"')
            WHERE "table" = ? AND kind = 'played'""",
            (table,),
        )
    connection.close()
