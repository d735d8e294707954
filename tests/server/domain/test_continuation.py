"""Continuing from a finished game: what is kept, what is redrawn, and what is revealed."""

import json
import random
from typing import Any

import pytest

import gemgrove as gg
from gemgrove.deal import SealedPosition, verify_position
from gemgrove.server.domain import (
    Event,
    Refused,
    Table,
    commands,
    continued,
    redrawn,
    rematched,
)
from gemgrove.server.domain.continuation import position_after
from gemgrove.server.domain.events import Aborted, Archived, Joined, Rematch, Unknown, read, write
from gemgrove.server.ratings.skill import Finished, why_unrated
from gemgrove.server.verification.public_game import replay_public
from gemgrove.server.verification.replay import replay
from gemgrove.view_json import view_to_dict
from tests.server.domain.tables import (
    ID,
    NEW,
    TableHarness,
    created,
    seated,
    snapshot_of,
    started,
)
from tests.server.test_verified_life_cycles import log_of

GAMES = pytest.mark.parametrize("game", ["splendor", "arboretum"])


def finished(game: str = "splendor", players: int = 2, **options: Any) -> TableHarness:
    """A game played to its end."""
    harness = started(game, players, **options)
    harness.play_out()
    assert harness.table.phase == "over"
    return harness


def played_on(old: TableHarness, decisions: int, seat: int, seed: int = 1) -> TableHarness:
    """The table at which Ann continues against bots."""
    drawn = redrawn(old.table, decisions, seat, seed)
    begun = Table(NEW, SealedPosition.new(NEW, drawn.position()).secret)
    bodies = continued(
        old.table,
        begun,
        decisions,
        Joined(seat, "ann", "ann"),
        ["greedy"] * (old.table.players - 1),
    )
    harness = TableHarness(table=begun)
    harness.happen(bodies, "ann")
    return harness


def known(game: gg.Game, seat: int) -> dict[str, Any]:
    """A seat's view of a position, apart from its history."""
    shown = view_to_dict(game.view(seat))
    del shown["actions"]
    return shown


def decks(game: gg.Game) -> list[str]:
    """The order of the undrawn cards."""
    found = [word for word in game.position().split(" ") if word.startswith("deck")]
    assert found
    return found


def refusal(table: Table, decisions: int, seat: int = 0) -> str:
    with pytest.raises(Refused) as caught:
        redrawn(table, decisions, seat, 1)
    return caught.value.code


@pytest.mark.parametrize("players", [2, 3])
@GAMES
def test_the_seat_knows_at_the_beginning_what_it_knew_there(game: str, players: int) -> None:
    old = finished(game, players)
    # Some of these are in the middle of this seat's turn or another's.
    for decisions in (0, 1, 2, 3, 4, 17, len(old.game.actions) - 1):
        for seat in range(players):
            new = played_on(old, decisions, seat)
            assert known(new.game, seat) == known(position_after(old.table, decisions), seat)
            assert new.table.to_move == new.game.to_move
            assert new.game.actions == []


def test_a_hand_and_the_deck_are_drawn_anew() -> None:
    old = finished("arboretum")
    games = [redrawn(old.table, 12, 0, seed) for seed in range(12)]
    assert len({str(game.board.players[1].hand) for game in games}) > 6
    assert len({str(decks(game)) for game in games}) > 6
    assert len({str(game.board.players[0].hand) for game in games}) == 1


def test_decks_and_cards_reserved_unseen_are_drawn_anew() -> None:
    old = started("splendor")
    old.play("p3 white blue green")
    old.play("r m deck")
    old.play("r t deck")
    old.play_out()
    games = [redrawn(old.table, 3, 0, seed) for seed in range(12)]
    unseen = {str(game.board.players[1].reserved) for game in games}
    assert len(unseen) > 6
    assert len({str(decks(game)) for game in games}) > 6
    assert len({str(game.board.players[0].reserved) for game in games}) == 1
    # The other seat knows its own card, but not the first seat's.
    others = [redrawn(old.table, 3, 1, seed) for seed in range(12)]
    assert len({str(game.board.players[1].reserved) for game in others}) == 1
    assert len({str(game.board.players[0].reserved) for game in others}) > 6


@GAMES
def test_it_has_started_by_invitation_as_practice_against_bots(game: str) -> None:
    old = finished(game, 3, turn_seconds=60.0)
    new = played_on(old, 8, 1)
    assert new.table.phase == "playing"
    assert [seat.player for seat in new.table.seats] == [None, "ann", None]
    assert [seat.bot for seat in new.table.seats] == ["greedy", None, "greedy"]
    assert (new.terms.public, new.terms.practice, new.terms.turn_seconds) == (False, True, None)
    assert new.terms.variant == old.terms.variant
    standing = snapshot_of(new.table, 1)
    assert standing["from"] == {"table": ID, "decisions": 8}
    assert standing["deal"]["kind"] == "position"
    assert not standing["deal"]["deck_knowable"]
    assert standing["clock"] is None


@pytest.mark.parametrize("decisions", [3, 4, 11])
@GAMES
def test_it_is_played_to_its_end_and_verifies_both_ways(game: str, decisions: int) -> None:
    new = played_on(finished(game), decisions, decisions % 2)
    new.play_out(seed=decisions)
    assert new.table.outcome is not None
    assert why_unrated(Finished.of(new.table, new.now)) == "practice"
    followed = replay(NEW, new.table.secret, log_of(new))
    assert (followed.faults, followed.complete) == ([], True)
    public = replay_public(NEW, [json.loads(json.dumps(form)) for form, _ in new.told])
    assert (public.faults, public.complete) == ([], True)


@GAMES
def test_the_position_is_fixed_first_and_told_at_the_end_alone(game: str) -> None:
    new = played_on(finished(game), 6, 0)
    secret = new.table.secret
    assert secret is not None
    position = SealedPosition(NEW, secret).position
    assert gg.from_position(position) == new.game
    commitment = new.terms.deal.commitment or ""
    assert verify_position(commitment, secret, NEW)
    assert snapshot_of(new.table, 0)["secret"] is None
    for seat in (None, 0, 1):
        told = [public if seat is None else own[seat] or public for public, own in new.told]
        text = json.dumps([*told, snapshot_of(new.table, seat)])
        assert secret.hex() not in text
        assert position not in text
    new.play_out()
    assert new.table.outcome is not None
    assert new.table.outcome.secret == secret.hex()
    assert snapshot_of(new.table, None)["secret"] == secret.hex()


@GAMES
def test_no_seat_is_told_at_the_start_more_than_its_view(game: str) -> None:
    """The bytes do not depend on hidden cards; ids and commitments are fixed."""
    old = finished(game)
    told = set()
    for seed in range(6):
        new = played_on(old, 10, 0, seed)
        public, own = new.told[-1]
        told.add(json.dumps([own[0] or public, snapshot_of(new.table, 0)["view"]]))
    assert len(told) == 1


def test_an_undo_goes_back_to_the_beginning_and_not_before() -> None:
    new = played_on(finished("splendor"), 0, 0)
    new.play("p3 white blue green")
    new.ask("ann", commands.OfferUndo())
    assert new.game.actions == []
    assert new.refuses("ann", commands.OfferUndo()) == "nothing_to_undo"


@GAMES
def test_the_table_is_the_fold_of_its_stored_events(game: str) -> None:
    new = played_on(finished(game), 5, 1)
    new.play_turns(3)
    again = Table(NEW, new.table.secret)
    for event in new.events:
        assert not isinstance(event.body, Unknown)
        again.apply(Event(event.seq, event.at, event.by, read(write(event.body))))
    assert again == new.table


@pytest.mark.parametrize(
    ("spoiled", "why"),
    [
        (b"", "32 bytes and the position"),
        (bytes(32) + b"\xff", "cannot be read"),
        (bytes(32) + b"splendor official nonsense", "cannot be read"),
        (bytes(32) + gg.new("arboretum", seed=1).position().encode(), "other rules"),
    ],
)
def test_a_secret_that_is_no_position_freezes_the_table(spoiled: bytes, why: str) -> None:
    new = played_on(finished("splendor"), 5, 1)
    again = Table(NEW, spoiled)
    for event in new.events:
        again.apply(event)
    assert again.frozen is not None
    assert why in again.frozen
    assert "nonsense" not in again.frozen


def test_tables_without_an_origin_are_written_as_they_always_were() -> None:
    harness = created("splendor")
    assert "from" not in json.loads(write(harness.terms))
    assert "from" not in harness.told[0][0]
    assert snapshot_of(harness.table, None)["from"] is None


def test_a_game_of_which_the_last_turns_were_undone_is_as_its_record_has_it() -> None:
    old = started("splendor")
    old.play("p3 white blue green")
    old.ask("ann", commands.OfferUndo())
    old.ask("bob", commands.AnswerUndo(accept=True))
    old.play("p3 red black green")
    old.play_out()
    assert known(position_after(old.table, 1), 0)["players"][0]["tokens"]["red"] == 1


def test_a_rematch_is_a_game_from_the_beginning() -> None:
    old = finished("arboretum")
    new = played_on(old, 10, 0)
    new.play_out()
    third = "t_0000000000000003"
    assert isinstance(new.ask("ann", commands.Rematch(), new_table=third)[-1], Rematch)
    made, *seats = rematched(new.table, Table(third, bytes(range(32))))
    assert made.deal.kind == "sealed"  # type: ignore[union-attr]
    assert made.origin is None  # type: ignore[union-attr]
    assert made.practice  # type: ignore[union-attr]
    assert not made.public  # type: ignore[union-attr]
    assert sum(isinstance(what, Joined) for what in seats) == 1


def test_it_can_be_played_on_from_a_game_that_was_played_on() -> None:
    old = finished("splendor")
    new = played_on(old, 4, 0)
    new.play_out()
    third = redrawn(new.table, 2, 0, 1)
    assert known(third, 0) == known(position_after(new.table, 2), 0)


def test_a_game_that_goes_on_tells_nothing() -> None:
    harness = started("arboretum")
    harness.play_turns(2)
    assert refusal(harness.table, 1) == "not_over"
    assert refusal(harness.table, 9_999, 17) == "not_over"


def test_a_game_that_was_aborted_can_be_played_on_if_it_had_started() -> None:
    harness = started("arboretum")
    harness.play_turns(2)
    harness.ask(None, commands.Abort(why="Enough."))
    harness.ask(None, commands.Archive())
    assert isinstance(harness.events[-1].body, Archived)
    assert played_on(harness, 3, 0).table.phase == "playing"
    never = seated("arboretum")
    never.ask(None, commands.Abort(why="Enough."))
    assert isinstance(never.events[-1].body, Aborted)
    assert refusal(never.table, 0) == "not_started"


@GAMES
def test_only_positions_of_the_game_that_go_on_are_right(game: str) -> None:
    old = finished(game)
    decisions = len(old.game.actions)
    for wrong in (decisions, decisions + 1, -1, 2**60):
        assert refusal(old.table, wrong) == "bad_position"
    assert refusal(old.table, 0, 2) == refusal(old.table, 0, -1) == "bad_seat"


def test_a_frozen_table_is_not_played_on_from() -> None:
    old = finished("splendor")
    old.table.apply(Event(old.table.last_seq + 1, 1.0, None, Unknown("juggled")))
    assert refusal(old.table, 1) == "frozen"


def test_a_bot_can_be_the_one_to_move() -> None:
    old = finished("splendor")
    new = played_on(old, 1, 0)
    assert new.table.to_move == 1
    action = random.Random(1).choice(new.game.legal_actions())
    position = new.table.position_seq
    new.ask(None, commands.Play(moves=[action], position=position))
    assert new.table.movers == bytearray([1])


@GAMES
def test_only_the_end_tells_everybody_the_first_position(game: str) -> None:
    harness = played_on(finished(game), 5, 0)
    harness.play_out()
    before = [public for public, _ in harness.told[:-1]]
    over, own = harness.told[-1]
    first = harness.table.dealt()
    assert (over["kind"], over["dealt"], set(own)) == ("over", None, {None})
    assert over["start"] == json.loads(json.dumps(first.variant.fields(first)))
    assert not [event for event in before if "start" in event]
