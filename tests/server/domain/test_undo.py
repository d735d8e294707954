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
    sitting = started()
    before = sitting.game.copy()
    sitting.play("p3 red white blue")
    assert sitting.ask("ann", OFFER) == [events.UndoOffered(0, 0)]
    assert sitting.ask("bob", YES) == [events.UndoAgreed(1), events.Undone(0)]
    assert sitting.game == before
    assert sitting.table.offer is None
    assert sitting.table.position_seq == sitting.table.last_seq


def test_all_persons_must_agree_and_bots_do_not_mind() -> None:
    sitting = started(players=4, persons=3)
    sitting.play("p3 red white blue")
    sitting.ask("ann", OFFER)
    assert sitting.ask("cat", YES) == [events.UndoAgreed(2)]
    assert sitting.refuses("cat", YES) == "already_agreed"
    assert sitting.refuses("ann", YES) == "own_offer"
    assert sitting.ask("bob", YES) == [events.UndoAgreed(1), events.Undone(0)]


def test_where_nobody_is_to_be_asked_it_is_done() -> None:
    sitting = started(persons=1)
    sitting.play("p3 red white blue")
    assert sitting.ask("ann", OFFER) == [events.UndoOffered(0, 0), events.Undone(0)]


def test_what_was_declined_is_not_offered_again_in_this_position() -> None:
    sitting = started()
    sitting.play("p3 red white blue")
    sitting.ask("ann", OFFER)
    assert sitting.refuses("ann", OFFER) == "already_offered"
    assert sitting.ask("bob", NO) == [events.UndoDeclined(1)]
    assert sitting.refuses("ann", OFFER) == "offer_declined"
    assert sitting.refuses("bob", YES) == "no_offer"


def test_who_has_asked_can_withdraw_it() -> None:
    sitting = started()
    sitting.play("p3 red white blue")
    sitting.ask("ann", OFFER)
    sitting.ask("ann", NO)
    assert sitting.table.offer is None


def test_an_offer_ends_when_somebody_moves() -> None:
    sitting = started()
    sitting.play("p3 red white blue")
    sitting.ask("ann", OFFER)
    sitting.play("p3 red white blue")
    assert sitting.refuses("bob", YES) == "no_offer"
    assert sitting.refuses("ann", OFFER) == "nothing_to_undo"


def test_there_is_nothing_to_take_back_before_ones_move_or_after_anothers() -> None:
    sitting = started()
    assert sitting.refuses("ann", OFFER) == "nothing_to_undo"
    sitting.play("p3 red white blue")
    assert sitting.refuses("bob", OFFER) == "nothing_to_undo"
    assert sitting.refuses("eve", OFFER) == "not_seated"


@pytest.mark.parametrize("move", ["r m 1", "r m deck"])
def test_a_turn_by_which_a_card_was_seen_stays(move: str) -> None:
    sitting = started()
    sitting.play(move)
    assert sitting.refuses("ann", OFFER) == "something_was_seen"


def test_a_card_drawn_from_a_pile_goes_back_and_one_from_the_deck_does_not() -> None:
    sitting = started("arboretum", rules="seeded")
    before = sitting.game.copy()
    sitting.play("draw 2")
    sitting.ask("ann", OFFER)
    sitting.ask("bob", YES)
    assert sitting.game == before
    sitting.play("draw deck")
    assert sitting.refuses("ann", OFFER) == "something_was_seen"


def test_a_planted_card_that_the_others_had_not_seen_stays_planted() -> None:
    sitting = started("arboretum", rules="seeded")
    sitting.play("draw 2")
    hand = sitting.game.view(0).board.players[0].hand
    shown = sitting.game.view(None).board.players[0].hand
    hidden = next(card for card in hand if card not in shown)
    game = sitting.game.copy()
    for move in ("draw deck", f"plant {hidden} 0 0"):
        game.play(move)
    assert cards_revealed_since(game, 2)  # the draws apart


def test_the_clock_begins_anew() -> None:
    sitting = started(turn_seconds=60)
    sitting.now += 50
    sitting.play("p3 red white blue")
    sitting.ask("ann", OFFER)
    sitting.now += 5
    sitting.ask("bob", YES)
    assert sitting.table.deadline() == sitting.now + 60


def test_a_first_move_that_was_taken_back_was_none() -> None:
    sitting = started()
    sitting.play("p3 red white blue")
    sitting.ask("ann", OFFER)
    sitting.ask("bob", YES)
    _, then = sitting.ask("ann", commands.Resign())
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
