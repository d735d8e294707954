"""A sound database verifies; any corruption is found and located by table and event."""

import asyncio
import copy
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.deal import SealedPosition
from gemgrove.server.domain import commands, events
from gemgrove.server.settings import UnusableDatabaseError
from gemgrove.server.verification import DatabaseReader, verify
from gemgrove.server.verification.public_game import NotFinishedError, replay_public
from gemgrove.server.verification.replay import replay
from gemgrove.undo_guard import cards_revealed_since
from tests.server.domain.tables import ID, SECRET, TableHarness, started
from tests.server.sample_log import Log, checked, made
from tests.server.test_table_service import ADA, BEN, open_harness
from tests.server.test_verified_life_cycles import log_of

Spoil = Callable[[Log], int | None]
"""Corrupts a log; returns the seq at which that must be found, or None for the whole table."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """A sound log with tables of all kinds."""
    return made(tmp_path_factory.mktemp("log"))


@pytest.fixture
def log(sound: Log, tmp_path: Path) -> Log:
    """A copy to corrupt."""
    return sound.copied(tmp_path)


def test_a_sound_database_has_no_fault(sound: Log) -> None:
    report, faults = checked(sound.path)
    assert faults == []
    assert report.tables == len(sound.tables)
    assert report.events == sound.value("SELECT count(*) FROM events")
    assert report.answers == sound.value("SELECT count(*) FROM requests")
    assert report.sentence.endswith(": no fault.")


async def test_it_is_checked_while_a_server_writes_it(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        table = await harness.started()

        async def play() -> None:
            await harness.end(table)

        source = await DatabaseReader.open(sqlite_url)
        playing = asyncio.create_task(play())
        rounds = 0
        while not playing.done():
            assert (await verify(source)).faults == 0
            rounds += 1
        await playing
        await source.close()
        assert rounds > 1


def test_payloads_with_their_members_in_another_order_are_the_same(log: Log) -> None:
    """As the first version of the server wrote them: `kind` came after `seq` and `at`."""

    def reordered(payload: dict[str, object]) -> dict[str, object]:
        first = {name: payload[name] for name in ("seq", "at", "kind")}
        return first | payload

    def text(value: object) -> str:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    connection = sqlite3.connect(log.path)
    with connection:
        for table, seq, public, seats in connection.execute(
            'SELECT "table", seq, public, seats FROM events'
        ).fetchall():
            own = seats and [form and reordered(form) for form in json.loads(seats)]
            values = (text(reordered(json.loads(public))), own and text(own), table, seq)
            sql = 'UPDATE events SET public = ?, seats = ? WHERE "table" = ? AND seq = ?'
            connection.execute(sql, values)
        for player, key, answer in connection.execute(
            "SELECT player, key, answer FROM requests"
        ).fetchall():
            told = json.loads(answer)
            told["events"] = [reordered(event) for event in told["events"]]
            sql = "UPDATE requests SET answer = ? WHERE player = ? AND key = ?"
            connection.execute(sql, (text(told), player, key))
    connection.close()
    assert log.value("SELECT public FROM events LIMIT 1").startswith('{"seq":')
    assert log.faults() == []


async def test_postgresql_is_checked_as_well(postgres_url: str) -> None:
    async with open_harness(postgres_url) as harness:
        table = await harness.started("arboretum")
        await harness.end(table)
        source = await DatabaseReader.open(postgres_url)
        report = await verify(source)
        await source.close()
        assert (report.tables, report.faults) == (1, 0)
        assert report.answers > 10


def spoil_row(column: str, value: object, table: str = "over") -> Spoil:
    def spoil(log: Log) -> None:
        sql = f"UPDATE tables SET {column} = ? WHERE id = ?"
        assert log.run(sql, value, log.tables[table]) == 1

    return spoil


def spoil_event(table: str, kind: str, place: int = 0, /, **members: object) -> Spoil:
    """Change members of an event's body; the payloads stay."""

    def spoil(log: Log) -> int:
        seq = log.seq(table, kind, place)
        log.edit(table, seq, **members)
        return seq

    return spoil


def spoil_column(table: str, kind: str, column: str, value: object, place: int = 0) -> Spoil:
    def spoil(log: Log) -> int:
        seq = log.seq(table, kind, place)
        sql = f'UPDATE events SET "{column}" = ? WHERE "table" = ? AND seq = ?'
        assert log.run(sql, value, log.tables[table], seq) == 1
        return seq

    return spoil


def lose_event(table: str, kind: str, place: int = 0) -> Spoil:
    def spoil(log: Log) -> int:
        seq = log.seq(table, kind, place)
        log.run('DELETE FROM events WHERE "table" = ? AND seq = ?', log.tables[table], seq)
        return seq

    return spoil


def change_secret(value: str, table: str = "over") -> Spoil:
    def spoil(log: Log) -> int:
        log.run('UPDATE secrets SET secret = ? WHERE "table" = ?', value, log.tables[table])
        return 1

    return spoil


def lose_secret(table: str) -> Spoil:
    def spoil(log: Log) -> int:
        log.run('DELETE FROM secrets WHERE "table" = ?', log.tables[table])
        return 1

    return spoil


def come_from(table: str, decisions: int) -> Spoil:
    def spoil(log: Log) -> None:
        origin = {"table": log.tables.get(table, table), "decisions": decisions}
        log.edit("continued", 1, **{"from": origin})

    return spoil


def stack_the_deck(log: Log) -> None:
    """Replace the starting position by one that was never drawn, with a matching commitment."""
    table = log.tables["continued"]
    position = gg.new("arboretum", players=2, seed=5, first_player="random").position()
    sealed = SealedPosition.new(table, position)
    log.edit("continued", 1, deal={"kind": "position", "commitment": sealed.commitment})
    change_secret(sealed.secret.hex(), "continued")(log)
    # The other player may be first; everything after that is wrong as well.
    first = gg.from_position(position).to_move
    log.edit("continued", log.seq("continued", "started"), first=first)
    log.run('DELETE FROM events WHERE "table" = ? AND seq > 5', table)
    log.run("UPDATE tables SET last_seq = 5 WHERE id = ?", table)


def give_secret_to_open_deal(log: Log) -> None:
    log.run('INSERT INTO secrets ("table", secret) VALUES (?, ?)', log.tables["open"], "00" * 32)


def another_action(log: Log) -> int:
    """Replace a decision by another legal one, but keep its text."""
    seq = log.seq("over", "played")
    [action] = log.body("over", seq)["actions"]
    log.edit("over", seq, actions=[action + 1 if action < 4 else action - 1])
    return seq


def swap_seats(log: Log) -> None:
    log.run(
        'UPDATE seats SET player = CASE player WHEN ? THEN ? ELSE ? END WHERE "table" = ?',
        ADA,
        BEN,
        ADA,
        log.tables["over"],
    )


def lose_seat(log: Log) -> None:
    log.run('DELETE FROM seats WHERE "table" = ? AND seat = 1', log.tables["over"])


def lose_last_event(log: Log) -> None:
    last = log.value("SELECT last_seq FROM tables WHERE id = ?", log.tables["over"])
    log.run('DELETE FROM events WHERE "table" = ? AND seq = ?', log.tables["over"], last)


def begin_with_chat(log: Log) -> int:
    said = json.dumps({"kind": "said", "seat": 0, "text": "Hello."}, separators=(",", ":"))
    sql = 'UPDATE events SET kind = ?, body = ? WHERE "table" = ? AND seq = 1'
    assert log.run(sql, "said", said, log.tables["over"]) == 1
    return 1


def create_again(log: Log) -> int:
    """Append a second creation, and update the table's row to match."""
    table = log.tables["playing"]
    last: int = log.value("SELECT last_seq FROM tables WHERE id = ?", table)
    first = log.value('SELECT body FROM events WHERE "table" = ? AND seq = 1', table)
    log.run(
        'INSERT INTO events ("table", seq, at, "by", kind, body, public) '
        "SELECT ?, ?, 1e9, NULL, 'created', ?, '{}'",
        table,
        last + 1,
        first,
    )
    log.run("UPDATE tables SET last_seq = ? WHERE id = ?", last + 1, table)
    return last + 1


def lose_rematch(log: Log) -> None:
    table = log.tables["again"]
    for relation in ("events", "seats", "secrets"):
        log.run(f'DELETE FROM {relation} WHERE "table" = ?', table)
    log.run("DELETE FROM tables WHERE id = ?", table)


def go_on_nowhere(log: Log) -> None:
    log.edit("over", log.seq("over", "rematch"), table="t_" + "0" * 16)


def seat_otherwise(log: Log) -> None:
    log.edit("again", log.seq("again", "joined"), seat=0)


def tell_seats_nothing(log: Log) -> int:
    seq = log.seq("playing", "started")
    sql = 'UPDATE events SET seats = NULL WHERE "table" = ? AND seq = ?'
    log.run(sql, log.tables["playing"], seq)
    return seq


def tell_spectators_more(log: Log) -> int:
    """Give spectators the payload of a seat."""
    seq = log.seq("playing", "started")
    where = '"table" = ? AND seq = ?'
    place = (log.tables["playing"], seq)
    own = json.loads(log.value(f"SELECT seats FROM events WHERE {where}", *place))[0]
    log.run(f"UPDATE events SET public = ? WHERE {where}", json.dumps(own), *place)
    return seq


RESULT = "in 'over' its"
SPOILS: list[tuple[str, Spoil, str]] = [
    ("over", lose_event("over", "played", 3), "it is missing"),
    ("over", lose_last_event, "its last event is"),
    ("over", spoil_row("last_seq", 5), "its row says that its last event is 5"),
    ("over", spoil_row("position_seq", 3), "'position_seq'"),
    ("over", spoil_row("status", "playing"), "'status'"),
    ("over", spoil_row("game", "arboretum"), "'game'"),
    ("over", spoil_row("players", 3), "'players'"),
    ("over", spoil_row("public", 0), "'public'"),
    ("over", spoil_row("created_by", BEN), "'created_by'"),
    ("over", spoil_row("created", 5.0), "'created'"),
    ("over", spoil_row("changed", 5.0), "'changed'"),
    ("over", spoil_row("deal_kind", "open"), "'deal_kind'"),
    ("over", spoil_row("summary", "{}"), "'summary'"),
    ("over", spoil_row("rating", None), "'rating' is None"),
    ("over", spoil_row("rating", "practice"), "'rating' is 'practice'"),
    ("playing", spoil_row("rating", "due", "playing"), "should be None"),
    ("over", spoil_row("invite_hash", "ab"), "it is public, but an invite code is stored"),
    ("over", swap_seats, "the row of seat 0 has a wrong 'player'"),
    ("over", lose_seat, "1 seats are stored, but it has 2"),
    ("over", change_secret("11" * 32), "not the one that its commitment fixes"),
    ("over", change_secret("secret"), "not the one that its commitment fixes"),
    ("over", lose_secret("over"), "the secret of its sealed deal is missing"),
    ("continued", lose_secret("continued"), "the secret of its position is missing"),
    ("continued", change_secret("11" * 99, "continued"), "its commitment fixes"),
    ("continued", change_secret("", "continued"), "its commitment fixes"),
    ("continued", spoil_event("continued", "over", secret="22" * 99), "'secret' is not the right"),
    ("continued", spoil_event("continued", "over", secret=None), "'secret' is not the right one"),
    ("continued", spoil_event("continued", "started", first=5), "'first' is 5"),
    ("continued", spoil_event("continued", "created", practice=False), "is by invitation"),
    ("continued", spoil_event("continued", "created", public=True), "is by invitation"),
    (
        "continued",
        spoil_event("continued", "created", **{"from": None}),
        "exactly if it begins with a position",
    ),
    (
        "over",
        spoil_event("over", "created", **{"from": {"table": "t_0", "decisions": 1}}),
        "exactly if it begins with a position",
    ),
    ("continued", come_from("t_" + "0" * 16, 17), "the table that it comes from"),
    ("continued", come_from("over", 17), "its first position is not the one that seat 1 knew"),
    ("continued", come_from("playing", 3), "You can play on from a game that is over"),
    ("continued", come_from("open", 12), "its first position is not the one that seat 1 knew"),
    ("continued", come_from("open", 9_999), "There is no position after 9999 decisions"),
    ("continued", stack_the_deck, "its first position is not the one that seat 1 knew"),
    ("open", give_secret_to_open_deal, "a secret is stored"),
    (
        "over",
        spoil_event("over", "created", deal={"kind": "sealed", "commitment": "00" * 32}),
        "not the one that its commitment fixes",
    ),
    (
        "open",
        spoil_event("open", "created", deal={"kind": "open", "id": "no id"}),
        "the id of its open deal is not valid",
    ),
    ("over", spoil_event("over", "created", players=3), "it says 3 players"),
    ("over", spoil_event("over", "created", game="chess"), "there is no game 'chess'"),
    ("over", spoil_event("over", "created", variant={}), "its rules cannot be read"),
    ("over", spoil_event("over", "created", turn_seconds=1.0), "a turn cannot have 1.0 seconds"),
    ("over", spoil_event("over", "joined", seat=7), "a seat that the table does"),
    ("over", spoil_event("over", "joined", 1, seat=0), "Seat 0 is taken"),
    ("over", spoil_event("over", "joined", name=""), "'' is not a name"),
    ("over", spoil_column("over", "joined", "by", None), "Only players join a table"),
    ("over", spoil_event("over", "joined", player=BEN), f"should be '{ADA}'"),
    ("over", spoil_event("over", "ready", nonce="xy"), "A nonce is up to 32 bytes"),
    ("over", spoil_column("over", "ready", "by", BEN), "in 'ready' its 'seat' is 0"),
    ("over", another_action, "in 'played' its"),
    ("over", spoil_event("over", "played", 5, actions=[9_999]), "9999 is not an action"),
    ("over", spoil_event("over", "played", 5, actions=[2**70]), f"{2**70} is not an action"),
    ("over", spoil_event("over", "played", 5, moves=["pass"]), "in 'played' its 'moves'"),
    ("over", spoil_event("over", "played", 5, actions=[], moves=[]), "1 to 40 decisions"),
    ("over", spoil_column("over", "played", "by", "p_0", 5), "Only players who are seated"),
    ("over", spoil_column("over", "played", "by", None, 5), "It is the turn of player"),
    ("over", spoil_event("over", "played", 5, by_bot=True), "in 'played' its 'by_bot'"),
    ("over", spoil_event("over", "over", scores=[99, 0]), f"{RESULT} 'scores' is [99, 0]"),
    ("over", spoil_event("over", "over", places=[3, 3]), f"{RESULT} 'places'"),
    ("over", spoil_event("over", "over", winners=[0, 1]), f"{RESULT} 'winners'"),
    ("over", spoil_event("over", "over", ending="resigned"), f"{RESULT} 'ending'"),
    ("over", spoil_event("over", "over", secret="22" * 32), "'secret' is not the right one"),
    ("over", spoil_event("over", "over", secret=None), "'secret' is not the right one"),
    ("over", spoil_event("over", "said", text="x" * 501), "A message has 1 to 500 characters"),
    ("over", go_on_nowhere, "does not exist"),
    ("over", lose_rematch, "the table of its rematch"),
    ("over", seat_otherwise, "does not begin as it should"),
    ("again", spoil_event("again", "joined", 1, player=ADA), "the player has a seat already"),
    ("again", spoil_event("again", "joined", 1, seat=1), "seat 1 is taken"),
    ("resigned", spoil_event("resigned", "over", winners=[1]), f"{RESULT} 'winners'"),
    ("resigned", spoil_column("resigned", "resigned", "by", ADA), "in 'resigned' its 'seat'"),
    ("resigned", spoil_column("resigned", "resigned", "kind", "timed_out"), "is stored as"),
    (
        "resigned",
        spoil_event("resigned", "resigned", kind="timed_out"),
        "is stored as 'resigned', but is 'timed_out'",
    ),
    ("undone", spoil_event("undone", "undone", to=1), "in 'undone' its 'to' is 1"),
    ("undone", spoil_event("undone", "undo_offered", to=1), "in 'undo_offered' its 'to' is 1"),
    ("undone", lose_event("undone", "undone"), "it is missing"),
    ("undone", spoil_column("undone", "undo_agreed", "at", 5.0), "the payload for spectators"),
    (
        "taken over",
        spoil_event("taken over", "taken_over", bot="random"),
        "the payload for spectators",
    ),
    ("taken over", spoil_event("taken over", "taken_over", seat=1), "in 'taken_over' its 'seat'"),
    ("taken over", spoil_event("taken over", "bot_added", bot=" "), "' ' is not a name"),
    ("aborted", spoil_event("aborted", "aborted", secret=None), "'secret' is not the right one"),
    ("aborted", spoil_column("aborted", "archived", "by", ADA), "Only the server itself"),
    ("playing", create_again, "a table is created only once"),
    ("playing", spoil_event("playing", "started", first=5), "'first' is 5"),
    ("playing", spoil_event("playing", "ready", nonce="00"), "the payload for spectators"),
    ("playing", tell_seats_nothing, "the payloads for the seats"),
    ("playing", tell_spectators_more, "the payload for spectators"),
    ("playing", spoil_column("playing", "played", "body", "{", 2), "its body is not JSON"),
    ("playing", spoil_column("playing", "played", "body", "{}", 2), "does not name its kind"),
    (
        "playing",
        spoil_column("playing", "played", "body", '{"kind":"played"}', 2),
        "its body is not valid for 'played'",
    ),
    ("playing", spoil_column("playing", "played", "kind", "said", 2), "is stored as 'said'"),
    ("playing", spoil_column("playing", "played", "public", "{}", 2), "the payload for spectators"),
    ("playing", spoil_column("playing", "played", "seats", "[]", 2), "the payloads for the seats"),
    ("over", spoil_event("over", "created", players=5_000_000_000), "players"),
    ("over", begin_with_chat, "a table begins with the event 'created'"),
]


@pytest.mark.parametrize(
    ("table", "spoil", "sentence"), SPOILS, ids=[f"{s[0]}: {s[2]}" for s in SPOILS]
)
def test_what_is_spoiled_is_found(log: Log, table: str, spoil: Spoil, sentence: str) -> None:
    seq = spoil(log)
    faults = log.faults([log.tables[table]])
    found = [fault.seq for fault in faults if sentence in fault.sentence]
    assert seq in found, [str(fault) for fault in faults]


def test_a_fault_says_where_it_is(log: Log) -> None:
    seq = spoil_event("over", "over", places=[3, 3])(log)
    table = log.tables["over"]
    assert str(log.faults()[0]).startswith(f"Table {table}, event {seq}: in 'over' its 'places' is")


def test_one_wrong_event_is_not_told_of_every_one_that_follows(log: Log) -> None:
    spoil_event("over", "said", text="x" * 501)(log)
    assert len(log.faults()) == 2  # the event itself, and its payload


def test_events_of_no_table_are_found(log: Log) -> None:
    lost = "t_" + "Z" * 16
    log.run("UPDATE tables SET id = ? WHERE id = ?", lost, log.tables["private"])
    sentences = [str(fault) for fault in log.faults()]
    for relation in ("events", "seats", "secrets"):
        wanted = f"it does not exist, but '{relation}' has rows of it."
        assert f"Table {log.tables['private']}: {wanted}" in sentences
    assert f"Table {lost}: it has no events." in sentences


def test_an_acknowledged_event_that_is_lost_is_found(log: Log) -> None:
    """All traces are gone except the stored answer."""
    table = log.tables["private"]
    seq = log.seq("private", "joined", 1)
    log.run('DELETE FROM events WHERE "table" = ? AND seq = ?', table, seq)
    log.run("UPDATE tables SET last_seq = last_seq - 1 WHERE id = ?", table)
    sentence = f"player {BEN} was sent this event in an answer, but it is not stored."
    assert f"Table {table}, event {seq}: {sentence}" in [str(fault) for fault in log.faults()]


def test_an_answer_with_other_words_than_the_log_is_found(log: Log) -> None:
    sql = "UPDATE requests SET answer = replace(answer, 'Well played', 'Well done')"
    assert log.run(sql) > 0
    [fault] = log.faults()
    assert fault.seq == log.seq("over", "said")
    assert "was sent another payload than the stored one" in fault.sentence


def test_a_turn_by_which_a_card_was_seen_cannot_have_been_undone() -> None:
    harness = started("splendor")
    harness.play("r m 4")
    assert cards_revealed_since(harness.game, 0)
    harness.happen([events.UndoOffered(0, 0)], "ann")
    harness.happen([events.UndoAgreed(1), events.Undone(0)], "bob")
    found = replay(ID, SECRET, log_of(harness)).faults
    assert [fault.seq for fault in found] == [harness.events[-3].seq]
    assert "This turn revealed a card" in found[0].sentence


def test_nobody_s_time_can_have_been_up_before_it_was() -> None:
    harness = started("splendor", turn_seconds=30.0)
    harness.play_turns(2)
    harness.now += 29.0
    harness.happen([events.TimedOut(0)], None)
    [fault, *_] = replay(ID, SECRET, log_of(harness)).faults
    assert "has 1.0 seconds left" in fault.sentence


def test_an_end_that_did_not_come_is_missed() -> None:
    harness = started("splendor")
    harness.play_out()
    log = log_of(harness)[:-1]
    [fault] = replay(ID, SECRET, log).faults
    assert fault.seq == len(log)
    assert "after it 'over' is missing" in fault.sentence


def test_an_end_that_came_too_early_is_found() -> None:
    harness = started("splendor")
    harness.play_turns(4)
    harness.happen([events.Over("finished", [0, 0], [1, 1], [0, 1], SECRET.hex())], "ann")
    [fault] = replay(ID, SECRET, log_of(harness)).faults
    assert "'over' cannot come alone" in fault.sentence


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"kind": "juggled"}, "event 2, 'juggled', was written by a newer program"),
        ({"hat": "red"}, "event 2, 'joined', was written by a newer program"),
    ],
)
def test_what_a_newer_program_has_stored_is_frozen_and_not_wrong(
    log: Log, members: dict[str, str], why: str
) -> None:
    table = log.tables["private"]
    log.edit("private", 2, **members)
    if "kind" in members:
        sql = 'UPDATE events SET kind = ? WHERE "table" = ? AND seq = 2'
        log.run(sql, members["kind"], table)
    report, faults = checked(log.path)
    assert (faults, report.frozen) == ([], [(table, why)])
    assert report.sentence.endswith("no fault; 1 table frozen.")


def test_a_table_with_rules_of_another_version_is_frozen_and_not_wrong(log: Log) -> None:
    log.edit("over", 1, rules_version=2)
    report, faults = checked(log.path)
    assert faults == []
    [(table, why)] = report.frozen
    assert table == log.tables["over"]
    assert "its rules have version 2" in why


def test_events_that_are_missing_are_found_in_a_frozen_table_too(log: Log) -> None:
    log.edit("over", 1, rules_version=2)
    lose_last_event(log)
    [fault, *_] = log.faults([log.tables["over"]])
    assert "its last event is" in fault.sentence


def test_a_table_that_is_not_there_is_a_fault(sound: Log) -> None:
    [fault] = sound.faults(["t_0"])
    assert str(fault) == "Table t_0: it does not exist."


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 100)
    with pytest.raises(UnusableDatabaseError, match="letter"):
        checked(path)
    with pytest.raises(UnusableDatabaseError, match="There is no file"):
        checked(tmp_path / "nothing.db")


def test_a_database_of_another_revision_is_left_alone(log: Log) -> None:
    log.run("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(UnusableDatabaseError, match="revision 9999, but this program reads"):
        log.faults()


def test_checking_writes_nothing(log: Log) -> None:
    async def write() -> None:
        source = await DatabaseReader.open(log.path)
        try:
            async with source.snapshot() as connection:
                await connection.exec_driver_sql("DELETE FROM requests")
        finally:
            await source.close()

    with pytest.raises(Exception, match="readonly database") as caught:
        asyncio.run(write())
    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)


def public(harness: TableHarness) -> list[dict[str, object]]:
    """The spectators' payloads, as a client reads them."""
    return [json.loads(json.dumps(form)) for form, _ in harness.told]


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
def test_a_finished_game_verifies_by_what_everybody_was_told(game: str) -> None:
    harness = started(game, options={})
    harness.play_out()
    followed = replay_public(ID, public(harness))
    assert (followed.faults, followed.complete) == ([], True)
    assert followed.table.outcome == harness.table.outcome
    assert followed.table.game is not None
    assert followed.table.game.actions == harness.game.actions


def test_a_game_that_goes_on_cannot_be_verified_by_that() -> None:
    with pytest.raises(NotFinishedError, match="has not ended"):
        replay_public(ID, public(started("splendor")))


def lie_about_secret(forms: list[dict[str, object]]) -> None:
    forms[-1]["secret"] = "33" * 32


def lie_about_commitment(forms: list[dict[str, object]]) -> None:
    forms[0]["deal"] = {"kind": "sealed", "id": None, "commitment": "44" * 32}


def lie_about_cards(forms: list[dict[str, object]]) -> None:
    view = next(form["view"] for form in forms if form["kind"] == "started")
    assert isinstance(view, dict)
    view["scores"] = [15, 0]


def lie_about_result(forms: list[dict[str, object]]) -> None:
    forms[-1]["scores"] = [15, 0]


def lie_about_nonce(forms: list[dict[str, object]]) -> None:
    next(form for form in forms if form["kind"] == "ready")["nonce"] = "ab"


def lie_about_move(forms: list[dict[str, object]]) -> None:
    played = [form["decisions"] for form in forms if form["kind"] == "played"][4]
    assert isinstance(played, list)
    played[0]["move"] = "pass"


def lie_about_players(forms: list[dict[str, object]]) -> None:
    forms[0]["players"] = 5_000_000_000


def talk_nonsense(forms: list[dict[str, object]]) -> None:
    next(form for form in forms if form["kind"] == "played")["decisions"] = 7


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        (lie_about_secret, "not the one that its commitment fixes"),
        (lie_about_commitment, "not the one that its commitment fixes"),
        (lie_about_cards, "the payload for spectators"),
        (lie_about_result, "in 'over' its 'scores' is [15, 0]"),
        (lie_about_nonce, "the payload for spectators"),
        (lie_about_move, "the payload for spectators"),
        (lie_about_players, "its rules are for 2 players"),
        (talk_nonsense, "not such as a server would send"),
    ],
)
def test_a_server_that_lies_is_found_out(
    lie: Callable[[list[dict[str, object]]], None], sentence: str
) -> None:
    harness = started("splendor")
    harness.play_out()
    forms = public(harness)
    lie(forms)
    found = replay_public(ID, forms).faults
    assert any(sentence in fault.sentence for fault in found), found


def third_turn() -> TableHarness:
    """Ann has drawn two cards that everyone knows and is to pick one; her opponent is a bot."""
    harness = started("arboretum", persons=1)
    while len(harness.table.movers) < 10:  # two turns of five decisions
        moves = [move.text for move in harness.game.legal_moves()]
        harness.play("draw deck" if "draw deck" in moves else moves[0])
    harness.play("draw 1")
    harness.play("draw 2")
    return harness


def test_a_decision_that_was_hidden_and_taken_back_is_not_missed() -> None:
    harness = third_turn()
    harness.play(harness.game.legal_actions()[0])
    harness.ask("ann", commands.OfferUndo())
    assert isinstance(harness.events[-1].body, events.Undone)
    harness.play_out()
    assert replay_public(ID, public(harness)).faults == []


def test_payloads_of_an_undone_turn_are_not_those_of_the_next() -> None:
    harness = third_turn()
    for action in unseen_turn(harness.game):
        harness.play(action)
    harness.ask("ann", commands.OfferUndo())
    assert isinstance(harness.events[-1].body, events.Undone)
    for seed in (1, 2, 3):
        again = copy.deepcopy(harness)
        again.play_out(seed)
        assert replay_public(ID, public(again)).faults == []


def unseen_turn(game: gg.Game) -> list[int]:
    """The rest of a turn that reveals no card."""
    for pick in game.legal_actions():
        picked = after(game, pick)
        for plant in picked.legal_actions()[:1]:
            planted = after(picked, plant)
            for discard in planted.legal_actions():
                if not cards_revealed_since(after(planted, discard), 10):
                    return [pick, plant, discard]
    raise AssertionError("there is no such turn")


def after(game: gg.Game, action: int) -> gg.Game:
    later = game.copy()
    later.play(action)
    return later


def test_another_event_than_was_to_happen_is_found() -> None:
    harness = started("splendor")
    harness.play_turns(2)
    harness.happen([events.Resigned(0), events.TakenOver(0, "greedy")], "ann")
    [fault, *_] = replay(ID, SECRET, log_of(harness)).faults
    assert fault.seq == harness.events[-1].seq
    assert "it is 'taken_over', but should be 'over'" in fault.sentence
