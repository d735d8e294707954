"""Decisions, single or in a list: who may make them and when, and the end of the game."""

from random import Random

import pytest

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.events import POSITION_CHANGING
from gemgrove.server.domain.moves import MAX_MOVES
from tests.server.domain.tables import TableHarness, created, seated, started

GAMES = ["splendor", "arboretum"]


def play(harness: TableHarness, *moves: str | int, position: int | None = None) -> commands.Play:
    return commands.Play(
        moves=list(moves), position=harness.table.position_seq if position is None else position
    )


def test_a_move_is_stored_as_number_and_as_text() -> None:
    harness = started()
    [played] = harness.ask("ann", play(harness, "p3 red white blue"))
    assert isinstance(played, events.Played)
    assert (played.seat, played.moves, played.by_bot) == (0, ["p3 white blue red"], False)
    assert harness.game.actions == played.actions


def test_a_number_plays_what_its_text_does() -> None:
    harness = started()
    [played] = harness.ask("ann", play(harness, 0))
    assert isinstance(played, events.Played)
    assert played.moves == [started().game.move(0).text]


def test_moving_out_of_turn_without_a_seat_before_the_start_and_after_the_end_is_refused() -> None:
    harness = started()
    assert harness.refuses("bob", play(harness, 0)) == "not_your_turn"
    assert harness.refuses("eve", play(harness, 0)) == "not_seated"
    assert seated().refuses("ann", play(seated(), 0)) == "not_started"
    harness.play_out()
    assert harness.refuses("ann", play(harness, 0)) == "game_over"


def test_a_move_names_the_position_that_it_answers() -> None:
    harness = started()
    old = harness.table.position_seq
    harness.play(0)
    assert harness.refuses("bob", play(harness, 1, position=old)) == "stale_position"
    assert harness.refuses("bob", play(harness, 1, position=old + 9)) == "stale_position"


def test_what_does_not_change_the_position_makes_no_move_stale() -> None:
    harness = started()
    harness.play(0)
    position = harness.table.position_seq
    harness.ask("ann", commands.Say(text="good luck"))
    harness.ask("ann", commands.OfferUndo())
    assert harness.table.last_seq == position + 2
    harness.ask("bob", play(harness, 1, position=position))
    assert harness.table.position_seq == position + 3


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ([], "bad_move"),
        (["castle"], "bad_move"),
        ([-2], "bad_move"),
        ([9_999], "bad_move"),
        (["x" * 201], "bad_move"),
        ([0] * (MAX_MOVES + 1), "bad_move"),
        (["b v 1"], "illegal_move"),
        (["skip"], "illegal_move"),
        ([-1], "illegal_move"),
        (["p3 red white blue", "p3 red white blue"], "illegal_move"),
        (["p3 red white blue", "b v 1"], "illegal_move"),
    ],
)
def test_an_illegal_turn_is_refused_as_a_whole(moves: list[str | int], code: str) -> None:
    harness = started()
    before = harness.game.copy()
    assert harness.refuses("ann", play(harness, *moves)) == code
    assert harness.game == before


def test_a_list_makes_up_a_turn() -> None:
    harness = started("arboretum")
    hand = harness.game.view(0).board.players[0].hand
    moves = ["draw deck", "draw deck", f"plant {hand[0]} 0 0", f"discard {hand[1]}"]
    [played] = harness.ask("ann", play(harness, *moves))
    assert isinstance(played, events.Played)
    assert len(played.actions) == len(played.moves) == 5
    assert harness.game.to_move == 1


def test_a_list_may_be_part_of_a_turn() -> None:
    harness = started("arboretum")
    harness.play("draw deck", "draw deck")
    assert harness.game.to_move == 0


def test_a_list_cannot_find_out_what_lies_on_the_deck() -> None:
    """If only a draw can tell, a list that would be legal is refused like one that would not."""
    harness = started("arboretum")
    fields = harness.game.variant.fields(harness.game)
    hand = harness.game.board.players[0].hand
    deck = [type(hand[0]).of(number) for number in fields["deck"]]
    draws = ["draw deck", "draw deck"]
    harness.game.copy().play_all([*draws, f"pick {deck[0]}"])
    answers = {
        harness.refuses("ann", play(harness, *draws, f"pick {card}"))
        for card in (deck[0], deck[1], deck[9])
    }
    assert answers <= {"illegal_move", "unseen_cards"}


def test_a_list_that_is_legal_by_luck_is_refused() -> None:
    """The top card is easy to guess when a deck is nearly empty."""
    harness = started("arboretum")
    rng = Random(1)
    while (
        len(harness.game.variant.fields(harness.game)["deck"]) > 3
        or harness.game.board.phase != "draw"
    ):
        harness.play_any(rng)
    top = type(harness.game.board.players[0].hand[0]).of(
        harness.game.variant.fields(harness.game)["deck"][0]
    )
    command = play(harness, "draw deck", "draw deck", f"pick {top}")
    assert harness.refuses(harness.mover, command) == "unseen_cards"


def test_the_server_plays_for_a_bot_and_for_nobody_else() -> None:
    harness = started(persons=1)
    assert harness.refuses(None, play(harness, 0)) == "not_your_turn"
    harness.play(0)
    assert harness.refuses("ann", play(harness, 1)) == "not_your_turn"
    [played] = harness.ask(None, play(harness, 1))
    assert isinstance(played, events.Played)
    assert played.by_bot


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_played_to_its_end(game: str, players: int) -> None:
    harness = started(game, players)
    harness.play_out()
    over = harness.table.outcome
    assert over is not None
    assert (over.ending, over.scores) == (harness.game.ending, harness.game.scores)
    assert (over.places, over.winners) == (harness.game.places, harness.game.winners)
    assert harness.table.secret is not None
    assert over.secret == harness.table.secret.hex()
    assert [type(event.body) for event in harness.events].count(events.Over) == 1


def test_the_secret_is_in_no_event_before_the_last() -> None:
    harness = started()
    harness.play_out()
    assert harness.table.outcome is not None
    secret = harness.table.outcome.secret
    assert secret is not None
    *before, last = [events.write(event.body) for event in harness.events]  # type: ignore[arg-type]
    assert secret in last
    assert not any(secret in text for text in before)


def test_the_position_is_that_of_the_last_event_that_changes_it() -> None:
    harness = created()
    assert harness.table.position_seq == 0
    harness = started()
    rng = Random(3)
    for _ in range(40):
        harness.play_any(rng)
        changing = [e.seq for e in harness.events if isinstance(e.body, POSITION_CHANGING)]
        assert harness.table.position_seq == changing[-1]
