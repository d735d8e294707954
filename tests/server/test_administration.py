"""Administration: listing, ending and banning, directly and through the socket."""

import asyncio
import socket
import stat
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gemgrove.cli import main
from gemgrove.server import administration
from gemgrove.server.administration_socket import (
    MAX_AT_ONCE,
    MAX_REQUEST_BYTES,
    NobodyListensError,
    administered,
    ask,
)
from gemgrove.server.domain import commands
from gemgrove.server.domain.commands import Create
from gemgrove.server.lifecycle import open_service
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Problem
from gemgrove.server.service import Service
from gemgrove.server.settings import Settings
from tests.server.rest.http_server import http_server, started


class Office:
    """The administration of a server, and people with known secrets."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.tokens: dict[str, Token] = {}
        self.secrets: list[str] = []

    async def do(self, request: administration.Request) -> dict[str, Any]:
        return await request.run(self.service)

    async def person(self, name: str) -> Caller:
        made = msgspec.json.decode(
            (await self.service.accounts.register(name, bot=False, key=None)).body
        )
        token = Token.read(made["token"])
        assert token is not None
        self.tokens[name] = token
        self.secrets += [made["token"], made["recovery"]]
        return await self.service.caller(token)

    async def started(self, people: list[Caller], **wish: Any) -> str:
        new = Create(game="splendor", players=len(people), **wish)
        made = msgspec.json.decode((await self.service.create(people[0], new, None)).body)
        table: str = made["table"]
        invite = made.get("invite")
        if invite is not None:
            self.secrets.append(invite)
        for request in (commands.Join(), commands.Ready()):
            for person in people:
                await self.service.act(person, table, request, None, invite=invite)
        return table


def run(url: str, folder: Path, scene: Callable[[Office], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        async with open_service(Settings(database=url, data=folder)) as service:
            await scene(Office(service))

    asyncio.run(whole())


async def refused(asked: Coroutine[Any, Any, object]) -> str:
    with pytest.raises(Problem) as caught:
        await asked
    return caught.value.code


def test_a_table_is_ended_and_its_players_are_told_why(database_url: str, tmp_path: Path) -> None:
    async def scene(office: Office) -> None:
        people = [await office.person("Ada"), await office.person("Ben")]
        table = await office.started(people)
        await office.do(administration.Abort(table, "  Too late.  "))
        standing = await office.service.table_service.table(table)
        assert (standing.phase, standing.aborted) == ("aborted", "Too late.")
        assert await refused(office.do(administration.Abort(table, "Again."))) == "game_over"
        assert await refused(office.do(administration.Abort("t_0", "Why not."))) == "not_found"

    run(database_url, tmp_path, scene)


@pytest.mark.parametrize("why", ["", "  ", "x" * 201, "red\x1b[31m", "two\nlines"])
def test_a_reason_is_one_line(sqlite_url: str, tmp_path: Path, why: str) -> None:
    async def scene(office: Office) -> None:
        table = await office.started([await office.person("Ada"), await office.person("Ben")])
        assert await refused(office.do(administration.Abort(table, why))) == "invalid"
        assert (await office.service.table_service.table(table)).phase == "playing"

    run(sqlite_url, tmp_path, scene)


def test_who_is_banned_is_out_at_once_and_has_no_seat(database_url: str, tmp_path: Path) -> None:
    async def scene(office: Office) -> None:
        people = [await office.person("Ada"), await office.person("Ben")]
        tables = [await office.started(people) for _ in range(2)]
        told = await office.do(administration.Ban("ada"))  # names that look alike are the same
        assert told == {"player": people[0].player, "name": "Ada", "already": False, "withdrawn": 2}
        assert await refused(office.service.caller(office.tokens["Ada"])) == "banned"
        for table in tables:
            assert (await office.service.table_service.table(table)).seat_of(
                people[0].player
            ) is None
        assert (await office.do(administration.Ban(people[0].player)))["already"]
        await office.service.caller(office.tokens["Ben"])

    run(database_url, tmp_path, scene)


def test_who_is_not_banned_any_more_comes_with_the_old_token(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def scene(office: Office) -> None:
        ada = await office.person("Ada")
        assert (await office.do(administration.Unban("Ada")))["already"]
        await office.do(administration.Ban("Ada"))
        assert not (await office.do(administration.Unban(ada.player)))["already"]
        assert (await office.service.caller(office.tokens["Ada"])).player == ada.player

    run(sqlite_url, tmp_path, scene)


def test_revoked_tokens_are_void_at_once(sqlite_url: str, tmp_path: Path) -> None:
    async def scene(office: Office) -> None:
        await office.person("Ada")
        await office.person("Ben")
        assert (await office.do(administration.Revoke("Ada")))["revoked"] == 1
        assert await refused(office.service.caller(office.tokens["Ada"])) == "unauthenticated"
        assert (await office.do(administration.Revoke("Ada")))["revoked"] == 0
        await office.service.caller(office.tokens["Ben"])

    run(sqlite_url, tmp_path, scene)


def test_nobody_of_that_name_is_a_problem(sqlite_url: str, tmp_path: Path) -> None:
    async def scene(office: Office) -> None:
        for action in (administration.Ban, administration.Unban, administration.Revoke):
            assert await refused(office.do(action("Nemo"))) == "not_found"
            assert await refused(office.do(action("p_" + "0" * 16))) == "not_found"

    run(sqlite_url, tmp_path, scene)


def test_players_are_listed_by_pages_the_newest_first(database_url: str, tmp_path: Path) -> None:
    async def scene(office: Office) -> None:
        names = [f"Player {letter}" for letter in "abcdefg"]
        for name in names:
            await office.person(name)
        found: list[str] = []
        before = None
        while True:
            page = await office.do(administration.Players(before=before, limit=3))
            assert len(page["players"]) <= 3
            found += [player["name"] for player in page["players"]]
            before = page["next"]
            if before is None:
                break
        assert found == names[::-1]

    run(database_url, tmp_path, scene)


def test_players_are_found_by_a_part_of_their_names(sqlite_url: str, tmp_path: Path) -> None:
    async def scene(office: Office) -> None:
        for name in ("Grace Hopper", "Ada", "Percent"):
            await office.person(name)

        async def found(text: str) -> list[str]:
            page = await office.do(administration.Players(search=text))
            return [player["name"] for player in page["players"]]

        assert await found("hop") == ["Grace Hopper"]
        assert await found("%") == []
        asked = office.do(administration.Players(search="  "))
        assert await refused(asked) == "invalid"
        ada = (await office.service.caller(office.tokens["Ada"])).player
        assert await found(ada) == ["Ada"]

    run(sqlite_url, tmp_path, scene)


def test_tables_are_listed_with_those_by_invitation(sqlite_url: str, tmp_path: Path) -> None:
    async def scene(office: Office) -> None:
        people = [await office.person("Ada"), await office.person("Ben")]
        private = await office.started(people, public=False)
        ended = await office.started(people)
        await office.do(administration.Abort(ended, "Enough."))

        async def found(status: str | None) -> list[str]:
            page = await office.do(administration.Tables(status=status))
            return [table["table"] for table in page["tables"]]

        assert await found(None) == [ended, private]
        assert await found("playing") == [private]
        assert await found("over") == []
        asked = office.do(administration.Tables(status="lost"))
        assert await refused(asked) == "invalid"

    run(sqlite_url, tmp_path, scene)


def test_figures_count_what_there_is(database_url: str, tmp_path: Path) -> None:
    async def scene(office: Office) -> None:
        people = [await office.person("Ada"), await office.person("Ben")]
        await office.started(people)
        await office.do(administration.Ban("Ben"))
        lines = (await office.do(administration.Figures()))["figures"].splitlines()
        events = (await office.do(administration.Tables()))["tables"][0]["last_seq"]
        assert 'gemgrove_tables{status="aborted"} 1' in lines
        assert 'gemgrove_players{kind="named"} 2' in lines
        assert "gemgrove_banned 1" in lines
        assert f"gemgrove_events {events}" in lines

    run(database_url, tmp_path, scene)


def test_nothing_that_is_answered_is_secret(sqlite_url: str, tmp_path: Path) -> None:
    """No tokens, recovery codes, invite codes or deal secrets."""

    async def scene(office: Office) -> None:
        people = [await office.person("Ada"), await office.person("Ben")]
        table = await office.started(people, public=False)
        told = [
            await office.do(request)
            for request in (
                administration.Tables(),
                administration.Players(),
                administration.Figures(),
                administration.Revoke(who="Ada"),
                administration.Ban(who="Ada"),
                administration.Unban(who="Ada"),
            )
        ]
        secret = (await office.service.table_service.table(table)).secret
        assert secret is not None
        for hidden in (*office.secrets, secret.hex()):
            assert hidden not in repr(told)
        assert len(office.secrets) == 5

    run(sqlite_url, tmp_path, scene)


# The socket


def listening(
    scene: Callable[[Office, Path], Coroutine[Any, Any, None]], folder: Path | None = None
) -> None:
    """A server that listens on a socket, by default in a folder with a short name."""

    async def whole(data: Path) -> None:
        path = data / "admin.sock"
        async with open_service(Settings(data=data)) as service, administered(service, path):
            await scene(Office(service), path)
        assert not path.exists()

    if folder is not None:
        asyncio.run(whole(folder))
    else:
        with tempfile.TemporaryDirectory() as made:
            asyncio.run(whole(Path(made)))


async def asked(path: Path, request: administration.Request) -> dict[str, Any]:
    return await asyncio.to_thread(ask, path, request)


async def sent(path: Path, line: bytes) -> bytes:
    """Send bytes and return the answer."""
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(line)
    writer.write_eof()
    answer = await asyncio.wait_for(reader.read(), 30)
    writer.close()
    await writer.wait_closed()
    return answer


def test_a_host_asks_by_the_socket() -> None:
    async def scene(office: Office, path: Path) -> None:
        await office.person("Ada")
        told = await asked(path, administration.Players())
        assert [player["name"] for player in told["players"]] == ["Ada"]
        await asked(path, administration.Ban(who="Ada"))
        assert await refused(office.service.caller(office.tokens["Ada"])) == "banned"

    listening(scene)


def test_a_refusal_comes_by_the_socket_as_it_is() -> None:
    async def scene(_office: Office, path: Path) -> None:
        with pytest.raises(Problem, match="There is no such player") as caught:
            await asked(path, administration.Ban(who="Nemo"))
        assert (caught.value.code, caught.value.status) == ("not_found", 404)

    listening(scene)


def test_only_its_owner_can_open_the_socket() -> None:
    async def scene(_office: Office, path: Path) -> None:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert [entry.name for entry in path.parent.iterdir() if entry.is_dir()] == []

    listening(scene)


def test_a_folder_with_a_long_name_has_a_socket_too(tmp_path: Path) -> None:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system has no short names for folders")
    folder = tmp_path / ("long " * 30)
    folder.mkdir()

    async def scene(_office: Office, path: Path) -> None:
        assert (await asked(path, administration.Players()))["players"] == []

    listening(scene, folder)


def test_what_a_killed_server_left_is_replaced(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / "admin.sock"))
    left.close()
    with pytest.raises(NobodyListensError):
        ask(tmp_path / "admin.sock", administration.Players())

    async def scene(_office: Office, path: Path) -> None:
        assert (await asked(path, administration.Players()))["players"] == []

    listening(scene, tmp_path)


def test_where_there_is_no_server_nobody_listens(tmp_path: Path) -> None:
    for path in (tmp_path / "admin.sock", tmp_path / "nowhere" / "admin.sock"):
        with pytest.raises(NobodyListensError, match="No server listens"):
            ask(path, administration.Players())


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"",
        b"hello\n",
        b'{"do":"dance"}\n',
        b'{"do":"ban"}\n',
        b'{"do":"ban","who":7}\n',
        b"\xff\xfe\n",
        b"[" * 5_000 + b"\n",
        b'{"do":"players","search":"' + b"x" * MAX_REQUEST_BYTES + b'"}\n',
    ],
)
def test_what_is_no_request_is_refused_and_the_next_one_is_answered(line: bytes) -> None:
    async def scene(_office: Office, path: Path) -> None:
        told = msgspec.json.decode(await sent(path, line))
        assert told["problem"]["code"] in ("malformed", "too_large")
        assert (await asked(path, administration.Players()))["players"] == []

    listening(scene)


def test_too_many_at_once_are_refused_and_a_server_ends_below_them(tmp_path: Path) -> None:
    async def whole() -> None:
        path = tmp_path / "admin.sock"
        async with open_service(Settings(data=tmp_path)) as service, administered(service, path):
            silent = [await asyncio.open_unix_connection(path) for _ in range(MAX_AT_ONCE)]
            told = msgspec.json.decode(await sent(path, b'{"do":"players"}\n'))
        assert told["problem"]["code"] == "unavailable"
        for reader, writer in silent:
            assert await asyncio.wait_for(reader.read(), 30) == b""
            writer.close()
            await writer.wait_closed()

    asyncio.run(whole())


def test_a_server_does_without_where_no_socket_can_be(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def whole() -> None:
        path = tmp_path / "nowhere" / "admin.sock"
        async with open_service(Settings(data=tmp_path)) as service, administered(service, path):
            assert not path.exists()

    asyncio.run(whole())
    assert "There is no socket for `gemgrove admin`" in caplog.text


def test_postgresql_is_opened_beside_its_servers(
    postgres_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with http_server(tmp_path, database=postgres_url) as server:
        people = server.players(2)
        table = started(people)
        arguments = ["admin", "--database", postgres_url, "abort", table, "--why", "Enough."]
        assert main(arguments) == 0
        assert people[0].sees(table)["aborted"] == "Enough."
        assert f"Table {table} has ended." in capsys.readouterr().out
        assert not (tmp_path / "admin.sock").exists()
