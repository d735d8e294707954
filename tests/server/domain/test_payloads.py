"""Each audience receives everything it may know, and nothing else."""

import json
from random import Random
from typing import Any

import pytest

import gemgrove as gg
from gemgrove.server.domain import (
    Event,
    commands,
    event_payloads,
    events,
    legal_moves,
)
from gemgrove.splendor.colors import TOKENS
from gemgrove.view_json import view_to_dict
from tests.server.cards import cards_in
from tests.server.domain.tables import (
    OPEN,
    SECRET,
    TableHarness,
    created,
    plain,
    snapshot_of,
    started,
)

GAMES = ["splendor", "arboretum"]


def received(harness: TableHarness, seat: int | None) -> list[Any]:
    """Everything an audience received, in order."""
    return [public if seat is None else own[seat] or public for public, own in harness.told]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_nobody_is_told_a_card_that_their_views_do_not_show(game: str, players: int) -> None:
    harness = started(game, players)
    audiences = (None, *range(players))
    rng = Random(7)
    shown = {seat: set(cards_in(view_to_dict(harness.game.view(seat)))) for seat in audiences}
    while not harness.table.ended:
        harness.play_any(rng)
        for seat in audiences:
            shown[seat] |= set(cards_in(view_to_dict(harness.game.view(seat))))
            assert set(cards_in(received(harness, seat)[-2:])) <= shown[seat]
            assert set(cards_in(snapshot_of(harness.table, seat))) <= shown[seat]
    assert all(len(cards) > 20 for cards in shown.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_is_told_when_the_game_is_over_and_not_before(game: str) -> None:
    harness = started(game, 3)
    assert harness.game.deal is not None
    keys = (SECRET.hex(), harness.game.deal.id.removeprefix("sealed:"))
    harness.play_turns(6)
    for seat in (None, 0, 1, 2):
        text = json.dumps([received(harness, seat), snapshot_of(harness.table, seat)])
        assert not any(key in text for key in keys)
    for name in ("ann", "bob"):
        harness.ask(name, commands.Resign())
    for seat in (None, 0, 1, 2):
        for form in (received(harness, seat)[-1], snapshot_of(harness.table, seat)):
            assert all(key in json.dumps(form) for key in keys)


@pytest.mark.parametrize("game", GAMES)
def test_a_pick_and_a_draw_are_told_to_the_mover_alone_or_to_all_alike(game: str) -> None:
    harness = started(game, 3)
    rng = Random(2)
    secret = {"splendor": ["r m deck"], "arboretum": ["draw deck"]}[game]
    harness.play(*secret)
    public, own = harness.told[-1]
    assert own[0] is not None
    assert own[1] is own[2] is None
    assert list(cards_in(own[0]))
    assert not list(cards_in(public))
    for _ in range(20):
        mover = harness.game.to_move
        harness.play_any(rng)
        _, own = harness.told[-1]
        assert all(form is None for seat, form in enumerate(own) if seat != mover)


def test_a_start_without_hidden_cards_is_told_to_all_alike() -> None:
    assert started("splendor").told[-1][1] == [None, None]
    assert None not in started("arboretum").told[-1][1]


def test_a_start_and_an_undo_are_told_with_the_whole_table() -> None:
    harness = started("arboretum", rules="seeded")
    harness.play("draw 2")
    harness.ask("ann", commands.OfferUndo())
    harness.ask("bob", commands.AnswerUndo(accept=True))
    for seat in (0, 1):
        first, last = received(harness, seat)[-5], received(harness, seat)[-1]
        assert (first["kind"], last["kind"]) == ("started", "undone")
        assert first["view"] == last["view"]
        assert last["view"] | {"seat": seat} == view_to_dict(harness.game.view(seat))


def test_an_event_that_changes_the_position_tells_its_number_and_whose_turn_it_is() -> None:
    harness = started(turn_seconds=60)
    harness.now += 7
    harness.play(0)
    form = received(harness, None)[-1]
    assert form["position"] == form["seq"] == harness.table.position_seq
    assert form["to_move"] == 1
    assert form["clock"] == {
        "turn_seconds": 60,
        "turn_began": harness.now,
        "deadline": harness.now + 60,
    }


def test_tokens_that_were_taken_are_in_escrow_until_the_next_player_acts() -> None:
    harness = started()
    harness.play("p3 red white blue")
    [escrow] = snapshot_of(harness.table, None)["extras"].values()
    assert escrow["seat"] == 0
    assert received(harness, 1)[-1]["extras"] == snapshot_of(harness.table, 1)["extras"]
    harness.play("p2 green")
    [escrow] = snapshot_of(harness.table, None)["extras"].values()
    assert escrow["seat"] == 1


def test_a_table_tells_all_which_tokens_may_go_back_by_the_rules_of_escrow() -> None:
    harness = started(rules="escrow")
    for move in ("p3 white green red", "p3 white green red", "p3 white green red", "p2 black"):
        harness.play(move)
        if harness.game.to_move:
            harness.game.skip()
    drawn = {"seat": 0, "tokens": dict.fromkeys(TOKENS, 0) | {"black": 2}}
    for seat in (None, 0, 1):
        standing = snapshot_of(harness.table, seat)
        assert standing["view"]["escrow"] == standing["extras"]["escrow"] == drawn
        assert received(harness, seat)[-1]["decisions"][-1]["now"]["escrow"] == drawn
    assert [move.move for move in legal_moves(harness.table, 0)] == ["return black"]


def test_a_replayed_event_has_the_same_payloads_and_only_the_seat_that_drew_its_own() -> None:
    harness = started("arboretum", 3)
    before = harness.table
    harness.play("draw deck")
    public, own = event_payloads(before.after(harness.events[-1]))
    assert own[0] is not None
    assert own[1:] == [None, None]
    assert (plain(public), [plain(own[0]), None, None]) == harness.told[-1]


def test_every_payload_is_plain_json() -> None:
    harness = started("arboretum", 3)
    harness.play_out()
    for public, own in harness.told:
        for form in (public, *filter(None, own)):
            assert json.loads(json.dumps(form)) == form


def test_an_event_of_a_newer_program_is_shown_as_a_frozen_table() -> None:
    table = started().table
    table.apply(Event(table.last_seq + 1, 1.0, None, events.Unknown("bewitched")))
    assert "bewitched" in snapshot_of(table, 0)["frozen"]


@pytest.mark.parametrize("game", GAMES)
def test_a_snapshot_shows_the_view_and_to_the_mover_the_legal_moves(game: str) -> None:
    harness = started(game, 3)
    harness.play_turns(5)
    mover = harness.game.to_move
    for seat in (None, 0, 1, 2):
        standing = snapshot_of(harness.table, seat)
        assert json.loads(json.dumps(standing)) == standing
        assert standing["view"] == view_to_dict(harness.game.view(seat))
        numbers = [move["action"] for move in standing["legal"]]
        assert numbers == (harness.game.legal_actions() if seat == mover else [])
    assert legal_moves(harness.table, None) == []


def test_a_snapshot_before_the_start_has_seats_and_no_view() -> None:
    harness = created(deal=OPEN)
    harness.ask("ann", commands.Join())
    standing = snapshot_of(harness.table, None)
    assert standing["view"] is None
    assert [seat["name"] for seat in standing["seats"]] == ["Ann", None]
    assert standing["deal"] == {
        "kind": "open",
        "id": OPEN,
        "commitment": None,
        "deck_knowable": True,
    }


def test_a_snapshot_of_a_finished_game_tells_the_outcome() -> None:
    harness = started("arboretum")
    harness.play_out()
    standing = snapshot_of(harness.table, None)
    assert standing["outcome"]["places"] == harness.game.places
    assert standing["legal"] == []
    again = gg.new("arboretum", players=2, deal=standing["dealt"], first_player=0)
    again.play_all(harness.game.actions)
    assert again == harness.game
