"""Players over HTTP: registered, renamed, recovered and deleted, each change exactly once."""

from pathlib import Path

import pytest

from tests.server.rest.http_server import HttpServer, code, http_server, unused_name

KEY = "a key that nobody guesses"


def test_registering_gives_a_token_that_works(server: HttpServer) -> None:
    name = unused_name()
    player = server.player(name)
    me = player.get("/api/me").json()
    assert (me["player"], me["name"], me["kind"]) == (player.id, name, "named")


def test_a_guest_needs_no_body(server: HttpServer) -> None:
    made = server.visitor().post("/api/players")
    assert made.status_code == 201
    assert made.json()["kind"] == "guest"


def test_registering_again_with_the_same_key_is_answered_the_same(server: HttpServer) -> None:
    body = {"name": unused_name()}
    first, again = (
        server.visitor().post("/api/players", body, Idempotency_Key=KEY + body["name"])
        for _ in range(2)
    )
    assert again.status_code == first.status_code == 201
    assert again.content == first.content
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"


def test_a_key_that_others_could_guess_is_refused_for_secrets(server: HttpServer) -> None:
    answer = server.visitor().post("/api/players", {}, Idempotency_Key="1")
    assert code(answer) == "weak_key"


@pytest.mark.parametrize(
    ("name", "expected"), [("x", "bad_name"), ("admin", "name_reserved"), ("Ada!", "bad_name")]
)
def test_names_are_checked(server: HttpServer, name: str, expected: str) -> None:
    assert code(server.visitor().post("/api/players", {"name": name})) == expected


def test_nobody_takes_the_name_of_a_bot_of_the_host(tmp_path: Path) -> None:
    with http_server(tmp_path, bots=("Old Oak = random", "greedy")) as server:
        registered = server.visitor().post("/api/players", {"name": "Old Oak"})
        assert code(registered) == "name_reserved"
        renamed = server.player().ask("PATCH", "/api/me", {"name": "old-oak"})
        assert code(renamed) == "name_reserved"


def test_a_player_is_renamed_once_per_key(server: HttpServer) -> None:
    player, name = server.player(), unused_name()
    first, again = (
        player.ask("PATCH", "/api/me", {"name": name}, Idempotency_Key="rename") for _ in range(2)
    )
    assert first.json()["name"] == name
    assert again.content == first.content
    assert again.headers["Idempotency-Replayed"] == "true"
    other = player.ask("PATCH", "/api/me", {"name": unused_name()}, Idempotency_Key="rename")
    assert code(other) == "key_reused"


def test_a_lost_token_is_not_a_lost_name(server: HttpServer) -> None:
    player = server.player()
    wish = {"name": player.made["name"], "recovery": player.made["recovery"]}
    given = server.visitor().post("/api/recover", wish).json()
    assert given["player"] == player.id
    assert code(player.get("/api/me")) == "unauthenticated"
    new = server.visitor(Authorization=f"Bearer {given['token']}")
    assert new.get("/api/me").json()["player"] == player.id
    assert code(server.visitor().post("/api/recover", wish)) == "wrong_recovery_code"


def test_another_recovery_code_voids_the_last_one(server: HttpServer) -> None:
    player = server.player()
    recovery = player.post("/api/me/recovery").json()["recovery"]
    name = player.made["name"]
    old = {"name": name, "recovery": player.made["recovery"]}
    assert code(server.visitor().post("/api/recover", old)) == "wrong_recovery_code"
    new = server.visitor().post("/api/recover", {"name": name, "recovery": recovery})
    assert new.status_code == 200


def test_tokens_are_given_listed_and_revoked(server: HttpServer) -> None:
    player = server.player()
    given = player.post("/api/me/tokens", {"scope": "play"})
    assert given.status_code == 201
    other = server.visitor(Authorization=f"Bearer {given.json()['token']}")
    assert other.get("/api/me").status_code == 200
    listed = player.get("/api/me/tokens")
    prefix = given.json()["prefix"]
    assert prefix in [token["prefix"] for token in listed.json()["tokens"]]
    assert given.json()["token"] not in listed.text
    assert player.ask("DELETE", f"/api/me/tokens/{prefix}").status_code == 200
    assert code(other.get("/api/me")) == "unauthenticated"
    assert code(player.ask("DELETE", f"/api/me/tokens/{prefix}")) == "not_found"


def test_revoking_ones_own_token_is_answered_again_with_the_same_key(server: HttpServer) -> None:
    player = server.player()
    prefix = player.get("/api/me/tokens").json()["tokens"][0]["prefix"]
    first, again = (
        player.ask("DELETE", f"/api/me/tokens/{prefix}", Idempotency_Key="gone") for _ in range(2)
    )
    assert first.status_code == 200
    assert again.content == first.content
    assert again.headers["Idempotency-Replayed"] == "true"
    assert code(player.ask("DELETE", "/api/me", Idempotency_Key="other")) == "unauthenticated"


def test_a_deleted_player_is_gone_and_the_same_request_is_answered_the_same(
    server: HttpServer,
) -> None:
    player = server.player()
    first, again = (player.ask("DELETE", "/api/me", Idempotency_Key="gone") for _ in range(2))
    assert first.status_code == 200
    assert again.content == first.content
    assert code(player.get("/api/me")) == "unauthenticated"
    shown = server.visitor().get(f"/api/players/{player.id}").json()
    assert (shown["name"], shown["deleted"]) == ("deleted player", True)


def test_a_bots_token_plays_and_does_not_touch_the_account(server: HttpServer) -> None:
    bot = server.player(bot=True)
    assert bot.made["token"].startswith("gg_bot_")
    table = bot.create()["table"]
    assert bot.does(table, "join")["seat"] == 0
    for method, path, body in (
        ("PATCH", "/api/me", {"name": "Other"}),
        ("DELETE", "/api/me", None),
        ("GET", "/api/me/tokens", None),
        ("POST", "/api/me/tokens", {}),
        ("POST", "/api/me/recovery", None),
    ):
        assert code(bot.ask(method, path, body)) == "wrong_scope"


def test_a_persons_account_has_no_bot_tokens(server: HttpServer) -> None:
    answer = server.player().post("/api/me/tokens", {"scope": "bot"})
    assert code(answer) == "not_a_bot"
    assert "Bot tokens are for bot accounts" in answer.json()["detail"]


@pytest.mark.parametrize("credentials", ["Bearer nothing", "Basic YTpi", "gg_play_", "Bearer"])
def test_credentials_that_are_no_token_are_refused_even_where_none_are_needed(
    server: HttpServer, credentials: str
) -> None:
    table = server.player().create()["table"]
    answer = server.visitor(Authorization=credentials).get(f"/api/tables/{table}")
    assert code(answer) == "unauthenticated"
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("path", ["", "/tables", "/history"])
def test_there_is_nothing_about_nobody(server: HttpServer, path: str) -> None:
    for player in ("p_0000000000000000", "p_1", "%00", "..."):
        assert code(server.visitor().get(f"/api/players/{player}{path}")) == "not_found"
