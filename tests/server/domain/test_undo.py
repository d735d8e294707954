"""Undoing a turn: by consent, and only if the turn revealed nothing."""

from random import Random

import pytest

import gemgrove as gg
from gemgrove.server.domain import commands, events
from gemgrove.undo_guard import cards_revealed_since
from tests.server.domain.tables import cards_shown, started

YES, NO, OFFER = (
    commands.AnswerUndo(accept=True),
    commands.AnswerUndo(accept=False),
    commands.OfferUndo(),
)


def test_a_turn_is_taken_back_when_the_other_agrees() -> None:
    harness = started()
    before = harness.game.copy()
    harness.play("p3 red white blue")
    assert harness.ask("ann", OFFER) == [events.UndoOffered(0, 0)]
    assert harness.ask("bob", YES) == [events.UndoAgreed(1), events.Undone(0)]
    assert harness.game == before
    assert harness.table.offer is None
    assert harness.table.position_seq == harness.table.last_seq


def test_all_persons_must_agree_and_bots_do_not_mind() -> None:
    harness = started(players=4, persons=3)
    harness.play("p3 red white blue")
    harness.ask("ann", OFFER)
    assert harness.ask("cat", YES) == [events.UndoAgreed(2)]
    assert harness.refuses("cat", YES) == "already_agreed"
    assert harness.refuses("ann", YES) == "own_offer"
    assert harness.ask("bob", YES) == [events.UndoAgreed(1), events.Undone(0)]


def test_where_nobody_is_to_be_asked_it_is_done() -> None:
    harness = started(persons=1)
    harness.play("p3 red white blue")
    assert harness.ask("ann", OFFER) == [events.UndoOffered(0, 0), events.Undone(0)]


def test_what_was_declined_is_not_offered_again_in_this_position() -> None:
    harness = started()
    harness.play("p3 red white blue")
    harness.ask("ann", OFFER)
    assert harness.refuses("ann", OFFER) == "already_offered"
    assert harness.ask("bob", NO) == [events.UndoDeclined(1)]
    assert harness.refuses("ann", OFFER) == "offer_declined"
    assert harness.refuses("bob", YES) == "no_offer"


def test_an_offer_can_be_withdrawn() -> None:
    harness = started()
    harness.play("p3 red white blue")
    harness.ask("ann", OFFER)
    harness.ask("ann", NO)
    assert harness.table.offer is None


def test_an_offer_ends_when_somebody_moves() -> None:
    harness = started()
    harness.play("p3 red white blue")
    harness.ask("ann", OFFER)
    harness.play("p3 red white blue")
    assert harness.refuses("bob", YES) == "no_offer"
    assert harness.refuses("ann", OFFER) == "nothing_to_undo"


def test_there_is_nothing_to_take_back_before_ones_move_or_after_anothers() -> None:
    harness = started()
    assert harness.refuses("ann", OFFER) == "nothing_to_undo"
    harness.play("p3 red white blue")
    assert harness.refuses("bob", OFFER) == "nothing_to_undo"
    assert harness.refuses("eve", OFFER) == "not_seated"


@pytest.mark.parametrize("move", ["r m 1", "r m deck"])
def test_a_turn_by_which_a_card_was_seen_stays(move: str) -> None:
    harness = started()
    harness.play(move)
    assert harness.refuses("ann", OFFER) == "something_was_seen"


def test_a_card_drawn_from_a_pile_goes_back_and_one_from_the_deck_does_not() -> None:
    harness = started("arboretum", rules="seeded")
    before = harness.game.copy()
    harness.play("draw 2")
    harness.ask("ann", OFFER)
    harness.ask("bob", YES)
    assert harness.game == before
    harness.play("draw deck")
    assert harness.refuses("ann", OFFER) == "something_was_seen"


def test_a_planted_card_that_the_others_had_not_seen_stays_planted() -> None:
    harness = started("arboretum", rules="seeded")
    harness.play("draw 2")
    hand = harness.game.view(0).board.players[0].hand
    shown = harness.game.view(None).board.players[0].hand
    hidden = next(card for card in hand if card not in shown)
    game = harness.game.copy()
    for move in ("draw deck", f"plant {hidden} 0 0"):
        game.play(move)
    assert cards_revealed_since(game, 2)  # the draws apart


def test_the_clock_begins_anew() -> None:
    harness = started(turn_seconds=60)
    harness.now += 50
    harness.play("p3 red white blue")
    harness.ask("ann", OFFER)
    harness.now += 5
    harness.ask("bob", YES)
    assert harness.table.deadline() == harness.now + 60


def test_a_first_move_that_was_taken_back_was_none() -> None:
    harness = started()
    harness.play("p3 red white blue")
    harness.ask("ann", OFFER)
    harness.ask("bob", YES)
    _, then = harness.ask("ann", commands.Resign())
    assert isinstance(then, events.Aborted)


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
def test_something_was_seen_if_and_only_if_a_view_shows_a_new_card(game: gg.GameName) -> None:
    found = set()
    for seed in range(2):
        played = gg.new(game, players=3, seed=seed)
        rng = Random(seed)
        audiences = (None, 0, 1, 2)
        while not played.over:
            seen = [cards_shown(played.view(seat)) for seat in audiences]
            played.play(rng.choice(played.legal_actions()))
            after = [cards_shown(played.view(seat)) for seat in audiences]
            new = any(now - then for then, now in zip(seen, after, strict=True))
            assert cards_revealed_since(played, len(played.actions) - 1) == new
            found.add(new)
    assert found == {True, False}
