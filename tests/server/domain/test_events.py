"""Stored events, and the tables rebuilt from them."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.server.domain import RULES_VERSION, Event, Refused, Table, commands, decide, events
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.events import EventBody, Unknown, kind_of, read, write
from gemgrove.server.domain.refusals import STATUS
from tests.server.domain.tables import ID, SECRET, created, rebuilt, seated, started

KINDS = EventBody.__args__
SEAT = st.integers(0, 3)
TEXT = st.text(max_size=20)
PLAIN = st.dictionaries(TEXT, st.booleans() | st.integers(-9, 9) | TEXT, max_size=3)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
MEMBERS = {
    "seat": SEAT,
    "variant": PLAIN,
    "deal": st.builds(
        events.DealTerms, st.sampled_from(["sealed", "open"]), st.none() | TEXT, st.none() | TEXT
    ),
    "turn_seconds": st.none() | FINITE,
}


def event_bodies() -> st.SearchStrategy[EventBody]:
    def of(kind: Any) -> st.SearchStrategy[EventBody]:
        known = {name: MEMBERS[name] for name in kind.__struct_fields__ if name in MEMBERS}
        if kind is events.Said:
            known["seat"] = st.none() | SEAT
        return st.builds(kind, **known)

    return st.one_of([of(kind) for kind in KINDS])


@given(event_bodies())
def test_every_event_is_read_as_it_was_written(what: EventBody) -> None:
    assert read(write(what)) == what
    assert msgspec.json.decode(write(what))["kind"] == kind_of(what)


def test_every_kind_has_a_name_of_its_own() -> None:
    names = [kind.__struct_config__.tag for kind in KINDS]
    assert len(set(names)) == len(names) == 22


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"kind": "bewitched", "by": 7}', "bewitched"),
        ('{"kind": "left", "seat": 0, "why": "newer"}', "left"),
        ('{"kind": "left"}', "left"),
        ('{"seat": 0}', "?"),
        ("[1]", "?"),
        ("{", "?"),
    ],
)
def test_what_this_program_would_not_have_written_is_unknown(text: str, kind: str) -> None:
    assert read(text) == Unknown(kind)


def test_an_event_does_not_change() -> None:
    with pytest.raises(AttributeError):
        events.Left(0).seat = 1  # type: ignore[misc]


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_stored_events_make_the_same_table(game: str, players: int) -> None:
    harness = started(game, players)
    harness.play_out()
    assert rebuilt(harness.events) == harness.table


def test_events_have_no_gaps() -> None:
    table = created().table
    for seq in (1, 3):
        with pytest.raises(ValueError, match="cannot come after event 1"):
            table.apply(Event(seq, 1.0, None, events.Archived()))


def frozen_by(what: EventBody | Unknown, table: Table) -> Table:
    table.apply(Event(table.last_seq + 1, 1.0, None, what))
    return table


def test_a_table_of_another_rules_version_is_frozen() -> None:
    terms = created().terms
    newer = msgspec.structs.replace(terms, rules_version=RULES_VERSION + 1)
    table = frozen_by(newer, Table(ID, SECRET))
    assert table.frozen is not None
    assert f"version {RULES_VERSION + 1}" in table.frozen
    for command in (commands.Join(), commands.Archive()):
        with pytest.raises(Refused) as caught:
            decide(table, command, CommandContext(now=1.0))
        assert caught.value.code == "frozen"


@pytest.mark.parametrize(
    "what",
    [
        Unknown("bewitched"),
        events.Played(0, [71], ["pass"]),
        events.Played(1, [0], ["p3"]),
        events.Played(0, [0, 9_999], ["p3", "?"]),
        events.Joined(7, "eve", "Eve"),
    ],
)
def test_an_impossible_event_freezes_the_table_where_it_stood(what: EventBody) -> None:
    table = started().table
    before = table.game
    assert frozen_by(what, table).frozen is not None
    assert table.game == before
    last = table.last_seq
    assert frozen_by(events.Archived(), table).last_seq == last + 1
    assert not table.archived


def test_a_start_with_another_first_player_or_without_the_secret_freezes_the_table() -> None:
    for secret, first in ((SECRET, 1), (None, 0)):
        harness = seated(options={"first_player": 0})
        table = rebuilt(harness.events, secret)
        assert frozen_by(events.Started(first), table).frozen is not None
        assert table.game is None


def test_tables_of_the_same_rules_share_them() -> None:
    assert created().table.variant is created().table.variant


def test_a_copy_stands_alone() -> None:
    harness = started(players=3)
    harness.play_turns(2)
    copy = harness.table.copy()
    assert copy == harness.table
    kept = rebuilt(harness.events)
    harness.play_turns(2)
    harness.ask("ann", commands.Resign())
    assert copy == kept
    assert copy != harness.table


def test_neither_the_secret_nor_a_card_is_in_the_repr_of_a_table() -> None:
    text = repr(started("arboretum").table)
    assert SECRET.hex() not in text
    assert repr(SECRET) not in text
    assert "from_position" not in text


def test_every_refusal_has_a_status_of_its_kind() -> None:
    assert set(STATUS.values()) == {403, 404, 409, 422}
    refused = Refused("table_full", "All seats are taken.")
    assert (refused.code, refused.sentence, refused.status) == (
        "table_full",
        "All seats are taken.",
        409,
    )
