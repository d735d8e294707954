"""What each audience is told: all that it may know, and nothing else."""

import json
from random import Random
from typing import Any

import pytest

import gemgrove as gg
from gemgrove.server.domain import Event, Table, commands, events, legal_moves, snapshot, told
from gemgrove.wire import to_wire
from tests.server.cards import cards_in
from tests.server.domain.tables import ID, OPEN, SECRET, Sitting, created, started

GAMES = ["splendor", "arboretum"]


def received(sitting: Sitting, seat: int | None) -> list[Any]:
    """All that an audience was told, in order."""
    return [public if seat is None else own[seat] or public for public, own in sitting.told]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_nobody_is_told_a_card_that_their_views_do_not_show(game: str, players: int) -> None:
    sitting = started(game, players)
    audiences = (None, *range(players))
    rng = Random(7)
    shown = {seat: set(cards_in(to_wire(sitting.game.view(seat)))) for seat in audiences}
    while not sitting.table.ended:
        sitting.play_any(rng)
        for seat in audiences:
            shown[seat] |= set(cards_in(to_wire(sitting.game.view(seat))))
            assert set(cards_in(received(sitting, seat)[-2:])) <= shown[seat]
            assert set(cards_in(snapshot(sitting.table, seat))) <= shown[seat]
    assert all(len(cards) > 20 for cards in shown.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_is_told_when_the_game_is_over_and_not_before(game: str) -> None:
    sitting = started(game, 3)
    keys = (SECRET.hex(), sitting.game.deal.id.removeprefix("sealed:"))
    sitting.play_turns(6)
    for seat in (None, 0, 1, 2):
        text = json.dumps([received(sitting, seat), snapshot(sitting.table, seat)])
        assert not any(key in text for key in keys)
    for name in ("ann", "bob"):
        sitting.ask(name, commands.Resign())
    for seat in (None, 0, 1, 2):
        for form in (received(sitting, seat)[-1], snapshot(sitting.table, seat)):
            assert all(key in json.dumps(form) for key in keys)


@pytest.mark.parametrize("game", GAMES)
def test_a_pick_and_a_draw_are_told_to_the_mover_alone_or_to_all_alike(game: str) -> None:
    sitting = started(game, 3)
    rng = Random(2)
    secret = {"splendor": ["r m deck"], "arboretum": ["draw deck"]}[game]
    sitting.play(*secret)
    public, own = sitting.told[-1]
    assert own[0] is not None
    assert own[1] is own[2] is None
    assert list(cards_in(own[0]))
    assert not list(cards_in(public))
    for _ in range(20):
        mover = sitting.game.to_move
        sitting.play_any(rng)
        _, own = sitting.told[-1]
        assert all(form is None for seat, form in enumerate(own) if seat != mover)


def test_a_start_without_hidden_cards_is_told_to_all_alike() -> None:
    assert started("splendor").told[-1][1] == [None, None]
    assert None not in started("arboretum").told[-1][1]


def test_a_start_and_an_undo_are_told_with_the_whole_table() -> None:
    sitting = started("arboretum", rules="seeded")
    sitting.play("draw 2")
    sitting.ask("ann", commands.OfferUndo())
    sitting.ask("bob", commands.AnswerUndo(accept=True))
    for seat in (0, 1):
        first, last = received(sitting, seat)[-5], received(sitting, seat)[-1]
        assert (first["kind"], last["kind"]) == ("started", "undone")
        assert first["view"] == last["view"]
        assert last["view"] | {"seat": seat} == to_wire(sitting.game.view(seat))


def test_an_event_that_changes_the_position_tells_its_number_and_whose_turn_it_is() -> None:
    sitting = started(turn_seconds=60)
    sitting.now += 7
    sitting.play(0)
    form = received(sitting, None)[-1]
    assert form["position"] == form["seq"] == sitting.table.position_seq
    assert form["to_move"] == 1
    assert form["clock"] == {
        "turn_seconds": 60,
        "turn_began": sitting.now,
        "deadline": sitting.now + 60,
    }


def test_tokens_that_were_taken_are_in_escrow_until_the_next_player_acts() -> None:
    sitting = started()
    sitting.play("p3 red white blue")
    [escrow] = snapshot(sitting.table, None)["extras"].values()
    assert escrow["seat"] == 0
    assert received(sitting, 1)[-1]["extras"] == snapshot(sitting.table, 1)["extras"]
    sitting.play("p2 green")
    [escrow] = snapshot(sitting.table, None)["extras"].values()
    assert escrow["seat"] == 1


def test_told_is_one_of_the_forms() -> None:
    sitting = started("arboretum", 3)
    before = sitting.table.copy()
    sitting.play("draw deck")
    public, own = sitting.told[-1]
    event = sitting.events[-1]
    assert told(before, event, sitting.table, None) == public
    assert told(before, event, sitting.table, 0) == own[0]
    assert told(before, event, sitting.table, 1) == public


def test_every_form_is_plain_json() -> None:
    sitting = started("arboretum", 3)
    sitting.play_out()
    for public, own in sitting.told:
        for form in (public, *filter(None, own)):
            assert json.loads(json.dumps(form)) == form


def test_what_a_newer_program_wrote_is_told_as_a_frozen_table() -> None:
    table = started().table
    before = table.copy()
    event = Event(table.last_seq + 1, 1.0, None, events.Unknown("bewitched"))
    table.apply(event)
    form = told(before, event, table, 0)
    assert form["kind"] == "bewitched"
    assert "bewitched" in form["frozen"]


@pytest.mark.parametrize("game", GAMES)
def test_a_snapshot_shows_the_view_and_to_the_mover_the_legal_moves(game: str) -> None:
    sitting = started(game, 3)
    sitting.play_turns(5)
    mover = sitting.game.to_move
    for seat in (None, 0, 1, 2):
        shot = snapshot(sitting.table, seat)
        assert json.loads(json.dumps(shot)) == shot
        assert shot["view"] == to_wire(sitting.game.view(seat))
        numbers = [move["action"] for move in shot["legal"]]
        assert numbers == (sitting.game.legal_actions() if seat == mover else [])
    assert legal_moves(sitting.table, None) == []


def test_a_snapshot_before_the_start_has_seats_and_no_view() -> None:
    sitting = created(deal=OPEN)
    sitting.ask("ann", commands.Join(name="Ann"))
    shot = snapshot(sitting.table, None)
    assert shot["view"] is None
    assert [seat["name"] for seat in shot["seats"]] == ["Ann", None]
    assert shot["deal"] == {"kind": "open", "id": OPEN, "commitment": None, "deck_knowable": True}


def test_a_snapshot_of_a_finished_game_tells_the_outcome() -> None:
    sitting = started("arboretum")
    sitting.play_out()
    shot = snapshot(sitting.table, None)
    assert shot["outcome"]["places"] == sitting.game.places
    assert shot["legal"] == []
    again = gg.new("arboretum", players=2, deal=shot["dealt"], first_player=0)
    again.play_all(sitting.game.actions)
    assert again == sitting.game


def test_a_snapshot_of_a_table_without_events_can_be_made() -> None:
    assert snapshot(Table.begin(ID), None)["phase"] == "new"
