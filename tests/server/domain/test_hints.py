"""Hints are for whoever plays against the server's bots alone."""

from typing import Any

from gemgrove.server.domain import commands
from tests.server.domain.tables import OPEN, TableHarness, seated, snapshot_of, started


def hints(harness: TableHarness, seat: int | None) -> Any:
    """The permission in the event of the start; that of the snapshot must be the same."""
    public, own = next(told for told in harness.told if told[0]["kind"] == "started")
    payload = public if seat is None else own[seat] or public
    assert snapshot_of(harness.table, seat)["hints"] == payload["hints"]
    return payload["hints"]


def test_a_player_against_bots_may_have_hints() -> None:
    harness = started(players=3, persons=1)
    assert hints(harness, 0) is True


def test_bots_and_spectators_have_none() -> None:
    harness = started(players=3, persons=1)
    assert [hints(harness, audience) for audience in (None, 1, 2)] == [False] * 3


def test_a_rated_game_has_none() -> None:
    harness = started(players=2, options={})
    assert [hints(harness, audience) for audience in (None, 0, 1)] == [False] * 3


def test_nobody_has_any_where_another_person_plays() -> None:
    for options in ({"practice": True}, {"deal": OPEN}):
        harness = started(players=3, persons=2, **options)
        assert [hints(harness, audience) for audience in (None, 0, 1, 2)] == [False] * 4


def test_an_open_deal_against_bots_may_have_hints() -> None:
    assert hints(started(persons=1, deal=OPEN), 0) is True


def test_there_are_none_once_another_person_has_left() -> None:
    harness = started(players=3, persons=2)
    harness.play_turns(3)
    harness.ask("bob", commands.Resign())
    assert not harness.table.ended
    assert snapshot_of(harness.table, 0)["hints"] is False


def test_there_are_none_before_the_start_and_after_the_end() -> None:
    harness = seated(players=3, persons=1)
    assert snapshot_of(harness.table, 0)["hints"] is False
    harness.ask("ann", commands.Ready())
    assert snapshot_of(harness.table, 0)["hints"] is True
    harness.play_turns(1)
    harness.ask("ann", commands.Resign())
    assert harness.table.ended
    assert snapshot_of(harness.table, 0)["hints"] is False
