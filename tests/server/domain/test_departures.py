"""Leaving before the end: what it costs, and who plays on."""

import pytest

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.ranking import ranked
from tests.server.domain.tables import NAMES, SECRET, Sitting, seated, started

CLOCK = 60.0
WAYS = ["resign", "time out", "withdraw"]


def goes(sitting: Sitting, name: str, way: str) -> list[events.EventBody]:
    """Let a player leave in one of three ways; a time-out needs their turn."""
    asked: dict[str, tuple[str | None, commands.Command]] = {
        "resign": (name, commands.Resign()),
        "time out": (None, commands.TimeOut()),
        "withdraw": (None, commands.Withdraw(player=name)),
    }
    if way == "time out":
        assert sitting.mover == name
        sitting.now += CLOCK
    by, command = asked[way]
    return sitting.ask(by, command, stand_in="mcts")


def test_with_two_players_the_other_wins() -> None:
    for way in WAYS:
        sitting = started(turn_seconds=CLOCK)
        sitting.play_turns(4)
        scores = sitting.game.scores
        leaving, over = goes(sitting, "ann", way)
        assert isinstance(leaving, events.Resigned | events.TimedOut | events.Withdrawn)
        ending = {"resign": "resigned", "time out": "timed out", "withdraw": "withdrawn"}[way]
        assert over == events.Over(ending, scores, [2, 1], [1], SECRET.hex())


@pytest.mark.parametrize("way", WAYS)
def test_with_three_a_bot_takes_over_and_the_one_who_left_is_last(way: str) -> None:
    sitting = started(players=3, turn_seconds=CLOCK)
    sitting.play_turns(3)
    _, taken = goes(sitting, "ann", way)
    assert taken == events.TakenOver(0, "mcts")
    sitting.play_out()
    assert sitting.table.outcome is not None
    assert sitting.table.outcome.places[0] == 3
    assert 0 not in sitting.table.outcome.winners


def test_who_gave_up_first_is_last_of_those_who_did() -> None:
    sitting = started(players=4)
    sitting.play_turns(4)
    goes(sitting, "cat", "resign")
    goes(sitting, "ann", "resign")
    sitting.play_out()
    assert sitting.table.outcome is not None
    places = sitting.table.outcome.places
    assert (places[2], places[0]) == (4, 3)
    assert min(places[1], places[3]) == 1


def test_who_is_left_alone_has_won_at_once() -> None:
    sitting = started(players=3)
    sitting.play_turns(3)
    goes(sitting, "bob", "resign")
    _, over = goes(sitting, "ann", "resign")
    assert isinstance(over, events.Over)
    assert (over.places, over.winners) == ([2, 3, 1], [2])


def test_where_no_person_is_left_the_bots_share_the_win() -> None:
    sitting = started(players=3, persons=1)
    sitting.play_turns(3)
    _, over = goes(sitting, "ann", "resign")
    assert isinstance(over, events.Over)
    assert (over.places, over.winners) == ([3, 1, 1], [1, 2])


@pytest.mark.parametrize("way", [*WAYS, "leave"])
def test_going_before_ones_first_move_costs_nothing(way: str) -> None:
    for players in (2, 3):
        sitting = started(players=players, turn_seconds=CLOCK)
        if way == "leave":
            _, then = sitting.ask("ann", commands.Leave(), stand_in="mcts")
        else:
            _, then = goes(sitting, "ann", way)
        if players == 2:
            assert isinstance(then, events.Aborted)
            assert then.secret == SECRET.hex()
            assert sitting.table.phase == "aborted"
        else:
            assert then == events.TakenOver(0, "mcts")
            assert sitting.table.losers == []
            sitting.play_out()
            assert sitting.table.outcome is not None
            assert sitting.table.outcome.places == sitting.game.places


def test_where_the_last_person_goes_before_a_move_the_table_is_aborted() -> None:
    sitting = started(players=3, persons=1)
    left, then = sitting.ask("ann", commands.Leave())
    assert left == events.Left(0)
    assert isinstance(then, events.Aborted)


def test_the_first_move_is_ones_own() -> None:
    sitting = started()
    sitting.play_turns(1)
    _, then = goes(sitting, "bob", "resign")
    assert isinstance(then, events.Aborted)


def test_who_leaves_after_a_move_is_told_to_resign() -> None:
    sitting = started()
    sitting.play_turns(1)
    assert sitting.refuses("ann", commands.Leave()) == "resign_instead"


def test_who_has_gone_cannot_come_back_move_or_speak() -> None:
    sitting = started(players=3)
    sitting.play_turns(3)
    goes(sitting, "ann", "resign")
    play = commands.Play(moves=[0], position=sitting.table.position_seq)
    for command in (commands.Say(text="hi"), commands.Resign(), play, commands.OfferUndo()):
        assert sitting.refuses("ann", command) == "not_seated"
    assert sitting.refuses("ann", commands.Join()) == "already_started"


def test_a_time_out_needs_a_clock_a_person_and_the_time() -> None:
    assert started().refuses(None, commands.TimeOut()) == "no_clock"
    sitting = started(turn_seconds=CLOCK)
    sitting.now += CLOCK - 0.5
    assert sitting.refuses(None, commands.TimeOut()) == "time_left"
    sitting.now += 1
    assert sitting.refuses(None, commands.TimeOut(), credited=3.0) == "time_left"
    assert sitting.refuses("bob", commands.TimeOut()) == "server_only"
    sitting.ask(None, commands.TimeOut())


def test_a_bot_has_no_clock() -> None:
    sitting = started(persons=1, turn_seconds=CLOCK)
    sitting.play_turns(1)
    sitting.now += 1_000
    assert sitting.refuses(None, commands.TimeOut()) == "no_clock"


def test_the_clock_runs_for_a_turn_and_not_for_a_decision() -> None:
    sitting = started("arboretum", turn_seconds=CLOCK)
    began = sitting.now
    sitting.now += 40
    sitting.play("draw deck")
    assert sitting.table.deadline() == began + CLOCK
    sitting.play_turns(1)
    assert sitting.table.deadline() == sitting.now + CLOCK


def test_another_seat_taken_over_does_not_move_the_clock() -> None:
    sitting = started(players=3, turn_seconds=CLOCK)
    sitting.play_turns(3)
    deadline = sitting.table.deadline()
    sitting.now += 10
    goes(sitting, "bob", "resign")
    assert sitting.table.deadline() == deadline


def test_a_player_who_is_deleted_before_the_start_frees_the_seat() -> None:
    sitting = seated()
    assert sitting.ask(None, commands.Withdraw(player="bob")) == [events.Left(1)]


def test_only_the_server_withdraws_aborts_archives_and_replaces_bots() -> None:
    sitting = started(players=3, persons=2)
    for command in (
        commands.Withdraw(player="ann"),
        commands.Abort(why="x"),
        commands.Archive(),
        commands.TakeOver(seat=2, bot="greedy"),
    ):
        assert sitting.refuses("ann", command) == "server_only"


def test_another_bot_takes_over_for_a_bot_and_never_for_a_person() -> None:
    sitting = started(players=3, persons=2)
    taken = sitting.ask(None, commands.TakeOver(seat=2, bot="random"))
    assert taken == [events.TakenOver(2, "random")]
    assert sitting.refuses(None, commands.TakeOver(seat=0, bot="random")) == "no_bot_there"


def test_a_host_aborts_a_table_once() -> None:
    for sitting in (seated(), started()):
        sitting.ask(None, commands.Abort(why="The machine is going away."))
        assert sitting.table.aborted == "The machine is going away."
        assert sitting.refuses(None, commands.Abort(why="again")) == "game_over"


def test_an_abandoned_table_is_aborted_and_closed() -> None:
    sitting = started()
    aborted, archived = sitting.ask(None, commands.Archive())
    assert isinstance(aborted, events.Aborted)
    assert archived == events.Archived()
    for name in NAMES[:2]:
        assert sitting.refuses(name, commands.Say(text="hello?")) == "archived"


def test_a_finished_table_is_closed_with_its_result() -> None:
    sitting = started()
    sitting.play_out()
    assert sitting.ask(None, commands.Archive()) == [events.Archived()]
    assert sitting.table.phase == "over"


def test_those_who_gave_up_do_not_count_in_the_places_of_the_others() -> None:
    assert ranked([1, 2, 3, 4], []) == [1, 2, 3, 4]
    assert ranked([1, 2, 2, 4], [0]) == [4, 1, 1, 3]
    assert ranked([2, 1, 1, 4], [1, 3]) == [2, 4, 1, 3]
