"""Tables over HTTP: set up, found, and played at from the beginning to the end."""

import json

import pytest

from gemgrove.record import Record
from tests.server.rest.house import House, code, played_out, started

TAKE = "p3 white blue green"
GAMES = pytest.mark.parametrize("game", ["splendor", "arboretum"])


@GAMES
def test_two_players_play_a_whole_game_and_its_record_verifies(home: House, game: str) -> None:
    people = home.players()
    table = started(people, game=game)
    played_out(people, table)
    standing = people[0].sees(table)
    assert standing["phase"] == "over"
    assert standing["legal"] == []
    record = people[0].get(f"/api/tables/{table}/record")
    assert record.status_code == 200
    told = record.json()
    assert told["server"]["winners"] == standing["outcome"]["winners"]
    assert told["server"]["sealed"]["secret"] == standing["secret"]
    del told["server"]
    Record.from_json(json.dumps(told)).verify()


@GAMES
def test_events_read_back_are_those_that_the_answers_told(home: House, game: str) -> None:
    people = home.players()
    table = started(people, game=game)
    seat = people[0].sees(table)["to_move"]
    standing = people[seat].sees(table)
    body = {"moves": [standing["legal"][0]["action"]], "position": standing["position"]}
    answer = people[seat].act(table, "play", body)
    told = answer.json()["events"]
    before = told[0]["seq"] - 1
    read = people[seat].get(f"/api/tables/{table}/events?after={before}")
    assert read.json()["events"] == told
    # Byte for byte: the stored form stands in both.
    assert read.text.removeprefix('{"events":').removesuffix("}") in answer.text


def test_events_come_in_pages(home: House) -> None:
    people = home.players()
    table = started(people)
    page = people[0].get(f"/api/tables/{table}/events?after=1&most=2").json()["events"]
    assert [event["seq"] for event in page] == [2, 3]


def test_a_seat_sees_its_own_hand_and_a_spectator_none(home: House) -> None:
    people = home.players()
    table = started(people, game="arboretum")
    views = [
        json.dumps(visitor.sees(table)["view"], sort_keys=True)
        for visitor in (*people, home.visitor())
    ]
    assert len(set(views)) == 3


def test_the_same_request_again_is_answered_byte_for_byte_the_same(home: House) -> None:
    player = home.player()
    body = {"game": "splendor", "public": False}
    first, again = (player.post("/api/tables", body, Idempotency_Key="make it") for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert again.content == first.content
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotency-Replayed"] == "true"
    other = player.post("/api/tables", {"game": "arboretum"}, Idempotency_Key="make it")
    assert code(other) == "key_reused"


def test_a_new_table_is_where_its_location_says(home: House) -> None:
    player = home.player()
    made = player.post("/api/tables", {"game": "splendor"})
    assert player.get(made.headers["Location"]).json()["table"] == made.json()["table"]


def test_a_table_by_invitation_is_for_who_has_the_code(home: House) -> None:
    maker, guest = home.players()
    made = maker.create(public=False)
    table, invite = made["table"], made["invite"]
    for path in ("", "/events", "/record"):
        assert code(guest.get(f"/api/tables/{table}{path}")) == "not_found"
    assert code(guest.act(table, "join")) == "not_found"
    assert code(guest.act(table, "join", Gemgrove_Invite="0" * 26)) == "not_found"
    assert table not in guest.get("/api/tables?limit=200").text
    assert guest.get(f"/api/tables/{table}", Gemgrove_Invite=invite).status_code == 200
    assert guest.does(table, "join", Gemgrove_Invite=invite)["seat"] == 0
    assert guest.get(f"/api/tables/{table}").status_code == 200
    assert table in guest.get("/api/me/tables").text
    assert table not in maker.get(f"/api/players/{guest.id}/tables").text


def test_tables_are_listed_by_what_is_wanted(home: House) -> None:
    people = home.players()
    playing = started(people, game="arboretum")
    opened = people[0].create(game="splendor", players=3)["table"]

    def listed(query: str) -> set[str]:
        answer = home.visitor().get(f"/api/tables?limit=200&{query}")
        return {table["table"] for table in answer.json()["tables"]}

    assert {playing, opened} <= listed("status=open&status=playing")
    assert playing not in listed("status=open")
    assert opened not in listed("game=arboretum")
    assert opened in listed("players=3&free=true")
    assert playing not in listed("free=true")
    assert opened not in listed("free=false")


def test_pages_of_tables_go_on_where_the_last_one_ended(home: House) -> None:
    player = home.player()
    made = []
    for _ in range(3):
        made.append(player.create()["table"])
        player.does(made[-1], "join")
    first = player.get("/api/me/tables?limit=2").json()
    second = player.get(f"/api/me/tables?limit=2&before={first['next']}").json()
    found = [table["table"] for table in first["tables"] + second["tables"]]
    assert found == made[::-1]
    assert second["next"] is None


@pytest.mark.parametrize("before", ["x", "nan_t_0000000000000000", "1.0_%00", "_"])
def test_a_page_that_was_never_given_is_refused(home: House, before: str) -> None:
    assert code(home.visitor().get(f"/api/tables?before={before}")) == "invalid"


def test_bots_are_added_and_removed_before_the_start(home: House) -> None:
    player = home.player()
    table = player.create(players=3)["table"]
    player.does(table, "join")
    player.does(table, "bots", {"bot": "greedy", "seat": 2})
    assert code(player.act(table, "bots", {"bot": "stockfish"})) == "bot_not_allowed"
    assert code(player.act(table, "bots", {"bot": "greedy", "seat": 2})) == "seat_taken"
    assert player.sees(table)["seats"][2]["bot"] == "greedy"
    removed = player.ask("DELETE", f"/api/tables/{table}/bots/2", Idempotency_Key="off")
    assert removed.status_code == 200
    again = player.ask("DELETE", f"/api/tables/{table}/bots/2", Idempotency_Key="off")
    assert again.content == removed.content
    assert code(player.ask("DELETE", f"/api/tables/{table}/bots/2")) == "no_bot_there"
    assert code(player.ask("DELETE", f"/api/tables/{table}/bots/9")) == "bad_seat"
    assert code(player.ask("DELETE", f"/api/tables/{table}/bots/-1")) == "not_found"


def test_a_table_is_left_before_the_start(home: House) -> None:
    player = home.player()
    table = player.create()["table"]
    player.does(table, "join", {"seat": 1})
    assert player.does(table, "leave")["seat"] is None
    assert code(player.act(table, "leave")) == "not_seated"


def test_a_turn_is_taken_back_by_consent(home: House) -> None:
    people = home.players()
    table = started(people, options={"first_player": 0})
    mover, other = people
    standing = mover.sees(table)
    mover.does(table, "play", {"moves": [TAKE], "position": standing["position"]})
    mover.does(table, "undo")
    assert code(mover.act(table, "undo")) == "already_offered"
    assert code(other.act(table, "undo/answer", {})) == "invalid"
    told = other.does(table, "undo/answer", {"accept": True})
    assert told["events"][-1]["kind"] == "undone"


def test_a_turn_is_not_taken_back_against_a_will_or_what_was_seen(home: House) -> None:
    people = home.players()
    table = started(people, options={"first_player": 0})
    mover, other = people
    mover.does(table, "play", {"moves": [TAKE], "position": mover.sees(table)["position"]})
    mover.does(table, "undo")
    assert code(mover.act(table, "undo/answer", {"accept": True})) == "own_offer"
    other.does(table, "undo/answer", {"accept": False})
    assert code(mover.act(table, "undo")) == "offer_declined"
    reserve = {"moves": ["r t 1"], "position": other.sees(table)["position"]}
    other.does(table, "play", reserve)
    assert code(other.act(table, "undo")) == "something_was_seen"
    assert code(other.act(table, "leave")) == "resign_instead"
    again = {"moves": ["br 1"], "position": mover.sees(table)["position"]}
    assert code(mover.act(table, "play", again)) == "illegal_move"


def test_who_resigns_loses(home: House) -> None:
    people = home.players()
    table = started(people, options={"first_player": 0})
    for person in people:
        body = {"moves": [TAKE], "position": person.sees(table)["position"]}
        person.does(table, "play", body)
    people[0].does(table, "say", {"text": "Well played."})
    over = people[0].does(table, "resign")["events"][-1]
    assert (over["kind"], over["winners"]) == ("over", [1])
    assert code(people[1].act(table, "resign")) == "game_over"


def test_a_rematch_has_a_table_of_its_own_with_the_seats_turned(home: House) -> None:
    people = home.players()
    table = started(people, options={"target_points": 1})
    played_out(people, table)
    people[0].does(table, "rematch")
    assert code(people[0].act(table, "rematch")) == "already_agreed"
    people[1].does(table, "rematch")
    new = people[0].sees(table)["rematch"]["table"]
    seats = [seat["player"] for seat in people[0].sees(new)["seats"]]
    assert seats == [people[1].id, people[0].id]


def test_moves_and_seats_are_refused_as_the_table_stands(home: House) -> None:
    people = home.players()
    third = home.player()
    table = people[0].create(options={"first_player": 0})["table"]
    assert code(people[0].act(table, "ready")) == "not_seated"
    assert code(people[0].act(table, "join", {"seat": 5})) == "bad_seat"
    people[0].does(table, "join")
    assert code(people[0].act(table, "join")) == "already_seated"
    move = {"moves": [0], "position": 0}
    assert code(people[0].act(table, "play", move)) == "not_started"
    assert code(people[0].act(table, "ready", {"nonce": "xyz"})) == "bad_nonce"
    people[0].does(table, "ready")
    assert code(people[0].act(table, "ready")) == "already_ready"
    people[1].does(table, "join")
    assert code(third.act(table, "join")) == "table_full"
    people[1].does(table, "ready")
    assert code(third.act(table, "join")) == "already_started"
    assert code(third.act(table, "play", move)) == "not_seated"
    assert code(people[0].act(table, "play", move)) == "stale_position"
    position = people[0].sees(table)["position"]
    move["position"] = position
    assert code(people[1].act(table, "play", move)) == "not_your_turn"
    nonsense = {"moves": ["hello"], "position": position}
    assert code(people[0].act(table, "play", nonsense)) == "bad_move"
    assert code(people[0].act(table, "say", {"text": ""})) == "bad_text"
    assert code(people[0].act(table, "undo")) == "nothing_to_undo"
    assert code(people[0].act(table, "undo/answer", {"accept": True})) == "no_offer"
    assert code(people[0].act(table, "rematch")) == "not_over"
    assert code(people[0].get(f"/api/tables/{table}/record")) == "not_over"


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ({"game": "chess"}, "no_such_game"),
        ({"game": "splendor", "players": 5}, "bad_rules"),
        ({"game": "splendor", "rules": "house"}, "bad_rules"),
        ({"game": "splendor", "deal": "here"}, "bad_deal"),
        ({"game": "splendor", "turn_seconds": 1}, "bad_clock"),
        ({"game": "splendor", "players": "2"}, "invalid"),
        ({"players": 2}, "invalid"),
        ({"game": "splendor", "speed": 3}, "invalid"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    home: House, wish: dict[str, object], expected: str
) -> None:
    assert code(home.player().post("/api/tables", wish)) == expected


def test_a_leaderboard_is_there_for_every_number_of_players(home: House) -> None:
    visitor = home.visitor()
    games = visitor.get("/api/games").json()["games"]
    assert {game["game"] for game in games} == {"splendor", "arboretum"}
    for game in games:
        for players in game["players"]:
            path = f"/api/leaderboard/{game['game']}/{players}"
            assert visitor.get(path).status_code == 200
        assert code(visitor.get(f"/api/leaderboard/{game['game']}/5")) == "not_found"
    assert code(visitor.get("/api/leaderboard/chess/2")) == "not_found"


def test_the_presets_and_options_that_are_offered_can_be_had(home: House) -> None:
    player = home.player()
    for game in player.get("/api/games").json()["games"]:
        for preset, rules in game["presets"].items():
            table = player.create(game=game["game"], rules=preset, players=rules["players"])
            assert table["events"][0]["variant"]["rules"] == rules
        assert {option["option"] for option in game["options"]} == set(game["presets"]["official"])
        assert all(option["wanted"] for option in game["options"])
