"""The OpenAPI document: it is complete, its examples are valid, and the server conforms to it."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from gemgrove.server.app import CONTROLLERS
from gemgrove.server.rest.api_request import ApiRequest
from gemgrove.server.rest.openapi import STATUS
from tests.server.rest.http_server import HttpServer, http_server, played_out, started
from tests.waiting import PATIENCE

EXAMPLES = "4"
"""The number of requests for each operation and phase."""

# No schema can say which names, rules, moves, codes and texts are valid: such requests are refused
# with 422 even if they match. A query of any length matches its schema, so 414 is fine as well.
CONFIGURATION = """
[checks]
positive_data_acceptance.expected-statuses = [
    "2xx", "401", "403", "404", "409", "414", "422", "429"
]
negative_data_rejection.expected-statuses = [
    "400", "401", "403", "404", "405", "409", "413", "414", "415", "422", "429"
]

[phases.coverage]
unexpected-methods = ["PUT"]

[parameters]
"path.table" = {{ dictionary = "tables", probability = 0.8 }}

[dictionaries.tables]
values = {tables}
"""
VOIDING = ("delete_me", "revoke")
"""Left out, since they invalidate the player's token; `test_players` covers them."""
REACHED = (*("add_bot", "leave", "resign", "say", "offer_undo", "rematch", "continue", "review"),)
"""Commands sent to existing tables, whether or not they are allowed at the time."""


@pytest.fixture(scope="module")
def document(server: HttpServer) -> dict[str, Any]:
    answer = server.visitor().get("/api/schema")
    found: dict[str, Any] = answer.json()
    assert server.visitor().get("/api/schema/openapi.json").json() == found
    return found


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def resolved(document: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    """The target of a reference."""
    while "$ref" in value:
        found: Any = document
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        value = found
    return value


def test_every_address_is_described(document: dict[str, Any]) -> None:
    app = Litestar(
        [*CONTROLLERS], request_class=ApiRequest, openapi_config=None, logging_config=None
    )
    served = {
        (method, route.path.replace(":str", ""))
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method != "OPTIONS"
    }
    described = {tuple(name.split(" ")) for name, _ in operations(document)}
    unsaid = {("GET", "/api/schema"), ("GET", "/api/schema/openapi.json")}
    assert served - unsaid == described
    assert all(operation["description"] for _, operation in operations(document))


def test_every_request_and_answer_has_an_example_that_fits(document: dict[str, Any]) -> None:
    checked = 0
    for name, operation in operations(document):
        contents = [operation["requestBody"]["content"]] if "requestBody" in operation else []
        contents += [
            resolved(document, answer)["content"] for answer in operation["responses"].values()
        ]
        for content in contents:
            for kind in content.values():
                schema = {"$defs": {}, "components": document["components"], **kind["schema"]}
                validator = jsonschema_rs.Draft202012Validator(schema)
                examples = kind.get("examples", {"": {"value": kind.get("example")}})
                for example in examples.values():
                    value = resolved(document, example)["value"]
                    assert value is not None, name
                    validator.validate(value)
                    checked += 1
    assert checked > 200


def test_every_operation_says_what_it_is_and_who_may(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        assert operation["summary"], name
        assert operation["tags"], name
        assert "security" in operation, name
        for answer in operation["responses"].values():
            headers = resolved(document, answer)["headers"]
            assert {"X-Request-Id", "Content-Security-Policy", "Cache-Control"} <= set(headers)


def test_changes_may_be_named_and_tables_opened_by_code(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        parameters = {parameter["name"] for parameter in operation["parameters"]}
        assert ("Idempotency-Key" in parameters) == (not name.startswith("GET")), name
        assert ("Gemgrove-Invite" in parameters) == ("{table}" in name), name


def test_every_code_has_the_status_that_it_is_described_with(document: dict[str, Any]) -> None:
    described: dict[str, int] = {}
    for name, answer in document["components"]["responses"].items():
        status, *codes = name.split(".")
        described |= dict.fromkeys(codes, int(status))
        (content,) = answer["content"].values()
        assert set(content["examples"]) == set(codes)
    assert described.items() <= STATUS.items()
    # Problems that documented requests cannot cause.
    assert set(STATUS) - set(described) == {
        "already_created",
        "method_not_allowed",
        "no_clock",
        "no_such_table",
        "server_only",
        "time_left",
        "upgrade_required",
    }


def test_nothing_is_loaded_from_elsewhere(server: HttpServer) -> None:
    answer = server.visitor().get("/api/schema")
    assert answer.headers["Content-Type"] == "application/json"
    assert "http://" not in answer.text
    assert "https://" not in answer.text


def tried(
    found: HttpServer, folder: Path, token: str, tables: Sequence[str], *options: str
) -> None:
    """Run schemathesis, mainly against these tables."""
    settings = folder / "schemathesis.toml"
    settings.write_text(CONFIGURATION.format(tables=list(tables)))
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", settings, "run"),
            *("--header", f"Authorization: Bearer {token}"),
            *("--seed", "1", "--no-color", "--generation-database", "none"),
            *options,
            f"{found.url}/api/schema",
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=10 * PATIENCE,
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


def test_the_server_does_as_the_document_says(tmp_path: Path) -> None:
    with http_server(tmp_path / "data", metrics=True, most_tables=1_000_000) as found:
        people = found.players()
        tables = []
        for game in ("splendor", "arboretum"):
            seated = people[0].create(game=game)["table"]
            people[0].does(seated, "join")
            tables += [seated, people[1].create(game=game)["table"]]
            tables += [started(people, game=game) for _ in range(2)]
            played_out(people, tables[-1])
        others = [f"--exclude-operation-id={name}" for name in VOIDING]
        tried(found, tmp_path, people[0].made["token"], tables, "--max-examples", EXAMPLES, *others)
        figures = found.visitor().get("/metrics").text
    for name in REACHED:
        route = f'method="POST",route="/api/tables/{{table}}/{name}",status='
        assert any(f'{route}"{status}"' in figures for status in (200, 403, 409)), name
    assert 'status="5' not in figures
