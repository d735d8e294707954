"""Before the start: a table's settings and its seats."""

import pytest

import gemgrove as gg
from gemgrove.deal import Deal, SealedDeal, verify_sealed
from gemgrove.server.domain import Table, commands, decide, events
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.setup import MAX_NONCE_LENGTH
from tests.server.domain.tables import ID, OPEN, SECRET, TableHarness, created, seated, started

ADD = commands.AddBot(bot="greedy")


def refused_creation(**wishes: object) -> str:
    return TableHarness().refuses("ann", commands.Create(**wishes))  # type: ignore[arg-type]


def test_a_table_is_sealed_and_lets_the_deal_decide_who_begins_unless_it_is_said() -> None:
    assert created().table.sealed
    assert created().first_player == "random"
    assert created(options={"first_player": 1}).first_player == 1
    assert created(rules="official:first_player=1").first_player == 1


def test_the_commitment_is_that_of_the_secret_for_this_table() -> None:
    commitment = created().terms.deal.commitment
    assert commitment is not None
    assert verify_sealed(commitment, SECRET, ID)
    assert SECRET.hex() not in events.write(created().terms)


def test_an_open_deal_is_told_in_the_form_that_is_written() -> None:
    assert created(deal=OPEN.lower()).terms.deal == events.DealTerms("open", id=OPEN)


def test_the_creator_has_no_seat_and_no_privilege() -> None:
    harness = created()
    assert harness.table.seat_of("zoe") is None
    assert harness.refuses("zoe", ADD) == "not_seated"


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"game": "chess"}, "no_such_game"),
        ({"game": "splendor", "players": 5}, "bad_rules"),
        ({"game": "splendor", "rules": "unheard"}, "bad_rules"),
        ({"game": "splendor", "options": {"cards": "mine"}}, "bad_rules"),
        ({"game": "splendor", "rules": "escrow", "options": {"return_gold": False}}, "bad_rules"),
        ({"game": "splendor", "options": {"turn_limit": 9_999}}, "bad_rules"),
        ({"game": "arboretum", "options": {"payment": "auto"}}, "bad_rules"),
        ({"game": "splendor", "deal": "ABCD"}, "bad_deal"),
        ({"game": "splendor", "deal": Deal("sealed", 7).id}, "bad_deal"),
        ({"game": "splendor", "turn_seconds": 0.5}, "bad_clock"),
        ({"game": "splendor", "turn_seconds": float("inf")}, "bad_clock"),
        ({"game": "splendor", "turn_seconds": float("nan")}, "bad_clock"),
    ],
)
def test_an_impossible_table_is_not_created(wishes: dict[str, object], code: str) -> None:
    assert refused_creation(**wishes) == code


def test_every_preset_of_every_game_can_be_played_by_any_number_of_players() -> None:
    for game, presets in (("splendor", gg.splendor.PRESETS), ("arboretum", ("official", "seeded"))):
        for rules in presets:
            for players in (2, 3, 4):
                assert created(game, players, rules=rules).table.players == players


def test_a_table_is_created_once() -> None:
    assert created().refuses("ann", commands.Create(game="splendor")) == "already_created"


def test_nobody_can_sit_at_a_table_that_was_not_created() -> None:
    assert TableHarness().refuses("ann", commands.Join()) == "no_such_table"


def test_a_player_gets_the_first_free_seat_or_the_one_that_is_wanted() -> None:
    harness = created(players=3)
    assert harness.ask("ann", commands.Join(seat=1)) == [events.Joined(1, "ann", "Ann")]
    assert harness.ask("bob", commands.Join()) == [events.Joined(0, "bob", "Bob")]
    assert harness.refuses("cat", commands.Join(seat=1)) == "seat_taken"
    assert harness.refuses("cat", commands.Join(seat=3)) == "bad_seat"
    assert harness.refuses("cat", commands.Join(seat=-1)) == "bad_seat"


def test_one_too_many_and_one_who_sits_there_are_refused() -> None:
    harness = seated(players=4)
    assert harness.refuses("eve", commands.Join()) == "table_full"
    assert harness.refuses("ann", commands.Join()) == "already_seated"


def test_nobody_joins_a_game_that_has_started() -> None:
    harness = started(players=2)
    assert harness.refuses("eve", commands.Join()) == "already_started"
    assert harness.refuses("ann", commands.Join()) == "already_seated"


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 65])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    assert created().refuses("ann", commands.Join(), name=name) == "bad_name"


def test_a_bot_without_a_name_is_refused() -> None:
    harness = created()
    harness.ask("ann", commands.Join())
    assert harness.refuses("ann", commands.AddBot(bot=" ")) == "bad_bot"


def test_leaving_before_the_start_frees_the_seat_and_one_may_come_back() -> None:
    harness = seated()
    harness.ask("ann", commands.Ready(nonce="aa"))
    assert harness.ask("ann", commands.Leave()) == [events.Left(0)]
    assert harness.table.seats[0].free
    assert harness.refuses("ann", commands.Leave()) == "not_seated"
    harness.ask("ann", commands.Join())
    assert not harness.table.seats[0].ready


def test_any_seated_player_adds_and_removes_bots() -> None:
    harness = created(players=3)
    harness.ask("ann", commands.Join())
    harness.ask("bob", commands.Join())
    assert harness.ask("bob", ADD) == [events.BotAdded(2, "greedy")]
    assert harness.refuses("ann", commands.RemoveBot(seat=0)) == "no_bot_there"
    assert harness.refuses("ann", commands.RemoveBot(seat=9)) == "bad_seat"
    assert harness.ask("ann", commands.RemoveBot(seat=2)) == [events.BotRemoved(2)]


def test_the_game_starts_with_the_last_who_says_ready() -> None:
    harness = seated(players=3)
    assert harness.ask("ann", commands.Ready()) == [events.Ready(0, "")]
    assert harness.ask("cat", commands.Ready()) == [events.Ready(2, "")]
    ready, start = harness.ask("bob", commands.Ready())
    assert ready == events.Ready(1, "")
    assert start == events.Started(harness.game.to_move)


def test_the_game_starts_with_the_last_bot_when_everybody_is_ready() -> None:
    harness = created()
    harness.ask("ann", commands.Join())
    harness.ask("ann", commands.Ready())
    added, start = harness.ask("ann", ADD)
    assert added == events.BotAdded(1, "greedy")
    assert isinstance(start, events.Started)


def test_a_game_does_not_start_while_a_seat_is_free_or_a_person_is_not_ready() -> None:
    harness = created(players=3)
    harness.ask("ann", commands.Join())
    assert harness.ask("ann", commands.Ready()) == [events.Ready(0, "")]
    harness.ask("bob", commands.Join())
    assert harness.ask("bob", ADD) == [events.BotAdded(2, "greedy")]
    assert harness.refuses("ann", commands.Ready()) == "already_ready"


def test_the_deal_is_made_of_the_secret_and_the_nonces_in_the_order_of_the_seats() -> None:
    harness = seated(players=3, persons=2)
    harness.ask("bob", commands.Ready(nonce="BB"))
    harness.ask("ann", commands.Ready(nonce="aa 01"))
    expected = SealedDeal(ID, SECRET).deal([b"\xaa\x01", b"\xbb", b""])
    assert harness.game.deal == expected


def test_another_nonce_is_another_game() -> None:
    games = []
    for nonce in ("", "01"):
        harness = seated()
        harness.ask("ann", commands.Ready(nonce=nonce))
        harness.ask("bob", commands.Ready())
        games.append(harness.game)
    assert games[0] != games[1]


@pytest.mark.parametrize("nonce", ["xyz", "a", "00" * (MAX_NONCE_LENGTH + 1), "é"])
def test_a_nonce_is_up_to_32_bytes_in_hexadecimal(nonce: str) -> None:
    assert seated().refuses("ann", commands.Ready(nonce=nonce)) == "bad_nonce"


def test_an_open_id_decides_the_cards_and_the_nonces_do_not() -> None:
    harness = seated(deal=OPEN)
    harness.ask("ann", commands.Ready(nonce="aa"))
    harness.ask("bob", commands.Ready())
    assert harness.game == gg.new("splendor", players=2, deal=OPEN, first_player="random")


def test_the_server_has_no_seat_to_take() -> None:
    assert created().refuses(None, commands.Join()) == "not_seated"
    assert isinstance(
        decide(Table(ID, SECRET), commands.Create(game="arboretum"), CommandContext(now=1))[
            0
        ].event.body,
        events.Created,
    )
