"""Leaving before the end: what it costs, and who plays on."""

import pytest

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.ranking import ranked
from tests.server.domain.tables import NAMES, SECRET, TableHarness, seated, started

CLOCK = 60.0
WAYS = ["resign", "time out", "withdraw"]


def goes(harness: TableHarness, name: str, way: str) -> list[events.EventBody]:
    """Let a player leave in one of three ways; a time-out needs their turn."""
    asked: dict[str, tuple[str | None, commands.Command]] = {
        "resign": (name, commands.Resign()),
        "time out": (None, commands.TimeOut()),
        "withdraw": (None, commands.Withdraw(player=name)),
    }
    if way == "time out":
        assert harness.mover == name
        harness.now += CLOCK
    by, command = asked[way]
    return harness.ask(by, command, stand_in="mcts")


def test_with_two_players_the_other_wins() -> None:
    for way in WAYS:
        harness = started(turn_seconds=CLOCK)
        harness.play_turns(4)
        scores = harness.game.scores
        leaving, over = goes(harness, "ann", way)
        assert isinstance(leaving, events.Resigned | events.TimedOut | events.Withdrawn)
        ending = {"resign": "resigned", "time out": "timed out", "withdraw": "withdrawn"}[way]
        assert over == events.Over(ending, scores, [2, 1], [1], SECRET.hex())


@pytest.mark.parametrize("way", WAYS)
def test_with_three_a_bot_takes_over_and_the_one_who_left_is_last(way: str) -> None:
    harness = started(players=3, turn_seconds=CLOCK)
    harness.play_turns(3)
    _, taken = goes(harness, "ann", way)
    assert taken == events.TakenOver(0, "mcts")
    harness.play_out()
    assert harness.table.outcome is not None
    assert harness.table.outcome.places[0] == 3
    assert 0 not in harness.table.outcome.winners


def test_the_first_player_to_give_up_is_last() -> None:
    harness = started(players=4)
    harness.play_turns(4)
    goes(harness, "cat", "resign")
    goes(harness, "ann", "resign")
    harness.play_out()
    assert harness.table.outcome is not None
    places = harness.table.outcome.places
    assert (places[2], places[0]) == (4, 3)
    assert min(places[1], places[3]) == 1


def test_the_last_player_left_wins_at_once() -> None:
    harness = started(players=3)
    harness.play_turns(3)
    goes(harness, "bob", "resign")
    _, over = goes(harness, "ann", "resign")
    assert isinstance(over, events.Over)
    assert (over.places, over.winners) == ([2, 3, 1], [2])


def test_where_no_person_is_left_the_bots_share_the_win() -> None:
    harness = started(players=3, persons=1)
    harness.play_turns(3)
    _, over = goes(harness, "ann", "resign")
    assert isinstance(over, events.Over)
    assert (over.places, over.winners) == ([3, 1, 1], [1, 2])


@pytest.mark.parametrize("way", [*WAYS, "leave"])
def test_going_before_ones_first_move_costs_nothing(way: str) -> None:
    for players in (2, 3):
        harness = started(players=players, turn_seconds=CLOCK)
        if way == "leave":
            _, then = harness.ask("ann", commands.Leave(), stand_in="mcts")
        else:
            _, then = goes(harness, "ann", way)
        if players == 2:
            assert isinstance(then, events.Aborted)
            assert then.secret == SECRET.hex()
            assert harness.table.phase == "aborted"
        else:
            assert then == events.TakenOver(0, "mcts")
            assert harness.table.losers == []
            harness.play_out()
            assert harness.table.outcome is not None
            assert harness.table.outcome.places == harness.game.places


def test_where_the_last_person_goes_before_a_move_the_table_is_aborted() -> None:
    harness = started(players=3, persons=1)
    left, then = harness.ask("ann", commands.Leave())
    assert left == events.Left(0)
    assert isinstance(then, events.Aborted)


def test_the_first_move_is_ones_own() -> None:
    harness = started()
    harness.play_turns(1)
    _, then = goes(harness, "bob", "resign")
    assert isinstance(then, events.Aborted)


def test_leaving_after_a_move_needs_a_resignation() -> None:
    harness = started()
    harness.play_turns(1)
    assert harness.refuses("ann", commands.Leave()) == "resign_instead"


def test_a_player_who_has_left_cannot_come_back_move_or_speak() -> None:
    harness = started(players=3)
    harness.play_turns(3)
    goes(harness, "ann", "resign")
    play = commands.Play(moves=[0], position=harness.table.position_seq)
    for command in (commands.Say(text="hi"), commands.Resign(), play, commands.OfferUndo()):
        assert harness.refuses("ann", command) == "not_seated"
    assert harness.refuses("ann", commands.Join()) == "already_started"


def test_a_time_out_needs_a_clock_a_person_and_the_time() -> None:
    assert started().refuses(None, commands.TimeOut()) == "no_clock"
    harness = started(turn_seconds=CLOCK)
    harness.now += CLOCK - 0.5
    assert harness.refuses(None, commands.TimeOut()) == "time_left"
    harness.now += 1
    assert harness.refuses(None, commands.TimeOut(), credited=3.0) == "time_left"
    assert harness.refuses("bob", commands.TimeOut()) == "server_only"
    harness.ask(None, commands.TimeOut())


def test_a_bot_has_no_clock() -> None:
    harness = started(persons=1, turn_seconds=CLOCK)
    harness.play_turns(1)
    harness.now += 1_000
    assert harness.refuses(None, commands.TimeOut()) == "no_clock"


def test_the_clock_runs_for_a_turn_and_not_for_a_decision() -> None:
    harness = started("arboretum", turn_seconds=CLOCK)
    began = harness.now
    harness.now += 40
    harness.play("draw deck")
    assert harness.table.deadline() == began + CLOCK
    harness.play_turns(1)
    assert harness.table.deadline() == harness.now + CLOCK


def test_another_seat_taken_over_does_not_move_the_clock() -> None:
    harness = started(players=3, turn_seconds=CLOCK)
    harness.play_turns(3)
    deadline = harness.table.deadline()
    harness.now += 10
    goes(harness, "bob", "resign")
    assert harness.table.deadline() == deadline


def test_a_player_who_is_deleted_before_the_start_frees_the_seat() -> None:
    harness = seated()
    assert harness.ask(None, commands.Withdraw(player="bob")) == [events.Left(1)]


def test_only_the_server_withdraws_aborts_archives_and_replaces_bots() -> None:
    harness = started(players=3, persons=2)
    for command in (
        commands.Withdraw(player="ann"),
        commands.Abort(why="x"),
        commands.Archive(),
        commands.TakeOver(seat=2, bot="greedy"),
    ):
        assert harness.refuses("ann", command) == "server_only"


def test_another_bot_takes_over_for_a_bot_and_never_for_a_person() -> None:
    harness = started(players=3, persons=2)
    taken = harness.ask(None, commands.TakeOver(seat=2, bot="random"))
    assert taken == [events.TakenOver(2, "random")]
    assert harness.refuses(None, commands.TakeOver(seat=0, bot="random")) == "no_bot_there"


def test_a_host_aborts_a_table_once() -> None:
    for harness in (seated(), started()):
        harness.ask(None, commands.Abort(why="The machine is going away."))
        assert harness.table.aborted == "The machine is going away."
        assert harness.refuses(None, commands.Abort(why="again")) == "game_over"


def test_an_abandoned_table_is_aborted_and_closed() -> None:
    harness = started()
    aborted, archived = harness.ask(None, commands.Archive())
    assert isinstance(aborted, events.Aborted)
    assert archived == events.Archived()
    for name in NAMES[:2]:
        assert harness.refuses(name, commands.Say(text="hello?")) == "archived"


def test_a_finished_table_is_closed_with_its_result() -> None:
    harness = started()
    harness.play_out()
    assert harness.ask(None, commands.Archive()) == [events.Archived()]
    assert harness.table.phase == "over"


def test_those_who_gave_up_do_not_count_in_the_places_of_the_others() -> None:
    assert ranked([1, 2, 3, 4], []) == [1, 2, 3, 4]
    assert ranked([1, 2, 2, 4], [0]) == [4, 1, 1, 3]
    assert ranked([2, 1, 1, 4], [1, 3]) == [2, 4, 1, 3]
