"""Tables over HTTP: created, listed, and played from beginning to end."""

import json
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.record import Record
from gemgrove.server.settings import Settings
from gemgrove.view_json import view_to_dict
from tests.server.rest.http_server import HttpServer, code, http_server, played_out, started

ID = "ABCD-EFGH-JKMN-PQR"
TAKE = "p3 white blue green"
GAMES = pytest.mark.parametrize("game", ["splendor", "arboretum"])


@pytest.mark.parametrize(
    ("game", "deal"), [("splendor", "sealed"), ("splendor", "open"), ("arboretum", "sealed")]
)
def test_two_players_play_a_whole_game_and_its_record_verifies(
    server: HttpServer, game: str, deal: str
) -> None:
    people = server.players()
    table = started(people, game=game, deal=deal)
    played_out(people, table)
    standing = people[0].sees(table)
    assert standing["phase"] == "over"
    assert standing["legal"] == []
    record = server.visitor().get(f"/api/tables/{table}/record")
    assert record.status_code == 200
    told = record.json()
    outcome, exported = standing["outcome"], told.pop("server")
    assert exported["winners"] == outcome["winners"]
    assert exported["places"] == outcome["places"]
    assert (exported["sealed"] is not None) == (deal == "sealed")
    if deal == "sealed":
        assert exported["sealed"]["secret"] == standing["secret"]
    Record.from_json(json.dumps(told)).verify()


@GAMES
def test_events_read_back_are_those_that_the_answers_told(server: HttpServer, game: str) -> None:
    people = server.players()
    table = started(people, game=game)
    seat = people[0].sees(table)["to_move"]
    standing = people[seat].sees(table)
    body = {"moves": [standing["legal"][0]["action"]], "position": standing["position"]}
    answer = people[seat].act(table, "play", body)
    told = answer.json()["events"]
    before = told[0]["seq"] - 1
    read = people[seat].get(f"/api/tables/{table}/events?after={before}")
    assert read.json()["events"] == told
    # Byte for byte: both contain the stored payload.
    assert read.text.removeprefix('{"events":').removesuffix("}") in answer.text


def test_events_come_in_pages(server: HttpServer) -> None:
    people = server.players()
    table = started(people)
    page = people[0].get(f"/api/tables/{table}/events?after=1&most=2").json()["events"]
    assert [event["seq"] for event in page] == [2, 3]


def test_a_seat_sees_its_own_hand_and_a_spectator_none(server: HttpServer) -> None:
    people = server.players()
    table = started(people, game="arboretum")
    views = [
        json.dumps(visitor.sees(table)["view"], sort_keys=True)
        for visitor in (*people, server.visitor())
    ]
    assert len(set(views)) == 3


def test_the_same_request_again_is_answered_byte_for_byte_the_same(server: HttpServer) -> None:
    player = server.player()
    body = {"game": "splendor", "public": False}
    first, again = (player.post("/api/tables", body, Idempotency_Key="make it") for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert again.content == first.content
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotency-Replayed"] == "true"
    other = player.post("/api/tables", {"game": "arboretum"}, Idempotency_Key="make it")
    assert code(other) == "key_reused"


def test_a_new_table_is_where_its_location_says(server: HttpServer) -> None:
    player = server.player()
    made = player.post("/api/tables", {"game": "splendor"})
    assert player.get(made.headers["Location"]).json()["table"] == made.json()["table"]


def test_a_table_by_invitation_is_for_who_has_the_code(server: HttpServer) -> None:
    maker, guest = server.players()
    made = maker.create(public=False)
    table, invite = made["table"], made["invite"]
    refusals = [guest.act(table, "join"), guest.act(table, "join", Gemgrove_Invite="0" * 26)]
    refusals.append(guest.act(table, "say", {"text": "hello"}, Gemgrove_Invite="wrong"))
    for path in ("", "/events", "/record"):
        refusals += [each.get(f"/api/tables/{table}{path}") for each in (guest, server.visitor())]
    assert {code(refusal) for refusal in refusals} == {"not_found"}
    assert {refusal.json()["detail"] for refusal in refusals} == {"There is no such table."}
    assert table not in guest.get("/api/tables?limit=200").text
    for stranger in (guest, server.visitor()):
        assert stranger.get(f"/api/tables/{table}", Gemgrove_Invite=invite).status_code == 200
    assert guest.does(table, "join", Gemgrove_Invite=invite)["seat"] == 0
    assert guest.get(f"/api/tables/{table}").status_code == 200
    own = guest.get("/api/me/tables").text
    assert table in own
    assert invite not in own
    assert table not in maker.get(f"/api/players/{guest.id}/tables").text


def test_tables_are_listed_by_what_is_wanted(server: HttpServer) -> None:
    people = server.players()
    playing = started(people, game="arboretum")
    opened = people[0].create(game="splendor", players=3)["table"]

    def listed(query: str) -> set[str]:
        answer = server.visitor().get(f"/api/tables?limit=200&{query}")
        return {table["table"] for table in answer.json()["tables"]}

    assert {playing, opened} <= listed("status=open&status=playing")
    assert playing not in listed("status=open")
    assert opened not in listed("game=arboretum")
    assert opened in listed("players=3&free=true")
    assert playing not in listed("free=true")
    assert opened not in listed("free=false")


def test_pages_of_tables_go_on_where_the_last_one_ended(server: HttpServer) -> None:
    player = server.player()
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
def test_a_page_that_was_never_given_is_refused(server: HttpServer, before: str) -> None:
    assert code(server.visitor().get(f"/api/tables?before={before}")) == "invalid"


def test_the_levels_are_offered_with_their_sentences_and_take_seats(tmp_path: Path) -> None:
    with http_server(tmp_path, bots=Settings().bots) as server:
        player = server.player()
        offered = player.get("/api/bots").json()["bots"]
        levels = {bot["title"]: bot["about"] for bot in offered if bot["level"] is not None}
        assert levels == {level.title: level.sentence for level in agents.LEVELS}
        table = player.create(players=3)["table"]
        player.does(table, "join")
        for seat, level in ((1, "Beginner"), (2, "champion")):
            player.does(table, "add_bot", {"bot": level, "seat": seat})
        seats = player.sees(table)["seats"]
        assert [seat["bot"] for seat in seats] == [None, "beginner", "champion"]


def test_bots_are_added_and_removed_before_the_start(server: HttpServer) -> None:
    player = server.player()
    table = player.create(players=3)["table"]
    player.does(table, "join")
    player.does(table, "add_bot", {"bot": "greedy", "seat": 2})
    assert code(player.act(table, "add_bot", {"bot": "stockfish"})) == "bot_not_allowed"
    assert code(player.act(table, "add_bot", {"bot": "greedy", "seat": 2})) == "seat_taken"
    assert player.sees(table)["seats"][2]["bot"] == "greedy"
    removed = player.act(table, "remove_bot", {"seat": 2}, Idempotency_Key="off")
    assert removed.status_code == 200
    again = player.act(table, "remove_bot", {"seat": 2}, Idempotency_Key="off")
    assert again.content == removed.content
    assert code(player.act(table, "remove_bot", {"seat": 2})) == "no_bot_there"
    assert code(player.act(table, "remove_bot", {"seat": 9})) == "bad_seat"
    assert code(player.act(table, "remove_bot", {"seat": -1})) == "invalid"


def test_a_table_is_left_before_the_start(server: HttpServer) -> None:
    player = server.player()
    table = player.create()["table"]
    player.does(table, "join", {"seat": 1})
    assert player.does(table, "leave")["seat"] is None
    assert code(player.act(table, "leave")) == "not_seated"


def test_a_turn_is_taken_back_by_consent(server: HttpServer) -> None:
    people = server.players()
    table = started(people, options={"first_player": 0})
    mover, other = people
    standing = mover.sees(table)
    mover.does(table, "play", {"moves": [TAKE], "position": standing["position"]})
    mover.does(table, "offer_undo")
    assert code(mover.act(table, "offer_undo")) == "already_offered"
    assert code(other.act(table, "answer_undo", {})) == "invalid"
    told = other.does(table, "answer_undo", {"accept": True})
    assert told["events"][-1]["kind"] == "undone"


def test_a_turn_is_not_taken_back_against_a_will_or_what_was_seen(server: HttpServer) -> None:
    people = server.players()
    table = started(people, options={"first_player": 0})
    mover, other = people
    mover.does(table, "play", {"moves": [TAKE], "position": mover.sees(table)["position"]})
    mover.does(table, "offer_undo")
    assert code(mover.act(table, "answer_undo", {"accept": True})) == "own_offer"
    other.does(table, "answer_undo", {"accept": False})
    assert code(mover.act(table, "offer_undo")) == "offer_declined"
    reserve = {"moves": ["r t 1"], "position": other.sees(table)["position"]}
    other.does(table, "play", reserve)
    assert code(other.act(table, "offer_undo")) == "something_was_seen"
    assert code(other.act(table, "leave")) == "resign_instead"
    again = {"moves": ["br 1"], "position": mover.sees(table)["position"]}
    assert code(mover.act(table, "play", again)) == "illegal_move"


def test_resigning_loses_the_game(server: HttpServer) -> None:
    people = server.players()
    table = started(people, options={"first_player": 0})
    for person in people:
        body = {"moves": [TAKE], "position": person.sees(table)["position"]}
        person.does(table, "play", body)
    people[0].does(table, "say", {"text": "Well played."})
    over = people[0].does(table, "resign")["events"][-1]
    assert (over["kind"], over["winners"]) == ("over", [1])
    assert code(people[1].act(table, "resign")) == "game_over"


def test_a_rematch_has_a_table_of_its_own_with_the_seats_turned(server: HttpServer) -> None:
    people = server.players()
    table = started(people, options={"target_points": 1})
    played_out(people, table)
    people[0].does(table, "rematch")
    assert code(people[0].act(table, "rematch")) == "already_agreed"
    people[1].does(table, "rematch")
    new = people[0].sees(table)["rematch"]["table"]
    seats = [seat["player"] for seat in people[0].sees(new)["seats"]]
    assert seats == [people[1].id, people[0].id]


def test_moves_and_seats_are_refused_as_the_table_stands(server: HttpServer) -> None:
    people = server.players()
    third = server.player()
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
    assert code(people[0].act(table, "offer_undo")) == "nothing_to_undo"
    assert code(people[0].act(table, "answer_undo", {"accept": True})) == "no_offer"
    assert code(people[0].act(table, "rematch")) == "not_over"
    assert code(people[0].get(f"/api/tables/{table}/record")) == "not_over"


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ({"game": "chess"}, "no_such_game"),
        ({"game": "splendor", "id": "here"}, "bad_deal"),
        ({"game": "splendor", "id": "sealed"}, "bad_deal"),
        ({"game": "splendor", "id": "open"}, "bad_deal"),
        ({"game": "splendor", "id": f"sealed:{'0' * 64}"}, "bad_deal"),
        ({"game": "splendor", "id": 5}, "invalid"),
        ({"game": "splendor", "players": "2"}, "invalid"),
        ({"players": 2}, "invalid"),
        ({"game": "splendor", "speed": 3}, "invalid"),
    ],
)
def test_an_impossible_table_is_refused(
    server: HttpServer, wish: dict[str, object], expected: str
) -> None:
    assert code(server.player().post("/api/tables", wish)) == expected


@pytest.mark.parametrize("wish", [{"id": ID}, {"deal": ID}, {"id": ID.lower(), "deal": ID}])
def test_an_id_given_with_a_new_table_decides_its_cards(
    server: HttpServer, wish: dict[str, str]
) -> None:
    player, other = server.players()
    made = player.post("/api/tables", {"game": "splendor", "options": {"first_player": 0}} | wish)
    assert made.status_code == 201
    assert made.json()["deal"]["id"] == ID
    table = made.json()["table"]
    for person in (player, other):
        person.act(table, "join")
        person.act(table, "ready")
    standing = player.sees(table)
    assert standing["deal"] == made.json()["deal"]
    assert standing["view"]["market"] == view_to_dict(gg.new("splendor", deal=ID).view(0))["market"]


def test_an_id_may_be_said_to_be_open_and_may_have_a_check_symbol(server: HttpServer) -> None:
    player = server.player()
    for wish in ({"id": ID, "deal": "open"}, {"id": gg.Deal.parse(ID).checked_id}):
        made = player.post("/api/tables", {"game": "splendor"} | wish).json()
        assert made["deal"] == {
            "kind": "open",
            "id": ID,
            "commitment": None,
            "deck_knowable": True,
        }


def test_a_table_without_an_id_is_sealed_and_one_that_asks_for_an_open_deal_is_told_its_id(
    server: HttpServer,
) -> None:
    player = server.player()
    for wish in ({}, {"id": None}, {"deal": None}, {"deal": "sealed"}):
        made = player.post("/api/tables", {"game": "splendor"} | wish).json()
        assert (made["deal"]["kind"], made["deal"]["id"]) == ("sealed", None)
        assert made["deal"]["commitment"] == made["events"][0]["deal"]["commitment"]
    made = player.post("/api/tables", {"game": "splendor", "deal": "open"}).json()
    assert gg.Deal.parse(made["deal"]["id"]).id == made["deal"]["id"]


@pytest.mark.parametrize("deal", ["sealed", "ABCD-EFGH-JKMN-PQS", "here"])
def test_an_id_and_another_deal_are_refused(server: HttpServer, deal: str) -> None:
    answer = server.player().post("/api/tables", {"game": "splendor", "id": ID, "deal": deal})
    assert answer.status_code == 422
    assert code(answer) == "bad_deal"
    assert answer.json()["detail"] == (
        f"`id` is another name for `deal`, and they differ: '{ID}' and '{deal}'. Give one of them."
    )


def test_a_leaderboard_is_there_for_every_number_of_players(server: HttpServer) -> None:
    visitor = server.visitor()
    games = visitor.get("/api/games").json()["games"]
    assert {game["game"] for game in games} == {"splendor", "arboretum"}
    for game in games:
        for players in game["players"]:
            path = f"/api/leaderboard/{game['game']}/{players}"
            assert visitor.get(path).status_code == 200
        assert code(visitor.get(f"/api/leaderboard/{game['game']}/5")) == "not_found"
    assert code(visitor.get("/api/leaderboard/chess/2")) == "not_found"


def test_the_presets_and_options_that_are_offered_can_be_had(server: HttpServer) -> None:
    player = server.player()
    for game in player.get("/api/games").json()["games"]:
        for preset, rules in game["presets"].items():
            table = player.create(game=game["game"], rules=preset, players=rules["players"])
            assert table["events"][0]["variant"]["rules"] == rules
        assert {option["option"] for option in game["options"]} == set(game["presets"]["official"])
        assert all(option["wanted"] for option in game["options"])
