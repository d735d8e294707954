"""Continuing over HTTP from the middle of a finished game."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gemgrove.cli import main
from gemgrove.record import RecordError
from gemgrove.server.domain import commands
from gemgrove.server.domain.commands import Abort
from gemgrove.server.table_service import Requester
from gemgrove.server.verification.public_game import replay_public
from gemgrove.server.verification.record import check_record
from tests.server.answers import refused
from tests.server.rest.http_server import HttpServer, Visitor, code, http_server, started
from tests.server.sample_log import checked
from tests.server.test_service import open_harness
from tests.waiting import eventually

GAMES = pytest.mark.parametrize("game", ["splendor", "arboretum"])


def given_up(people: list[Visitor], decisions: int = 16, **wish: Any) -> str:
    """A table at which somebody resigned after this many decisions."""
    table = started(people, **wish)
    chance = random.Random(3)
    for _ in range(decisions):
        seat = people[0].sees(table)["to_move"]
        play(people[seat], table, chance)
    people[0].does(table, "resign")
    return table


def play(person: Visitor, table: str, chance: random.Random) -> None:
    """Play a random move."""
    shot = person.sees(table)
    move = chance.choice(shot["legal"])["move"]
    person.does(table, "play", {"moves": [move], "position": shot["position"]})


def played_on(person: Visitor, table: str, **wish: Any) -> dict[str, Any]:
    answer = person.act(table, "continue", {"decisions": 9, "seat": 1} | wish)
    assert answer.status_code == 201, answer.text
    assert answer.headers["Location"] == f"/api/tables/{answer.json()['table']}"
    made: dict[str, Any] = answer.json()
    return made


def turn_of(person: Visitor, table: str) -> dict[str, Any]:
    """Wait until it is the person's turn or the game has ended; return the table."""

    def turn() -> dict[str, Any] | None:
        shot = person.sees(table)
        return shot if shot["legal"] or shot["phase"] != "playing" else None

    return eventually(turn)


def known(shot: dict[str, Any]) -> dict[str, Any]:
    """The part of a snapshot that tells a seat of the position, regardless of who sits there."""
    return {name: value for name, value in shot["view"].items() if name != "actions"}


@GAMES
def test_anybody_plays_on_from_a_public_game_to_its_end(server: HttpServer, game: str) -> None:
    people = server.players()
    stranger = server.player()
    table = given_up(people, game=game, options={"target_points": 8} if game == "splendor" else {})
    made = played_on(stranger, table, bot="Greedy")
    new = made["table"]
    kinds = [event["kind"] for event in made["events"]]
    assert kinds[:5] == ["created", "joined", "bot_added", "ready", "started"]
    assert made["events"][0]["from"] == {"table": table, "decisions": 9}
    assert made["seat"] == 1
    shot = stranger.sees(new)
    assert [seat["bot"] for seat in shot["seats"]] == ["greedy", None]
    assert (shot["public"], shot["practice"], shot["clock"]) == (False, True, None)
    assert shot["from"] == {"table": table, "decisions": 9}
    chance = random.Random(1)
    while turn_of(stranger, new)["phase"] == "playing":
        play(stranger, new, chance)
    record = stranger.get(f"/api/tables/{new}/record").json()
    assert record["deal"] is None
    assert record["server"]["position"]["from"] == {"table": table, "decisions": 9}
    exported = check_record(json.dumps(record))
    assert exported.commitment == shot["deal"]["commitment"]
    told = stranger.get(f"/api/tables/{new}/events").json()["events"]
    spectator = server.visitor(**{"Gemgrove-Invite": made["invite"]})
    events = spectator.get(f"/api/tables/{new}/events").json()["events"]
    assert len(told) == len(events)
    assert replay_public(new, events).faults == []


def test_a_record_whose_position_was_changed_is_found_out(
    server: HttpServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = server.players()
    new = played_on(people[0], given_up(people, game="arboretum"), seat=0)["table"]
    turn_of(people[0], new)
    play(people[0], new, random.Random(1))
    people[0].does(new, "resign")
    record = people[0].get(f"/api/tables/{new}/record").json()
    exported = record["server"]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    assert main(["verify-log", "--file", str(path)]) == 0
    assert (
        f"fixed by the commitment {exported['position']['commitment']}" in capsys.readouterr().out
    )
    for changed in (
        {"position": None},
        {"position": exported["position"] | {"secret": "00" * 99}},
        {"position": exported["position"] | {"commitment": "00" * 32}},
        {"table": "t_" + "0" * 16},
    ):
        with pytest.raises(RecordError):
            check_record(json.dumps(record | {"server": exported | changed}))


@GAMES
def test_what_the_seat_knew_is_kept_and_it_is_known_to_it_alone(
    server: HttpServer, game: str
) -> None:
    people = server.players()
    table = started(people, game=game)
    chance = random.Random(5)
    known_then: list[dict[str, Any]] = []
    for _ in range(12):
        shots = [person.sees(table) for person in people]
        known_then.append(known(shots[0]))
        play(people[shots[0]["to_move"]], table, chance)
    people[1].does(table, "resign")
    for decisions in (0, 4, 11):
        made = played_on(people[0], table, decisions=decisions, seat=0)
        (view,) = (event["view"] for event in made["events"] if event["kind"] == "started")
        right = {name: value for name, value in known_then[decisions].items() if name != "seat"}
        assert {name: value for name, value in view.items() if name != "actions"} == right
        # A player of the original game, whose cards are all revealed by now, sees nothing here.
        assert code(people[1].get(f"/api/tables/{made['table']}")) == "not_found"
        assert code(people[1].get(f"/api/tables/{made['table']}/events")) == "not_found"
        assert made["table"] not in people[1].get("/api/tables?limit=200").text


def test_the_same_request_again_makes_no_other_table(server: HttpServer) -> None:
    people = server.players()
    table = given_up(people)
    body = {"decisions": 3, "seat": 0, "bot": None, "bots": None}
    first, again = (
        people[0].act(table, "continue", body, Idempotency_Key="play on") for _ in range(2)
    )
    assert first.status_code == again.status_code == 201
    assert again.content == first.content
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotency-Replayed"] == "true"
    other = people[0].act(table, "continue", body | {"seat": 1}, Idempotency_Key="play on")
    assert code(other) == "key_reused"


@pytest.mark.parametrize(
    ("wish", "status", "why"),
    [
        ({"decisions": 17}, 422, "bad_position"),
        ({"decisions": 2**50}, 422, "bad_position"),
        ({"seat": 2}, 422, "bad_seat"),
        ({"bot": "./mine.py"}, 422, "bot_not_allowed"),
        ({"bots": ["nobody"]}, 422, "bot_not_allowed"),
        ({"bots": ["greedy", "greedy"]}, 422, "invalid"),
        ({"bots": ["greedy"], "bot": "greedy"}, 422, "invalid"),
        ({"decisions": -1}, 422, "invalid"),
        ({"deal": "open"}, 422, "invalid"),
    ],
)
def test_what_is_not_right_is_refused(
    server: HttpServer, over: tuple[Visitor, str], wish: dict[str, Any], status: int, why: str
) -> None:
    person, table = over
    answer = person.act(table, "continue", {"decisions": 4, "seat": 0} | wish)
    assert (answer.status_code, code(answer)) == (status, why)


@pytest.fixture(scope="module")
def over(server: HttpServer) -> tuple[Visitor, str]:
    """A client and a finished game."""
    people = server.players()
    return people[0], given_up(people)


def test_every_other_seat_can_have_a_bot_of_its_own(server: HttpServer) -> None:
    people = server.players(3)
    table = started(people)
    play(people[people[0].sees(table)["to_move"]], table, random.Random(1))
    for person in people:
        person.act(table, "leave")
        person.act(table, "resign")
    made = played_on(people[0], table, decisions=1, seat=1, bots=["greedy", "Greedy"])
    assert [seat["bot"] for seat in people[0].sees(made["table"])["seats"]] == [
        *("greedy", None, "greedy")
    ]


def test_a_game_that_goes_on_is_not_to_be_looked_into(server: HttpServer) -> None:
    people = server.players()
    table = started(people, game="arboretum")
    for person in (*people, server.player()):
        answer = person.act(table, "continue", {"decisions": 0, "seat": 0})
        assert (answer.status_code, code(answer)) == (409, "not_over")
    assert code(server.visitor().act(table, "continue", {"decisions": 0, "seat": 0})) == (
        "unauthenticated"
    )


def test_a_game_that_never_started_has_no_position(server: HttpServer) -> None:
    person = server.player()
    table = person.create()["table"]
    person.does(table, "join")
    person.does(table, "leave")
    assert person.sees(table)["phase"] == "aborted"
    answer = person.act(table, "continue", {"decisions": 0, "seat": 0})
    assert (answer.status_code, code(answer)) == (409, "not_started")


def test_a_game_by_invitation_is_not_there_for_others(server: HttpServer) -> None:
    maker, stranger = server.players()
    made = maker.create(public=False)
    table, invite = made["table"], made["invite"]
    maker.does(table, "join")
    maker.does(table, "add_bot", {"bot": "greedy"})
    maker.does(table, "ready")
    maker.does(table, "leave")
    assert maker.sees(table)["phase"] == "aborted"
    body = {"decisions": 0, "seat": 0}
    assert code(stranger.act(table, "continue", body)) == "not_found"
    assert code(stranger.act("t_" + "0" * 16, "continue", body)) == "not_found"
    assert stranger.act(table, "continue", body, Gemgrove_Invite=invite).status_code == 201


async def test_the_limit_of_tables_per_player_holds(sqlite_url: str) -> None:
    async with open_harness(sqlite_url, most_tables=2) as harness:
        people = [await harness.person(name) for name in ("Ada", "Ben")]
        table = await harness.started(people)
        await harness.service.table_service.act(table, Abort(why="Enough."), Requester())
        wish = commands.PlayOn(decisions=0, seat=0)
        for _ in range(2):
            await harness.service.play_on(people[0], table, wish, None)
        problem = await refused(harness.service.play_on(people[0], table, wish, None))
        assert problem.code == "too_many_tables"
        await harness.service.play_on(people[1], table, wish, None)


@GAMES
def test_a_search_plays_on_and_so_it_does_after_a_restart(tmp_path: Path, game: str) -> None:
    bots = ("greedy", "Thinker = mcts:iterations<=20")
    with http_server(tmp_path, bots=bots) as server:
        people = server.players()
        table = given_up(people, game=game)
        new = played_on(people[0], table, seat=0, bot="thinker")["table"]
        turn_of(people[0], new)
        play(people[0], new, random.Random(1))
        before = turn_of(people[0], new)
        assert before["seats"][1]["bot"] == "thinker:iterations=20"
        headers = {"Authorization": f"Bearer {people[0].made['token']}"}
    with http_server(tmp_path, bots=bots) as server:
        person = server.visitor(**headers)
        assert turn_of(person, new) == before
        chance = random.Random(2)
        for _ in range(6):
            turn_of(person, new)
            play(person, new, chance)
        assert turn_of(person, new)["position"] > before["position"]
        person.does(new, "resign")
    report, faults = checked(tmp_path / "gemgrove.db")
    assert faults == []
    assert report.tables == 2
