"""Chat and rematches."""

import pytest

from gemgrove.server.domain import Table, commands, events, rematched
from gemgrove.server.domain.chat import MAX_MESSAGE_LENGTH, MAX_MESSAGES
from tests.server.domain.tables import (
    NEW,
    OPEN,
    SECRET,
    TableHarness,
    created,
    seated,
    started,
)

AGAIN = commands.Rematch()


def finished(players: int = 2, persons: int = 4, **options: object) -> TableHarness:
    harness = started("arboretum", players, persons, **options)
    harness.play_out()
    return harness


def test_seated_players_can_chat_before_during_and_after_the_game() -> None:
    for harness in (seated(), started(), finished()):
        assert harness.ask("bob", commands.Say(text=" hi ")) == [events.Said(1, "hi")]
        assert harness.refuses("eve", commands.Say(text="hi")) == "not_seated"


def test_the_server_can_speak() -> None:
    assert created().ask(None, commands.Say(text="Welcome")) == [events.Said(None, "Welcome")]


@pytest.mark.parametrize("text", ["", "  ", "x" * (MAX_MESSAGE_LENGTH + 1), "a\nb", "a\u202eb"])
def test_a_saying_is_a_line_of_some_characters(text: str) -> None:
    assert seated().refuses("ann", commands.Say(text=text)) == "bad_text"


def test_there_is_a_bound_to_what_is_said_at_a_table() -> None:
    harness = seated()
    harness.table.said = MAX_MESSAGES - 1
    harness.ask("ann", commands.Say(text="hi"))
    assert harness.refuses("ann", commands.Say(text="hi")) == "too_much_said"


def test_a_rematch_needs_all_who_are_left() -> None:
    harness = finished(players=3)
    assert started().refuses("ann", AGAIN) == "not_over"
    assert harness.refuses("eve", AGAIN) == "not_seated"
    assert harness.ask("ann", AGAIN) == [events.RematchWanted(0)]
    assert harness.refuses("ann", AGAIN) == "already_agreed"
    harness.ask("cat", AGAIN)
    assert harness.ask("bob", AGAIN) == [events.RematchWanted(1), events.Rematch(NEW)]
    assert harness.refuses("ann", AGAIN) == "rematch_made"


def test_bots_and_deleted_players_are_not_asked_for_a_rematch() -> None:
    harness = started(players=4, persons=3)
    harness.play_turns(4)
    harness.ask(None, commands.Withdraw(player="ann"))
    harness.play_out()
    assert harness.refuses("ann", AGAIN) == "not_seated"
    harness.ask("bob", AGAIN)
    assert harness.ask("cat", AGAIN)[-1] == events.Rematch(NEW)


def test_a_player_who_resigned_can_join_the_rematch() -> None:
    harness = started(players=2)
    harness.play_turns(2)
    harness.ask("ann", commands.Resign())
    assert harness.ask("bob", AGAIN) == [events.RematchWanted(1)]
    assert harness.ask("ann", AGAIN) == [events.RematchWanted(0), events.Rematch(NEW)]
    again = TableHarness(Table(NEW, SECRET))
    again.happen(rematched(harness.table, again.table))
    assert [seat.player for seat in again.table.seats] == ["bob", "ann"]


def test_everybody_moves_up_one_seat_and_must_be_ready_again() -> None:
    harness = started(players=4, persons=3)
    harness.play_turns(4)
    harness.ask(None, commands.Withdraw(player="bob"))
    harness.play_out()
    again = TableHarness(Table(NEW, bytes(32)))
    again.happen(rematched(harness.table, again.table))
    players = [seat.player or seat.bot for seat in again.table.seats]
    assert players == [None, "cat", "greedy", "ann"]
    assert not any(seat.ready for seat in again.table.seats)
    again.ask("ann", commands.Ready())


def test_a_rematch_has_the_same_terms_and_its_own_deal() -> None:
    harness = finished(turn_seconds=60, practice=True)
    again = TableHarness(Table(NEW, SECRET))
    again.happen(rematched(harness.table, again.table))
    old, new = harness.terms, again.terms
    assert (old.variant, old.turn_seconds, old.practice) == (
        new.variant,
        new.turn_seconds,
        new.practice,
    )
    assert old.deal.commitment != new.deal.commitment


def test_an_open_deal_is_played_again_unless_another_is_given() -> None:
    harness = finished(deal=OPEN)
    new = Table(NEW)
    other = "0000-0000-0000-001"
    for deal, expected in ((None, OPEN), (other, other)):
        terms = rematched(harness.table, new, deal=deal)[0]
        assert isinstance(terms, events.Created)
        assert terms.deal.id == expected
