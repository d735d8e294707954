"""The journal, on both databases."""

import asyncio

import pytest
from sqlalchemy import insert, update

from gemgrove.server.database import tables as relations
from gemgrove.server.journal import (
    Change,
    Committed,
    Conflict,
    Entry,
    Journal,
    JournalClosedError,
    JournalFullError,
    StoredEvent,
)
from gemgrove.server.journal.entry import packed
from tests.server.journals import (
    committed,
    count,
    event,
    following,
    journal_of,
    opening,
    request,
    seqs,
)

NAME = insert(relations.players)
FINISH = update(relations.tables).where(relations.tables.c.id == "t_1").values(status="over")


def player(id_: str, name: str) -> Change:
    """A change that creates a player."""
    row = {"id": id_, "name": name, "name_key": name, "kind": "named", "created": 1.0}
    return Change(NAME, row)


async def test_what_was_committed_is_read_back_as_it_was(database_url: str) -> None:
    async with journal_of(database_url) as (journal, _):
        await committed(journal, opening("t_1"), following("t_1", 2))
        assert await journal.events("t_1") == [event(1), event(2)]


async def test_a_table_outlives_its_journal_whole(database_url: str) -> None:
    secret = Change(insert(relations.secrets), {"table": "t_1", "secret": "ab" * 32})
    async with journal_of(database_url) as (journal, _):
        await committed(journal, opening("t_1", changes=[secret]))
        await committed(journal, following("t_1", 2, position_seq=2), following("t_1", 3))
    async with journal_of(database_url) as (journal, _):
        stored = await journal.load("t_1")
        missing = await journal.load("t_2")
    assert stored is not None
    assert stored.events == [event(1), event(2), event(3)]
    assert stored.secret == "ab" * 32
    row = stored.row
    assert (row["last_seq"], row["position_seq"], row["changed"]) == (3, 2, 103.0)
    assert missing is None


async def test_events_come_in_pages_from_a_seq_on(database_url: str) -> None:
    async with journal_of(database_url) as (journal, _):
        await committed(journal, opening("t_1"), opening("t_2"))
        await committed(journal, *(following("t_1", seq) for seq in range(2, 8)))
        page = await journal.events("t_1", after=2, most=3)
        assert [event.seq for event in page] == [3, 4, 5]
        assert await journal.events("t_1", after=7) == []


async def test_a_table_of_many_pages_is_loaded_whole(sqlite_url: str) -> None:
    async with journal_of(sqlite_url) as (journal, _):
        await committed(journal, opening("t_1"))
        many = [event(seq) for seq in range(2, 1302)]
        assert await journal.commit(Entry("t_1", 1, many)) == Committed(1301)
        stored = await journal.load("t_1")
    assert stored is not None
    assert [event.seq for event in stored.events] == list(range(1, 1302))


def test_each_audience_gets_its_own_form_byte_for_byte() -> None:
    public, own = '{"b":1, "a":"ü"}', '{"b":1, "a":"ü","hand":[3]}'
    stored = StoredEvent(1, 1.0, None, "played", "{}", public, packed(public, [public, own]))
    assert [stored.payload(seat) for seat in (None, 0, 1)] == [public, public, own]


def test_forms_that_are_all_alike_are_stored_once() -> None:
    assert packed("{}", ["{}", "{}"]) is None


async def test_the_second_event_with_a_seq_is_a_conflict_and_leaves_nothing(
    database_url: str,
) -> None:
    async with journal_of(database_url) as (journal, _):
        await committed(journal, opening("t_1"), following("t_1", 2, "first"))
        late = following("t_1", 2, "late", changes=[Change(FINISH, {})])
        assert await journal.commit(late) == Conflict("seq", last_seq=2)
        assert await journal.answered("p_ann", "late") is None
        assert await journal.events("t_1", after=1) == [event(2, "first")]
        stored = await journal.load("t_1")
        assert stored is not None
        assert stored.row["status"] == "open"


async def test_an_entry_cannot_leave_a_gap(database_url: str) -> None:
    async with journal_of(database_url) as (journal, _):
        await committed(journal, opening("t_1"))
        assert await journal.commit(following("t_1", 3)) == Conflict("seq", last_seq=1)
        assert await journal.commit(following("t_none", 1)) == Conflict("seq")


def test_entries_whose_seqs_do_not_follow_are_refused_when_made() -> None:
    with pytest.raises(ValueError, match=r"seqs are \[4\]; after 2 comes 3"):
        Entry("t_1", 2, [event(4)])
    with pytest.raises(ValueError, match="without a table has a request and no events"):
        Entry(None, 0, [event(1)], request("k"))


async def test_the_same_request_again_gets_the_first_answer(database_url: str) -> None:
    async with journal_of(database_url) as (journal, _):
        await committed(journal, opening("t_1"), following("t_1", 2, "k"))
    async with journal_of(database_url) as (journal, _):
        again = await journal.commit(following("t_1", 3, "k"))
        assert again == Conflict("answered", request=request("k"))
        assert await journal.answered("p_ann", "k") == request("k")
        assert await seqs(journal, "t_1") == [1, 2]


async def test_another_request_with_the_same_key_is_recognized(database_url: str) -> None:
    async with journal_of(database_url) as (journal, _):
        await committed(journal, opening("t_1"), following("t_1", 2, "k"))
        other = Entry("t_1", 2, [event(3)], request("k", "other"))
        assert await journal.commit(other) == Conflict("key", request=request("k"))
        # Keys belong to their player.
        ben = Entry("t_1", 2, [event(3)], request("k", "other", player="p_ben"))
        assert await journal.commit(ben) == Committed(3)


async def test_a_key_counts_before_a_stale_seq(database_url: str) -> None:
    async with journal_of(database_url) as (journal, _):
        await committed(journal, opening("t_1"), following("t_1", 2, "k"))
        await committed(journal, following("t_1", 3))
        again = await journal.commit(following("t_1", 2, "k"))
        assert again == Conflict("answered", request=request("k"))


async def test_a_change_of_a_player_needs_no_table(database_url: str) -> None:
    async with journal_of(database_url) as (journal, database):
        ann = Entry(None, request=request("k"), changes=[player("p_ann", "Ann")])
        assert await journal.commit(ann) == Committed(0)
        assert await count(database, relations.players) == 1


async def test_a_broken_rule_of_the_database_is_a_conflict_that_says_which(
    database_url: str,
) -> None:
    async with journal_of(database_url) as (journal, _):
        ann = Entry(None, request=request("k"), changes=[player("p_ann", "Ann")])
        await committed(journal, ann)
        other = Entry(None, request=request("l"), changes=[player("p_ben", "Ann")])
        outcome = await journal.commit(other)
        assert isinstance(outcome, Conflict)
        assert outcome.kind == "constraint"
        assert "name_key" in outcome.detail
        assert await journal.answered("p_ann", "l") is None


async def test_what_one_entry_does_wrong_its_neighbors_do_not_feel(database_url: str) -> None:
    async with journal_of(database_url) as (journal, _):
        await committed(journal, *(opening(f"t_{number}") for number in range(5)))
        nonsense = Change(NAME, {"id": "p_x", "name": object(), "kind": "x", "created": 1.0})
        outcomes = await asyncio.gather(
            journal.commit(following("t_0", 2)),
            journal.commit(following("t_1", 9)),
            journal.commit(following("t_2", 2, changes=[nonsense])),
            journal.commit(following("t_3", 2, changes=[player("p_y", None)])),  # type: ignore[arg-type]
            journal.commit(following("t_4", 2)),
            return_exceptions=True,
        )
        assert outcomes[0] == outcomes[4] == Committed(2)
        assert outcomes[1] == Conflict("seq", last_seq=1)
        assert isinstance(outcomes[2], Exception)
        assert isinstance(outcomes[3], Conflict)
        assert [await seqs(journal, f"t_{number}") for number in range(5)] == [
            [1, 2],
            [1],
            [1],
            [1],
            [1, 2],
        ]


async def test_entries_that_wait_are_committed_together(sqlite_url: str) -> None:
    async with journal_of(sqlite_url) as (journal, _):
        groups: list[int] = []
        write = journal.writer.write

        async def counted(entries):  # type: ignore[no-untyped-def]
            groups.append(len(entries))
            return await write(entries)

        journal.writer.write = counted  # type: ignore[method-assign]
        await asyncio.gather(*(journal.commit(opening(f"t_{n}")) for n in range(50)))
        assert groups == [50]


async def test_events_are_published_in_order_before_their_author_hears(database_url: str) -> None:
    told: list[tuple[str, int]] = []

    def publish(table: str, events: list[StoredEvent]) -> None:
        told.extend((table, event.seq) for event in events)

    async with journal_of(database_url, publish=publish) as (journal, _):

        async def play(table: str) -> None:
            await committed(journal, opening(table))
            for seq in range(2, 12):
                await committed(journal, following(table, seq))
                assert (table, seq) in told

        await asyncio.gather(*(play(f"t_{number}") for number in range(8)))
    for number in range(8):
        assert [seq for table, seq in told if table == f"t_{number}"] == list(range(1, 12))


async def test_nothing_of_a_conflict_is_published(database_url: str) -> None:
    told: list[str] = []
    async with journal_of(database_url, publish=lambda t, _: told.append(t)) as (journal, _):
        await journal.commit(following("t_none", 1))
        assert told == []


async def test_an_audience_that_fails_does_not_stop_the_journal(sqlite_url: str) -> None:
    def publish(_table: str, _events: object) -> None:
        raise RuntimeError("nobody listens")

    async with journal_of(sqlite_url, publish=publish) as (journal, _):
        await committed(journal, opening("t_1"), following("t_1", 2))


async def test_an_entry_whose_author_stops_waiting_still_counts(database_url: str) -> None:
    told: list[str] = []
    async with journal_of(database_url, publish=lambda t, _: told.append(t)) as (journal, _):
        author = asyncio.create_task(journal.commit(opening("t_1")))
        await asyncio.sleep(0)
        author.cancel()
        await committed(journal, opening("t_2"))
        await committed(journal, following("t_1", 2))
        assert sorted(told) == ["t_1", "t_1", "t_2"]


async def test_the_number_of_waiting_entries_is_limited(sqlite_url: str) -> None:
    async with journal_of(sqlite_url, limit=3) as (journal, _):
        entries = [journal.commit(opening(f"t_{number}")) for number in range(5)]
        outcomes = await asyncio.gather(*entries, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [
            Committed,
            Committed,
            Committed,
            JournalFullError,
            JournalFullError,
        ]


async def test_closing_finishes_what_waits_and_takes_no_more(database_url: str) -> None:
    async with journal_of(database_url, group=4) as (journal, _):
        waiting = [
            asyncio.create_task(journal.commit(opening(f"t_{number}"))) for number in range(30)
        ]
        await asyncio.sleep(0)
        await journal.close()
        assert [await task for task in waiting] == [Committed(1)] * 30
        with pytest.raises(JournalClosedError, match="shutting down"):
            await journal.commit(opening("t_late"))


async def test_a_close_that_takes_too_long_refuses_what_still_waits(sqlite_url: str) -> None:
    async with journal_of(sqlite_url, group=1) as (journal, database):
        async with database.writing():  # the journal cannot write during this
            waiting = [
                asyncio.create_task(journal.commit(opening(f"t_{number}"))) for number in (1, 2)
            ]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            await journal.close(deadline=0.05)
            outcomes = await asyncio.gather(*waiting, return_exceptions=True)
        assert [str(outcome) for outcome in outcomes] == [
            "The server stopped; this may be stored or not.",
            "The server stopped before this was stored.",
        ]
        assert await count(database, relations.tables) == 0


def test_a_journal_needs_a_database_that_it_knows() -> None:
    with pytest.raises(TypeError, match="no journal for object"):
        Journal(object())  # type: ignore[arg-type]
