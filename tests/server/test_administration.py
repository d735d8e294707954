"""Administration: listing, ending and banning, directly and through the socket."""

import asyncio
import socket
import stat
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
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
from tests.server.answers import refusal_code
from tests.server.rest.http_server import http_server, started


class Harness:
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


@asynccontextmanager
async def open_harness(url: str, folder: Path) -> AsyncIterator[Harness]:
    async with open_service(Settings(database=url, data=folder)) as service:
        yield Harness(service)


async def test_a_table_is_ended_and_its_players_are_told_why(
    database_url: str, tmp_path: Path
) -> None:
    async with open_harness(database_url, tmp_path) as harness:
        people = [await harness.person("Ada"), await harness.person("Ben")]
        table = await harness.started(people)
        await harness.do(administration.Abort(table, "  Too late.  "))
        standing = await harness.service.table_service.table(table)
        assert (standing.phase, standing.aborted) == ("aborted", "Too late.")
        assert await refusal_code(harness.do(administration.Abort(table, "Again."))) == "game_over"
        assert (
            await refusal_code(harness.do(administration.Abort("t_0", "Why not."))) == "not_found"
        )


@pytest.mark.parametrize("why", ["", "  ", "x" * 201, "red\x1b[31m", "two\nlines"])
async def test_a_reason_is_one_line(sqlite_url: str, tmp_path: Path, why: str) -> None:
    async with open_harness(sqlite_url, tmp_path) as harness:
        table = await harness.started([await harness.person("Ada"), await harness.person("Ben")])
        assert await refusal_code(harness.do(administration.Abort(table, why))) == "invalid"
        assert (await harness.service.table_service.table(table)).phase == "playing"


async def test_a_banned_player_is_out_at_once_and_has_no_seat(
    database_url: str, tmp_path: Path
) -> None:
    async with open_harness(database_url, tmp_path) as harness:
        people = [await harness.person("Ada"), await harness.person("Ben")]
        tables = [await harness.started(people) for _ in range(2)]
        told = await harness.do(administration.Ban("ada"))  # names that look alike are the same
        assert told == {"player": people[0].player, "name": "Ada", "already": False, "withdrawn": 2}
        assert await refusal_code(harness.service.caller(harness.tokens["Ada"])) == "banned"
        for table in tables:
            assert (await harness.service.table_service.table(table)).seat_of(
                people[0].player
            ) is None
        assert (await harness.do(administration.Ban(people[0].player)))["already"]
        await harness.service.caller(harness.tokens["Ben"])


async def test_after_a_ban_is_lifted_the_old_token_works(sqlite_url: str, tmp_path: Path) -> None:
    async with open_harness(sqlite_url, tmp_path) as harness:
        ada = await harness.person("Ada")
        assert (await harness.do(administration.Unban("Ada")))["already"]
        await harness.do(administration.Ban("Ada"))
        assert not (await harness.do(administration.Unban(ada.player)))["already"]
        assert (await harness.service.caller(harness.tokens["Ada"])).player == ada.player


async def test_revoked_tokens_are_void_at_once(sqlite_url: str, tmp_path: Path) -> None:
    async with open_harness(sqlite_url, tmp_path) as harness:
        await harness.person("Ada")
        await harness.person("Ben")
        assert (await harness.do(administration.Revoke("Ada")))["revoked"] == 1
        assert (
            await refusal_code(harness.service.caller(harness.tokens["Ada"])) == "unauthenticated"
        )
        assert (await harness.do(administration.Revoke("Ada")))["revoked"] == 0
        await harness.service.caller(harness.tokens["Ben"])


async def test_nobody_of_that_name_is_a_problem(sqlite_url: str, tmp_path: Path) -> None:
    async with open_harness(sqlite_url, tmp_path) as harness:
        for action in (administration.Ban, administration.Unban, administration.Revoke):
            assert await refusal_code(harness.do(action("Nemo"))) == "not_found"
            assert await refusal_code(harness.do(action("p_" + "0" * 16))) == "not_found"


async def test_players_are_listed_by_pages_the_newest_first(
    database_url: str, tmp_path: Path
) -> None:
    async with open_harness(database_url, tmp_path) as harness:
        names = [f"Player {letter}" for letter in "abcdefg"]
        for name in names:
            await harness.person(name)
        found: list[str] = []
        before = None
        while True:
            page = await harness.do(administration.Players(before=before, limit=3))
            assert len(page["players"]) <= 3
            found += [player["name"] for player in page["players"]]
            before = page["next"]
            if before is None:
                break
        assert found == names[::-1]


async def test_players_are_found_by_a_part_of_their_names(sqlite_url: str, tmp_path: Path) -> None:
    async with open_harness(sqlite_url, tmp_path) as harness:
        for name in ("Grace Hopper", "Ada", "Percent"):
            await harness.person(name)

        async def found(text: str) -> list[str]:
            page = await harness.do(administration.Players(search=text))
            return [player["name"] for player in page["players"]]

        assert await found("hop") == ["Grace Hopper"]
        assert await found("%") == []
        asked = harness.do(administration.Players(search="  "))
        assert await refusal_code(asked) == "invalid"
        ada = (await harness.service.caller(harness.tokens["Ada"])).player
        assert await found(ada) == ["Ada"]


async def test_tables_are_listed_with_those_by_invitation(sqlite_url: str, tmp_path: Path) -> None:
    async with open_harness(sqlite_url, tmp_path) as harness:
        people = [await harness.person("Ada"), await harness.person("Ben")]
        private = await harness.started(people, public=False)
        ended = await harness.started(people)
        await harness.do(administration.Abort(ended, "Enough."))

        async def found(status: str | None) -> list[str]:
            page = await harness.do(administration.Tables(status=status))
            return [table["table"] for table in page["tables"]]

        assert await found(None) == [ended, private]
        assert await found("playing") == [private]
        assert await found("over") == []
        asked = harness.do(administration.Tables(status="lost"))
        assert await refusal_code(asked) == "invalid"


async def test_figures_count_what_there_is(database_url: str, tmp_path: Path) -> None:
    async with open_harness(database_url, tmp_path) as harness:
        people = [await harness.person("Ada"), await harness.person("Ben")]
        await harness.started(people)
        await harness.do(administration.Ban("Ben"))
        lines = (await harness.do(administration.Figures()))["figures"].splitlines()
        events = (await harness.do(administration.Tables()))["tables"][0]["last_seq"]
        assert 'gemgrove_tables{status="aborted"} 1' in lines
        assert 'gemgrove_players{kind="named"} 2' in lines
        assert "gemgrove_banned 1" in lines
        assert f"gemgrove_events {events}" in lines


async def test_nothing_that_is_answered_is_secret(sqlite_url: str, tmp_path: Path) -> None:
    """No tokens, recovery codes, invite codes or deal secrets."""

    async with open_harness(sqlite_url, tmp_path) as harness:
        people = [await harness.person("Ada"), await harness.person("Ben")]
        table = await harness.started(people, public=False)
        told = [
            await harness.do(request)
            for request in (
                administration.Tables(),
                administration.Players(),
                administration.Figures(),
                administration.Revoke(who="Ada"),
                administration.Ban(who="Ada"),
                administration.Unban(who="Ada"),
            )
        ]
        secret = (await harness.service.table_service.table(table)).secret
        assert secret is not None
        for hidden in (*harness.secrets, secret.hex()):
            assert hidden not in repr(told)
        assert len(harness.secrets) == 5


# The socket


@asynccontextmanager
async def listening(data: Path) -> AsyncIterator[tuple[Harness, Path]]:
    """A server that listens on a socket in a folder."""
    path = data / "admin.sock"
    async with open_service(Settings(data=data)) as service, administered(service, path):
        yield Harness(service), path
    assert not path.exists()


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder with a short name: the names of sockets are limited."""
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


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


async def test_a_host_asks_by_the_socket(short: Path) -> None:
    async with listening(short) as (harness, path):
        await harness.person("Ada")
        told = await asked(path, administration.Players())
        assert [player["name"] for player in told["players"]] == ["Ada"]
        await asked(path, administration.Ban(who="Ada"))
        assert await refusal_code(harness.service.caller(harness.tokens["Ada"])) == "banned"


async def test_a_refusal_comes_by_the_socket_as_it_is(short: Path) -> None:
    async with listening(short) as (_, path):
        with pytest.raises(Problem, match="There is no such player") as caught:
            await asked(path, administration.Ban(who="Nemo"))
        assert (caught.value.code, caught.value.status) == ("not_found", 404)


async def test_only_its_owner_can_open_the_socket(short: Path) -> None:
    async with listening(short) as (_, path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert [entry.name for entry in path.parent.iterdir() if entry.is_dir()] == []


async def test_a_folder_with_a_long_name_has_a_socket_too(tmp_path: Path) -> None:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system has no short names for folders")
    folder = tmp_path / ("long " * 30)
    folder.mkdir()

    async with listening(folder) as (_, path):
        assert (await asked(path, administration.Players()))["players"] == []


async def test_what_a_killed_server_left_is_replaced(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / "admin.sock"))
    left.close()
    with pytest.raises(NobodyListensError):
        ask(tmp_path / "admin.sock", administration.Players())

    async with listening(tmp_path) as (_, path):
        assert (await asked(path, administration.Players()))["players"] == []


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
async def test_malformed_requests_are_refused_and_the_next_one_is_answered(
    short: Path, line: bytes
) -> None:
    async with listening(short) as (_, path):
        told = msgspec.json.decode(await sent(path, line))
        assert told["problem"]["code"] in ("malformed", "too_large")
        assert (await asked(path, administration.Players()))["players"] == []


async def test_too_many_at_once_are_refused_and_a_server_ends_below_them(tmp_path: Path) -> None:
    path = tmp_path / "admin.sock"
    async with open_service(Settings(data=tmp_path)) as service, administered(service, path):
        silent = [await asyncio.open_unix_connection(path) for _ in range(MAX_AT_ONCE)]
        told = msgspec.json.decode(await sent(path, b'{"do":"players"}\n'))
    assert told["problem"]["code"] == "unavailable"
    for reader, writer in silent:
        assert await asyncio.wait_for(reader.read(), 30) == b""
        writer.close()
        await writer.wait_closed()


async def test_a_server_does_without_where_no_socket_can_be(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "nowhere" / "admin.sock"
    async with open_service(Settings(data=tmp_path)) as service, administered(service, path):
        assert not path.exists()
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
