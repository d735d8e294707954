"""Reviews over HTTP: started, followed, kept across a restart, and never available too early."""

from pathlib import Path
from typing import Any

import pytest

from gemgrove.client import Client, ServerProblem
from gemgrove.record import Record
from tests.server.rest.http_server import (
    HttpServer,
    Visitor,
    code,
    http_server,
    played_out,
    started,
)
from tests.waiting import becomes, eventually

SHORT: dict[str, Any] = {"target_points": 1}
"""Splendor rules under which a game ends quickly."""


def followed(visitor: Visitor, table: str, **headers: str) -> dict[str, Any]:
    """Wait until a review is complete, and return it."""

    def complete() -> dict[str, Any] | None:
        answer = visitor.get(f"/api/tables/{table}/review", **headers)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        assert found["done"] == len(found["decisions"]) <= found["total"]
        assert found["complete"] or found["running"]
        return found if found["complete"] else None

    return eventually(complete)


def test_a_finished_game_is_reviewed_from_the_first_decision_to_the_last(
    server: HttpServer,
) -> None:
    people = server.players()
    table = started(people, options=SHORT)
    played_out(people, table)
    assert server.visitor().get(f"/api/tables/{table}/review").json() == {
        "table": table,
        "bot": "champion",
        "iterations": 10,
        "total": len(moves_of(server, table)),
        "done": 0,
        "complete": False,
        "running": False,
        "decisions": [],
    }
    # Anyone who may see the game may have it reviewed, and then everyone may see the review.
    begun = server.player().act(table, "review")
    assert (begun.status_code, begun.json()["running"]) == (202, True)
    found = followed(server.visitor(), table)
    assert [decision["move"] for decision in found["decisions"]] == moves_of(server, table)
    assert [decision["number"] for decision in found["decisions"]] == [
        number for number, _ in enumerate(found["decisions"], 1)
    ]
    for decision in found["decisions"]:
        judgement = decision["judgement"]
        assert (judgement is None) == (decision["choices"] == 1)
        if judgement is not None:
            seat = decision["seat"]
            lost = judgement["before"][seat] - judgement["after"][seat]
            assert judgement["loss"] == pytest.approx(lost, abs=1e-6)
            assert judgement["mark"] in ("", "inaccuracy", "mistake", "blunder")
    again = people[0].act(table, "review")
    assert (again.status_code, again.json()) == (200, found)


def moves_of(server: HttpServer, table: str) -> list[str]:
    record = server.visitor().get(f"/api/tables/{table}/record").text
    return list(Record.from_json(record).moves)


def test_a_review_is_there_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    with http_server(tmp_path, review_iterations=400) as found:
        people = found.players()
        table = started(people, options=SHORT)
        played_out(people, table)
        people[0].act(table, "review")
        headers = {"Authorization": f"Bearer {people[0].made['token']}"}
        before = found.visitor().get(f"/api/tables/{table}/review").json()["decisions"]
    with http_server(tmp_path, review_iterations=400) as found:
        kept = found.visitor().get(f"/api/tables/{table}/review").json()
        assert not kept["running"]
        assert kept["decisions"][: len(before)] == before
        if not kept["complete"]:
            assert found.visitor(**headers).act(table, "review").status_code == 202
        whole = followed(found.visitor(), table)
        assert whole["decisions"][: kept["done"]] == kept["decisions"]


def test_nothing_is_told_of_a_game_that_is_not_over(server: HttpServer) -> None:
    people = server.players()
    table = started(people, game="arboretum")
    people[0].sees(table)
    for visitor in (*people, server.visitor()):
        answer = visitor.get(f"/api/tables/{table}/review")
        assert (answer.status_code, code(answer)) == (409, "not_over")
        assert "decisions" not in answer.text
    answer = people[0].act(table, "review")
    assert (answer.status_code, code(answer)) == (409, "not_over")
    people[0].does(table, "resign")
    assert people[0].act(table, "review").status_code in (200, 202)


def test_the_review_of_a_table_by_invitation_is_for_those_who_may_enter(server: HttpServer) -> None:
    people = server.players()
    made = people[0].create(public=False)
    table, invite = made["table"], {"Gemgrove_Invite": made["invite"]}
    people[0].does(table, "join")
    people[1].does(table, "join", **invite)
    for person in people:
        person.does(table, "ready")
    people[0].does(table, "resign")
    stranger = server.player()
    for answer in (
        stranger.act(table, "review"),
        stranger.get(f"/api/tables/{table}/review"),
        server.visitor().get(f"/api/tables/{table}/review"),
        server.visitor().get(f"/api/tables/{table}/review", Gemgrove_Invite="0" * 26),
    ):
        assert (answer.status_code, code(answer)) == (404, "not_found")
    assert stranger.act(table, "review", **invite).status_code in (200, 202)
    followed(people[0], table)
    followed(server.visitor(), table, **invite)


def test_a_game_that_began_in_the_middle_of_another_is_reviewed_from_there(
    server: HttpServer,
) -> None:
    people = server.players()
    table = started(people, game="arboretum", options={"first_player": 0})
    for _ in range(2):
        standing = people[0].sees(table)
        body = {"moves": [standing["legal"][0]["move"]], "position": standing["position"]}
        people[0].does(table, "play", body)
    people[0].does(table, "resign")
    answer = people[0].act(table, "continue", {"decisions": 2, "seat": 0})
    assert answer.status_code == 201, answer.text
    other = answer.json()["table"]
    standing = people[0].sees(other)
    body = {"moves": [standing["legal"][-1]["move"]], "position": standing["position"]}
    people[0].does(other, "play", body)
    people[0].does(other, "resign")
    people[0].act(other, "review")
    found = followed(people[0], other)
    assert [decision["move"] for decision in found["decisions"]] == body["moves"]
    assert found["decisions"][0]["judgement"] is not None


def test_asking_for_a_review_needs_a_token(server: HttpServer) -> None:
    people = server.players()
    table = started(people)
    people[0].does(table, "resign")
    answer = server.visitor().act(table, "review")
    assert (answer.status_code, code(answer)) == (401, "unauthenticated")
    assert code(people[0].act(table, "review", {"more": 1})) == "invalid"
    assert code(people[0].act(table, "review", Idempotency_Key="k" * 101)) == "invalid"
    assert people[0].act(table, "review", Idempotency_Key="k").status_code in (200, 202)


def test_a_server_without_reviews_says_so(tmp_path: Path) -> None:
    with http_server(tmp_path, review_workers=0) as found:
        people = found.players()
        table = started(people, options={"first_player": 0})
        body = {"moves": [people[0].sees(table)["legal"][0]["action"]], "position": 6}
        people[0].does(table, "play", body)
        people[0].does(table, "resign")
        answer = people[0].act(table, "review")
        assert (answer.status_code, code(answer)) == (409, "reviews_off")
        assert found.visitor().get(f"/api/tables/{table}/review").json()["running"] is False


async def test_a_client_in_python_has_a_game_reviewed(server: HttpServer) -> None:
    people = server.players()
    table = started(people, options={"first_player": 0})

    async with Client(server.url, people[0].made["token"]) as client:
        with pytest.raises(ServerProblem, match="when it is over"):
            await client.start_review(table)
        await client.play(table, [(await client.snapshot(table))["legal"][0]["action"]], 6)
        await client.resign(table)
        await client.start_review(table)

        async def complete() -> bool:
            return bool((await client.review(table))["complete"])

        await becomes(complete)
        found = await client.review(table)
        assert found["done"] == found["total"] == 1
