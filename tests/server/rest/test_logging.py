"""Logs: one line of JSON per request, and no secrets in any line of a whole session."""

import io
import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from gemgrove.server import ids, logs
from gemgrove.server.players.tokens import Scope, Token, new_recovery_code
from tests.server.rest.http_server import HttpServer, played_out, started, unused_name
from tests.waiting import PATIENCE


class RecordingHandler(logging.Handler):
    """Keeps the unredacted line and the fields of every record."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.requests: list[dict[str, object]] = []
        self._come = threading.Condition()

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("httpx", "httpcore")):
            return  # the client's own
        self.lines.append(f"{logging.Formatter().format(record)} {vars(record)}")
        if record.name == logs.ACCESS:
            with self._come:
                self.requests.append(getattr(record, logs.FIELDS))
                self._come.notify_all()

    def of(self, answer: httpx.Response) -> dict[str, object]:
        """Wait for a request's log record, which may come after its answer."""
        request = answer.headers["X-Request-Id"]

        def found() -> list[dict[str, object]]:
            return [fields for fields in self.requests if fields["request"] == request]

        with self._come:
            assert self._come.wait_for(found, PATIENCE)
            (only,) = found()
        return only


@contextmanager
def kept() -> Iterator[RecordingHandler]:
    """Everything our loggers write at their lowest level, and other loggers as configured."""
    handler = RecordingHandler()
    root, ours = logging.getLogger(), logging.getLogger("gemgrove")
    levels = root.level, ours.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    ours.setLevel(logging.DEBUG)
    try:
        yield handler
    finally:
        root.removeHandler(handler)
        root.setLevel(levels[0])
        ours.setLevel(levels[1])


def test_no_line_of_a_session_has_a_token_or_a_code(server: HttpServer) -> None:
    key = "the key of a request for secrets"
    with kept() as log:
        people = server.players()
        table = started(people, options={"target_points": 1})
        played_out(people, table)
        secrets = [key]
        for person in people:
            secrets += [person.made["token"], person.made["recovery"]]
        given = people[0].post("/api/me/tokens", {}, Idempotency_Key=key).json()["token"]
        secrets.append(given)
        people[0].ask("DELETE", f"/api/me/tokens/{given}")  # the whole token, by mistake
        invite = people[0].create(public=False)
        secrets.append(invite["invite"])
        people[1].act(invite["table"], "join", Gemgrove_Invite=invite["invite"])
        people[1].get(f"/api/tables/{invite['table']}?invite={invite['invite']}")
        people[1].get(f"/api/tables/{invite['invite']}")
        wish = {"name": people[1].made["name"], "recovery": people[1].made["recovery"]}
        again = server.visitor().post("/api/recover", wish).json()
        secrets += [again["token"], again["recovery"]]
        server.visitor(Authorization=f"Bearer {secrets[1]}x").get("/api/me")
        server.visitor().get(f"/{again['token']}")
        last = server.visitor().post("/api/recover", {"name": 1, "recovery": again["recovery"]})
        assert log.of(last)["status"] == 422
    text = "\n".join(log.lines)
    for secret in secrets:
        assert secret not in text


def test_a_request_is_one_line_with_what_a_host_needs(server: HttpServer) -> None:
    player = server.player(unused_name())
    table = player.create()["table"]
    with kept() as log:
        answer = player.get(f"/api/tables/{table}?x=1")
        first, second = log.of(answer), log.of(player.get("/nowhere"))
    ms = first.pop("ms")
    assert isinstance(ms, float)
    assert first == {
        "method": "GET",
        "route": "/api/tables/{table}",
        "status": 200,
        "request": answer.headers["X-Request-Id"],
        "player": player.id,
        "table": table,
    }
    assert (second["route"], second["status"]) == ("unrouted", 404)


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """The server's log output at its lowest level."""
    root = logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in (None, *logs.TALKATIVE)}
    found = io.StringIO()
    logs.configure("debug", found)
    try:
        yield found
    finally:
        for handler in root.handlers[:]:
            if isinstance(handler.formatter, logs.JsonLines):
                root.removeHandler(handler)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def test_a_line_is_json_whatever_was_logged(written: io.StringIO) -> None:
    logging.getLogger("gemgrove.x").info("two\nlines %s", "\x1b[31m", extra={logs.FIELDS: {"a": 1}})
    (line,) = written.getvalue().splitlines()
    told = json.loads(line)
    assert told["message"] == "two\nlines \x1b[31m"
    assert (told["level"], told["logger"], told["a"]) == ("info", "gemgrove.x", 1)
    assert "\x1b" not in line


def test_a_traceback_stays_in_its_line(written: io.StringIO) -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        logging.getLogger("gemgrove.x").exception("It failed.")
    (line,) = written.getvalue().splitlines()
    assert "ValueError: broken" in json.loads(line)["traceback"]


def test_secrets_in_log_messages_are_redacted(written: io.StringIO) -> None:
    secrets = [Token.new(Scope.BOT).text, new_recovery_code(), ids.new_invite()]
    for secret in secrets:
        logging.getLogger("gemgrove.x").error("Look: %s!", secret)
    assert not any(secret in written.getvalue() for secret in secrets)
    assert written.getvalue().count("...!") == len(secrets)


def test_what_libraries_say_of_every_statement_and_message_is_not_logged(
    written: io.StringIO,
) -> None:
    for name in ("aiosqlite", "sqlalchemy.engine", "websockets.server"):
        logging.getLogger(name).debug("hidden cards")
    assert written.getvalue() == ""


def test_configured_twice_it_is_logged_once(written: io.StringIO) -> None:
    logs.configure("info", written)
    logging.getLogger("gemgrove.x").info("once")
    logging.getLogger("gemgrove.x").debug("never")
    assert len(written.getvalue().splitlines()) == 1
